import { expect, test } from "bun:test";
import type { Thrown } from "../locale/thrown/index.ts";
import { PawlError } from "../platform/errors.ts";
import { UsageError } from "./command.ts";
import { toSentence } from "./failure.ts";

const thrown: Thrown = {
  store_locked: { message: "{location} ist belegt", hint: "Warte." },
  "memory_invalid.large": { message: "Höchstens {limit} kB." },
};

test("an error is said in the user's language, with its values and its hint", () => {
  const error = new PawlError("store_locked", "Another process holds the database /x", {
    hint: "Wait.",
    params: { location: "/x" },
  });
  expect(toSentence(error, thrown)).toBe("/x ist belegt. Warte.");
});

test("a code with several sentences is chosen by its kind, and keeps its own hint", () => {
  const error = new PawlError("memory_invalid", "A memory has at most 9 kB.", {
    hint: "Split it.",
    params: { kind: "large", limit: 9 },
  });
  expect(toSentence(error, thrown)).toBe("Höchstens 9 kB. Split it.");
});

test.each([
  ["an unknown code", new PawlError("other", "It broke", { hint: "Try again." }), "It broke. Try again."],
  [
    "a missing value",
    new PawlError("store_locked", "It is locked", { hint: "Wait." }),
    "It is locked. Wait.",
  ],
  ["an unknown kind", new PawlError("memory_invalid", "Bad", { params: { kind: "odd" } }), "Bad."],
  ["any other error", new Error("ENOENT: no such file"), "ENOENT: no such file."],
  ["a code like a method of Object", new PawlError("toString", "Odd"), "Odd."],
])("%s is said in English", (_, error, sentence) => {
  expect(toSentence(error, thrown)).toBe(sentence);
});

test("a usage with options gets its own line, a short one does not", () => {
  expect(toSentence(new UsageError("Missing file name.", "backup FILE"))).toMatch(
    /^Missing file name\. .*pawl backup FILE$/,
  );
  expect(toSentence(new UsageError("Unknown.", "up [--json]"))).toMatch(/^Unknown\.\n.*pawl up \[--json\]$/);
});
