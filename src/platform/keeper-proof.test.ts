import { expect, test } from "bun:test";
import {
  isProvenRequest,
  PROOF_HEADER,
  PROOF_TIME_HEADER,
  proveAnswer,
  proveRequest,
} from "./keeper-process.ts";

const NOW = 1_800_000_000_000;
const headers = (token = "secret") => new Headers(proveRequest(token, "/keeper/attach", "{}", NOW));

test("a proof holds for its path, its body and a few seconds, and does not contain the token", () => {
  expect(isProvenRequest("secret", headers(), "/keeper/attach", "{}", NOW + 9000)).toBe(true);
  expect(isProvenRequest("secret", headers(), "/keeper/leave", "{}", NOW)).toBe(false);
  expect(isProvenRequest("secret", headers(), "/keeper/attach", "{ }", NOW)).toBe(false);
  expect(isProvenRequest("secret", headers(), "/keeper/attach", "{}", NOW + 11_000)).toBe(false);
  expect(JSON.stringify([...headers()])).not.toContain("secret");
});

test("another token, none, or a time that is no number proves nothing", () => {
  expect(isProvenRequest("other", headers(), "/keeper/attach", "{}", NOW)).toBe(false);
  expect(isProvenRequest("", headers(""), "/keeper/attach", "{}", NOW)).toBe(false);
  expect(isProvenRequest("secret", new Headers(), "/keeper/attach", "{}", NOW)).toBe(false);
  const odd = headers();
  odd.set(PROOF_TIME_HEADER, "soon");
  expect(isProvenRequest("secret", odd, "/keeper/attach", "{}", NOW)).toBe(false);
});

test("an answer proves that its sender has the token too", () => {
  const asked = headers().get(PROOF_HEADER) ?? "";
  expect(proveAnswer("secret", asked)).toBe(proveAnswer("secret", asked));
  expect(proveAnswer("other", asked)).not.toBe(proveAnswer("secret", asked));
});
