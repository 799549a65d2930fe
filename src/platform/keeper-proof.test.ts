import { expect, test } from "bun:test";
import { isProven, PROOF_HEADER, PROOF_TIME_HEADER, proveAnswer, proveRequest } from "./keeper-process.ts";

const NOW = 1_800_000_000_000;
const headers = (token = "secret") => new Headers(proveRequest(token, "/keeper/attach", "{}", NOW));

test("a proof holds for its path, its body and a few seconds, and does not contain the token", () => {
  expect(isProven("secret", headers(), "/keeper/attach", "{}", NOW + 9000)).toBe(true);
  expect(isProven("secret", headers(), "/keeper/leave", "{}", NOW)).toBe(false);
  expect(isProven("secret", headers(), "/keeper/attach", "{ }", NOW)).toBe(false);
  expect(isProven("secret", headers(), "/keeper/attach", "{}", NOW + 11_000)).toBe(false);
  expect(JSON.stringify([...headers()])).not.toContain("secret");
});

test("another token, none, or a time that is no number proves nothing", () => {
  expect(isProven("other", headers(), "/keeper/attach", "{}", NOW)).toBe(false);
  expect(isProven("", headers(""), "/keeper/attach", "{}", NOW)).toBe(false);
  expect(isProven("secret", new Headers(), "/keeper/attach", "{}", NOW)).toBe(false);
  const odd = headers();
  odd.set(PROOF_TIME_HEADER, "soon");
  expect(isProven("secret", odd, "/keeper/attach", "{}", NOW)).toBe(false);
});

test("an answer proves that its sender has the token too", () => {
  const asked = headers().get(PROOF_HEADER) ?? "";
  expect(proveAnswer("secret", asked)).toBe(proveAnswer("secret", asked));
  expect(proveAnswer("other", asked)).not.toBe(proveAnswer("secret", asked));
});
