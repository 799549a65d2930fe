import { expect, test } from "bun:test";
import { createSecrets, secretContexts } from "../../test/fixtures/secrets.ts";
import { redactJson, redactText } from "./index.ts";

const secrets = [1, 2, 3].flatMap((seed) => createSecrets(seed));

test("the corpus has more than 100 kinds of secrets", () => {
  expect(new Set(secrets.map(({ kind }) => kind)).size).toBeGreaterThan(100);
});

for (const context of secretContexts) {
  test(`every kind of secret is removed: ${context.name}`, () => {
    const missed = secrets.filter(({ secret, text }) => redactText(context.wrap(text)).includes(secret));
    expect(missed.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([]);
  });

  test(`redacting twice changes nothing: ${context.name}`, () => {
    const changed = secrets.filter(({ text }) => {
      const once = redactText(context.wrap(text));
      return redactText(once) !== once;
    });
    expect(changed.map(({ kind }) => kind)).toEqual([]);
  });
}

test("every kind of secret is removed from a tool's input and answer", () => {
  const missed = secrets.filter(({ secret, text }) => {
    const value = { tool: "Bash", input: { command: text }, response: [{ type: "text", text: `> ${text}` }] };
    return JSON.stringify(redactJson(value)).includes(secret);
  });
  expect(missed.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([]);
});
