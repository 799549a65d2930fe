import { expect, test } from "bun:test";
import { findSecrets, redactText } from "../../src/redact/index.ts";
import { harmlessTexts, secretCases, survives } from "./corpus.ts";

/** A fixed share: `bun bench/secrets.ts` reads all of them, several times. */
const EVERY = 6;
const share = <T extends { id: string }>(rows: T[]) =>
  rows.filter(({ id }) => Number(Bun.hash.crc32(id)) % EVERY === 0);

test("every id stands once, every text holds its secret, and each draw gives another one", () => {
  const cases = secretCases(1);
  const ids = [...cases, ...harmlessTexts()].map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  const without = cases.filter(
    ({ text, forms }) => forms.length === 0 || !forms.every((form) => text.includes(form)),
  );
  expect(without.map(({ id }) => id)).toEqual([]);
  expect(secretCases(1)).toEqual(cases);
  const again = secretCases(2);
  expect(cases.filter(({ text }, at) => text === again[at]?.text).map(({ id }) => id)).toEqual([]);
});

test("of a hundred forms at most two are missed", () => {
  const cases = share(secretCases(1));
  expect(cases.length).toBeGreaterThan(800);
  const missed = cases.filter(({ text, forms }) => {
    const redacted = redactText(text);
    return forms.some((form) => survives(redacted, form));
  });
  expect({ missed: missed.map(({ id }) => id), few: missed.length <= cases.length / 50 }).toMatchObject({
    few: true,
  });
});

test("of a thousand harmless texts at most three have a finding", () => {
  const texts = harmlessTexts();
  const alarmed = texts.filter(({ text }) => findSecrets(text).length > 0);
  expect({ alarmed: alarmed.map(({ id }) => id), few: alarmed.length <= texts.length * 0.003 }).toMatchObject(
    {
      few: true,
    },
  );
});

test("every random password of sixteen characters, of three alphabets, is found under its label", () => {
  const missed = [101, 102, 103].flatMap((seed) =>
    secretCases(seed)
      .filter((one) => one.class === "random-16")
      .filter(({ text, forms }) => forms.some((form) => redactText(text).includes(form))),
  );
  expect(missed.map(({ id }) => id)).toEqual([]);
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
