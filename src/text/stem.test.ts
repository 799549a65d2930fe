import { describe, expect, test } from "bun:test";
import { WORD_FORMS } from "../../test/fixtures/word-forms.ts";
import { toWords } from "./distinctive-words.ts";
import { stemOf } from "./stem.ts";

test.each(WORD_FORMS)("%p and %p have one stem, and are one word of recall", (a, b) => {
  expect(stemOf(a)).toBe(stemOf(b));
  expect(toWords(a)).toEqual(toWords(b));
  expect(toWords(`${a} ${b}`)).toHaveLength(1);
});

test.each([
  ["server", "service"],
  ["string", "strip"],
  ["parse", "part"],
  ["cache", "catch"],
  ["log", "login"],
  ["post", "postgres"],
  ["bus", "business"],
  ["general", "generate"],
  ["use", "us"],
  ["new", "news"],
])("%p and %p stay apart", (a, b) => {
  expect(stemOf(a)).not.toBe(stemOf(b));
});

describe("what is no English word", () => {
  test.each(["src2s", "größen", "запросы", "数据", "is", "", "x".repeat(25)])(
    "%p is its own stem",
    (word) => {
      expect(stemOf(word)).toBe(word);
    },
  );
});
