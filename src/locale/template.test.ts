import { expect, test } from "bun:test";
import { placeholders, toWords } from "./template.ts";

const english = {
  plain: "Nothing changed.",
  wrote: "Wrote {#sessions session} to {file}, again to {file}.",
  checked: "{#n memory|memories}, {#n}",
  shown: "{n edit}",
  nested: { list: ["a", "b {name}"] },
} as const;

test("a sentence without placeholders is text, one with placeholders a function in the order of English", () => {
  const words = toWords(english);
  expect(words.plain).toBe("Nothing changed.");
  expect(words.wrote(1, "a")).toBe("Wrote 1 session to a, again to a.");
  expect(words.wrote(2, "a")).toBe("Wrote 2 sessions to a, again to a.");
  expect([0, 1, 2].map((n) => words.checked(n))).toEqual(["0 memories, 0", "1 memory, 1", "2 memories, 2"]);
  expect(words.nested.list[1]("x")).toBe("b x");
  expect(["1", "1,234"].map((n) => words.shown(n))).toEqual(["1 edit", "1,234 edits"]);
});

test("a translation has its own order of the values", () => {
  const words = toWords(english, { wrote: "{file}: {sessions} 개", nested: { list: ["ㄱ", "{name} ㄴ"] } });
  expect(words.wrote(2, "a")).toBe("a: 2 개");
  expect(words.nested.list[0]).toBe("ㄱ");
  expect(words.nested.list[1]("x")).toBe("x ㄴ");
});

test("a value is not read as a template, nor as a pattern of replace", () => {
  expect(toWords(english).nested.list[1]("{name} $& $1")).toBe("b {name} $& $1");
});

test("a wrong or missing value does not compile", () => {
  const words = toWords(english);
  // @ts-expect-error a number comes first
  words.wrote("a", 1);
  // @ts-expect-error the file is missing
  words.wrote(1);
  // @ts-expect-error a number that is text already
  words.shown(1);
  // @ts-expect-error takes no value
  expect(() => words.plain()).toThrow();
});

test("placeholders are named once, in order", () => {
  expect(placeholders(english.wrote)).toEqual(["sessions", "file"]);
  expect(placeholders(english.plain)).toEqual([]);
});
