import { expect, test } from "bun:test";
import { merge } from "./user-hooks.ts";

function merged(answers: Parameters<typeof merge>[0]) {
  const warned: string[] = [];
  const log = {
    info: () => undefined,
    warn: (text: string) => void warned.push(text),
    error: () => undefined,
  };
  return { reply: merge(answers, { log }), warned };
}

test("a rule's refusal holds beside what Pawl and a hook say", () => {
  const { reply, warned } = merged({
    own: { context: "known" },
    rules: { deny: "no" },
    hooks: { allow: "yes" },
  });
  expect(reply.deny).toBe("no");
  expect(warned).toEqual([]);
});

test("of two changed inputs the first counts, and the log names the other", () => {
  const { reply, warned } = merged({
    own: {},
    rules: { updatedInput: { command: "ls" } },
    hooks: { updatedInput: { command: "rm" } },
  });
  expect(reply.updatedInput).toEqual({ command: "ls" });
  expect(warned).toEqual(['updatedInput of "your hooks" is ignored: "your rules" comes first.']);
});
