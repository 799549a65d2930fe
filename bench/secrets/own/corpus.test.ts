import { expect, test } from "bun:test";
import { findSecrets, redactText } from "../../../src/redact/index.ts";
import { ownCases } from "./index.ts";

const missedIn = (seeds: number[], group?: string) =>
  seeds.flatMap((seed) =>
    ownCases(seed)
      .filter((one) => group === undefined || one.group === group)
      .filter((one) => {
        const redacted = redactText(one.text(one.secret));
        return one.forms.some((form) => redacted.includes(form));
      })
      .map(({ id }) => `${seed} ${id}`),
  );

test("this half has at least 330 forms, each with its own name", () => {
  const ids = ownCases(1).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(330);
});

test("of a hundred forms at most one is missed", () => {
  const missed = missedIn([1]);
  expect({ missed, few: missed.length <= ownCases(1).length / 100 }).toMatchObject({ few: true });
});

test("every random password of sixteen characters, of three alphabets, is found under its label", () => {
  expect(
    missedIn(
      Array.from({ length: 6 }, (_, seed) => seed + 100),
      "random-16",
    ),
  ).toEqual([]);
});

test.each([
  "PWD=/home/me/work/app1",
  "OLDPWD=/srv/releases/20240131",
  "export PWD=/app/v2",
  "Pwd: /home/me/x1",
  "pwd: build12",
  "STENCIL_PASS_DEPTH_PASS: 0x0B96",
  "DEPTH_PASS: 0x8803",
  "password: Uint8Array",
  "password: Option<String>,",
  '["password", "scram-sha-256"]',
  "const options = new URL('https://abc:xyz@example.com');",
  "--- PASS: TestLogin/with_7_tokens (0.00s)",
  "max_tokens: 4096",
  "token: string = await getToken(user2)",
  "api_key=os.environ['API_KEY_2']",
  "the key is to read the file first",
  "The token was refreshed 3 times",
  "password must have 8 characters and 1 digit",
])("%s is no secret", (text) => {
  expect(findSecrets(text).map(({ start, end }) => text.slice(start, end))).toEqual([]);
});
