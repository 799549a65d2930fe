import { describe, expect, test } from "bun:test";
import { clip, wrap, wrapIndented } from "./wrap.ts";

describe("lines break at words", () => {
  test("a line that fits stays, to the last column", () => {
    expect(wrap("one two", 7)).toEqual(["one two"]);
    expect(wrap("one two", 6)).toEqual(["one", "two"]);
    expect(wrap("one two", 8, 1)).toEqual(["one two"]);
    expect(wrap("one two", 8, 2)).toEqual(["one", "two"]);
  });

  test("what the first line and the others begin with takes columns", () => {
    expect(wrap("one two six", 9, 4, 0)).toEqual(["one", "two six"]);
    expect(wrap("one two six", 9, 0, 4)).toEqual(["one two", "six"]);
    expect(wrap("one two six", 7, 0, 4)).toEqual(["one two", "six"]);
    expect(wrap("one two six ten", 7, 0, 1)).toEqual(["one two", "six", "ten"]);
    expect(wrap("one two six ten", 7, 0, 0)).toEqual(["one two", "six ten"]);
  });

  test("a word is never cut, and spaces at a break are dropped", () => {
    expect(wrap("see https://example.com/a/very/long/path now", 10)).toEqual([
      "see",
      "https://example.com/a/very/long/path",
      "now",
    ]);
    expect(wrap("one   two", 4)).toEqual(["one", "two"]);
    expect(wrap("one    ", 4)).toEqual(["one"]);
  });

  test("Chinese breaks after every character, except before closing marks", () => {
    expect(wrap("今天很好。再见", 8)).toEqual(["今天很", "好。再见"]);
    expect(wrap("他说「好」了", 6)).toEqual(["他说", "「好」", "了"]);
  });

  test("nothing is one empty line", () => {
    expect(wrap("", 5)).toEqual([""]);
    expect(wrap("      ", 5)).toEqual([""]);
  });
});

test("an indented line is continued below its beginning, also behind a colour", () => {
  expect(wrapIndented("  one two\nsix", 6)).toBe("  one\n  two\nsix");
  expect(wrapIndented("\u001b[2m  one two", 6)).toBe("\u001b[2m  one\n  two");
});

describe("clipping", () => {
  test("what fits stays; else the last column is an ellipsis", () => {
    expect(clip("abcd", 4)).toBe("abcd");
    expect(clip("abcde", 4)).toBe("abc…");
    expect(clip("abcde", 1)).toBe("…");
    expect(clip("abcde", 0)).toBe("");
  });

  test("a wide character that would stick out is left away", () => {
    for (let columns = 1; columns <= 9; columns++)
      expect(Bun.stringWidth(clip("今天很好再见", columns))).toBeLessThanOrEqual(columns);
    expect(clip("今天很好", 6)).toBe("今天…");
    expect(clip("今天很好", 5)).toBe("今天…");
  });
});
