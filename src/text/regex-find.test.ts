/** Where a pattern matches: against JavaScript's own engine where both mean the same, and at its own limits. */
import { describe, expect, test } from "bun:test";
import { compileFinder } from "./regex.ts";

const found = (pattern: string, text: string, from = 0, flags = "") => {
  const match = compileFinder(pattern, flags)(text, from);
  return match === undefined ? undefined : text.slice(match.start, match.end);
};

describe("a match", () => {
  test.each([
    ["b+", "aabbbcb", "bbb"],
    ["a|ab|abc", "xxabcd", "abc"],
    ["a*", "baa", ""],
    ["^a", "ba", undefined],
    ["^b", "ba", "b"],
    ["a$", "ba", "a"],
    ["b$", "ba", undefined],
    ["\\bcat\\b", "a concat cat", "cat"],
    ["x", "", undefined],
    ["(ab)+c", "ababab ababc", "ababc"],
    ["key-[0-9]{4}", "key-12 key-123456", "key-1234"],
    ["😀+", "a😀😀b", "😀😀"],
    ["é.", "caféx", "éx"],
  ])("of %j in %j is %j: the first, and the longest there", (pattern, text, match) => {
    expect(found(pattern, text)).toBe(match);
  });

  test("says where it is, from the place on that is asked for", () => {
    const find = compileFinder("a+");
    expect(find("xaax aaa", 0)).toEqual({ start: 1, end: 3 });
    expect(find("xaax aaa", 2)).toEqual({ start: 2, end: 3 });
    expect(find("xaax aaa", 3)).toEqual({ start: 5, end: 8 });
    expect(find("xaax aaa", 8)).toBeUndefined();
    expect(compileFinder("a*")("b", 1)).toEqual({ start: 1, end: 1 });
  });

  test("begins only where the character before it allows", () => {
    expect(found("\\bcat", "concat cat", 3)).toBe("cat");
    expect(compileFinder("\\bcat")("concat cat", 3)).toEqual({ start: 7, end: 10 });
    expect(compileFinder("^b")("ab", 1)).toBeUndefined();
    expect(compileFinder("\\Bb")("ab", 1)).toEqual({ start: 1, end: 2 });
    expect(compileFinder("\\Bb")("b", 0)).toBeUndefined();
    expect(compileFinder("\\bb")("😀b", 2)).toEqual({ start: 2, end: 3 });
  });

  test("of one that begins earlier wins over a longer one behind it", () => {
    expect(compileFinder("ab?|bcdef")("abcdef", 0)).toEqual({ start: 0, end: 2 });
    expect(compileFinder("abcx|bcd")("abcde", 0)).toEqual({ start: 1, end: 4 });
    expect(compileFinder("ab|abcd|bcdefgh")("abcdefgh", 0)).toEqual({ start: 0, end: 4 });
  });

  test("ignores case where that is asked for", () => {
    expect([found("abc", "xABC", 0, "i"), found("abc", "xABC")]).toEqual(["ABC", undefined]);
  });

  test("is the one that JavaScript finds, for many patterns and texts", () => {
    const texts = ["", "a", "ab", "aab abb", "xyz-12", "a1b2c3", "foo.bar", "  x", "aaaaab", "b\na"];
    for (const pattern of [
      "a+b",
      "[a-c]\\d",
      "\\w+-\\d+",
      "\\s+x",
      "(?:a|b){2}",
      "[^a]b",
      "a{2,3}b",
      "o\\.b",
    ]) {
      for (const text of texts) {
        const own = new RegExp(pattern).exec(text);
        const match = compileFinder(pattern)(text, 0);
        expect([pattern, text, match]).toEqual([
          pattern,
          text,
          own === null ? undefined : { start: own.index, end: own.index + own[0].length },
        ]);
      }
    }
  });
});

describe("the limits", () => {
  test("a pattern has 1 to 1000 characters", () => {
    expect(() => compileFinder("")).toThrow("It must have 1 to 1000 characters");
    expect(() => compileFinder("a".repeat(1001))).toThrow("It must have 1 to 1000 characters");
    const find = compileFinder("a".repeat(1000));
    expect(find("a".repeat(1000), 0)).toEqual({ start: 0, end: 1000 });
  });

  test("a match has at most 4096 characters", () => {
    expect(compileFinder("a.*")("a".repeat(10_000), 0)).toEqual({ start: 0, end: 4096 });
    expect(compileFinder("a+b")(`${"a".repeat(4095)}b`, 0)).toEqual({ start: 0, end: 4096 });
  });

  test("what would take too long counts as found, to the end", () => {
    const text = "a".repeat(30_000);
    expect(compileFinder("(?:a?){200}b")(text, 0)).toMatchObject({ end: 30_000 });
    expect(compileFinder("a{3}b")(text, 0)).toBeUndefined();
  });
});
