import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import porter2 from "wink-porter2-stemmer";
import { WORD_FORMS } from "../../test/fixtures/word-forms.ts";
import { seed } from "../../test/fuzz/runs.ts";
import { toWords } from "./distinctive-words.ts";
import { mayHaveStem, stemOf } from "./stem.ts";

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

const ENDINGS =
  "ational tional enci anci izer bli alli entli eli ousli ization ation ator alism iveness fulness ousness aliti iviti " +
  "biliti logi icate ative alize iciti ical ful ness al ance ence er ic able ible ant ement ment ent ion ou ism ate " +
  "iti ous ive ize e ll s es ed ing y ies eed ly edly ingly li ied u";
const word = fc
  .tuple(fc.stringMatching(/^[a-z]{1,9}$/), fc.constantFrom("", ...ENDINGS.split(" ")))
  .map((parts) => parts.join(""));

test("a word that is passed over by its last two letters is one that the algorithm leaves alone", () => {
  fc.assert(
    fc.property(word, (each) => {
      const { length } = each;
      fc.pre(length >= 3 && length <= 24);
      if (!mayHaveStem(length, each.charCodeAt(length - 2), each.charCodeAt(length - 1))) {
        expect(porter2(each)).toBe(each);
      }
    }),
    { ...seed, numRuns: 20_000 },
  );
});

test("a stem is never longer than its word, so it can be written in its place", () => {
  fc.assert(
    fc.property(word, (each) => {
      expect(stemOf(each).length).toBeLessThanOrEqual(each.length);
    }),
    { ...seed, numRuns: 5_000 },
  );
});
