import { expect, test } from "bun:test";
import { redactionOfStored, redactJson, redactText } from "./index.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const keyLine = (seed: number) =>
  Array.from({ length: 64 }, (_, at) => letters[(at * at * 7 + at * seed * 13 + seed) % 64]).join("");
const end = ["-----END RSA PRI", "VATE KEY-----"].join("");
const password = "Kestrel7tXq!9Lm";

test.each(["", "+", "  12\t", "12:"])(
  "the last lines of a key in a list of lines are found behind %p",
  (lead) => {
    const lines = [...[1, 2, 3, 4, 5].map(keyLine), end].map((line) => lead + line);
    const redacted = redactJson({
      structuredPatch: [{ oldStart: 1, lines: ["+before", ...lines, "+behind"] }],
    });
    const left = JSON.stringify(redacted);
    expect([1, 2, 3, 4, 5].map(keyLine).filter((line) => left.includes(line.slice(0, 20)))).toEqual([]);
    // Each line keeps its place.
    expect(redacted.structuredPatch[0]?.lines).toHaveLength(8);
    expect(left).toContain("+before");
    expect(left).toContain("+behind");
  },
);

test("JSON inside a string is read by its values", () => {
  const inner = JSON.stringify({ env: { DB_PASSWORD: password }, lines: ["a", "b"] });
  expect(redactText(inner)).toBe(
    JSON.stringify({ env: { DB_PASSWORD: "[redacted:password]" }, lines: ["a", "b"] }),
  );
  expect(JSON.stringify(redactJson({ body: JSON.stringify({ body: inner }) }))).not.toContain("Kestrel7tXq");
});

test.each([5, 30, 48, 60, 71])("JSON that was cut off at %d is read by its values too", (length) => {
  const cut = JSON.stringify({ user: "app", password, note: "the rest of it", more: [1, 2, 3] }).slice(
    0,
    length + 12,
  );
  const redacted = redactionOfStored.text(cut);
  expect(redacted).not.toContain("tXq!9Lm");
  expect(redactionOfStored.text(redacted)).toBe(redacted);
});

test("a second look changes what is certain and leaves what it only suspects", () => {
  const suspected = `the password, which Marta changed last week, is ${password} now`;
  expect(redactText(suspected)).not.toContain(password);
  expect(redactionOfStored.text(suspected)).toBe(suspected);
  expect(redactionOfStored.text(`DB_PASSWORD=${password}`)).toBe("DB_PASSWORD=[redacted:password]");
});

test.each([
  "ldflags: PostHogAPIKey={{.Env.POSTHOG_API_KEY}}",
  'env.WriteFile("src/hash.go", hashV1)',
  JSON.stringify({
    lines: ["PostHogAPIKey={{.Env.POSTHOG_API_KEY}}", 'env.WriteFile("src/hash.go", hashV1)'],
  }),
  "passwd:x:1000:1000:passwd:/home/passwd:/bin/bash",
  `.password-input{background:url("data:image/png;base64,${keyLine(3)}${keyLine(4)}=")}`,
  "// Second pass: nest task checkpoints under their parent prompt checkpoint",
])("neither look changes %s", (text) => {
  expect(redactText(text)).toBe(text);
  expect(redactionOfStored.text(text)).toBe(text);
});

test("what the first look left alone stays, and what it took out stays out", () => {
  const value = {
    command: `curl -u app:${password} https://x.dev`,
    lines: ["token: none", `key ${keyLine(5)}`],
  };
  const stored = JSON.stringify(redactJson(value));
  expect(stored).not.toContain("Kestrel7tXq");
  expect(redactionOfStored.text(stored)).toBe(stored);
});

/** None of these issuers has a row of its own. */
test.each(["hcaik_01x", "llx", "nk", "vtwn", "y0", "sess", "acme_live", "zz_pat"])(
  "a token with the prefix %s is found alone, whoever issued it",
  (prefix) => {
    const tail = "aZ4kQ9vLx2Rt7NbW3mYc8HsJ5gDf1PuE6oTi";
    const token = `${prefix.replace("_01x", "")}_${tail}`;
    expect(redactText(`it answered ${token} and ended`)).not.toContain(tail);
  },
);
