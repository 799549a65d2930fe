import { describe, expect, test } from "bun:test";
import { clipTo, wrap, wrapIndented } from "./output.ts";

const widths = (lines: readonly string[]) => lines.map((line) => Bun.stringWidth(line));

test("lines break at words, and what was broken is all there", () => {
  const text = "The next session starts with what the last one left open and what it changed.";
  const lines = wrap(text, 30);
  expect(Math.max(...widths(lines))).toBeLessThanOrEqual(30);
  expect(lines.join(" ")).toBe(text);
});

test("a word that is longer than the line stays whole: a link can be copied", () => {
  const link = `http://127.0.0.1:47100/?code=${"x".repeat(60)}`;
  expect(wrap(`Page (once): ${link} end`, 30)).toEqual(["Page (once):", link, "end"]);
});

test("Chinese text breaks between characters, never before a closing mark and never after an opening one", () => {
  const text = "這一天的記錄多於一次讀取的數量，只顯示最新的「工作階段」。";
  for (let width = 8; width <= 24; width++) {
    const lines = wrap(text, width);
    expect(lines.join("")).toBe(text);
    expect(Math.max(...widths(lines))).toBeLessThanOrEqual(width + 2);
    expect(lines.filter((line) => /^[，。」]|「$/.test(line))).toEqual([]);
  }
});

test("a closing mark stays with a word in front of it", () => {
  expect(wrap("提問：「say what is left to do」；最後", 28)).toEqual([
    "提問：「say what is left to",
    "do」；最後",
  ]);
});

test("Korean text breaks at its spaces", () => {
  expect(wrap("이 날은 한 번에 읽는 것보다 기록이 많습니다", 16)).toEqual([
    "이 날은 한 번에",
    "읽는 것보다",
    "기록이 많습니다",
  ]);
});

test("colours take no columns", () => {
  const red = (word: string) => `\u001b[31m${word}\u001b[39m`;
  expect(wrap(`${red("aaaa")} ${red("bbbb")} ${red("cccc")}`, 9)).toEqual([
    `${red("aaaa")} ${red("bbbb")}`,
    red("cccc"),
  ]);
});

test("a continued line starts below its own beginning, also behind a colour", () => {
  expect(wrapIndented("  one two three\nfour", 11)).toBe("  one two\n  three\nfour");
  expect(wrapIndented("\u001b[2m  one two three\u001b[22m", 11)).toBe(
    "\u001b[2m  one two\n  three\u001b[22m",
  );
});

test("a text is cut by columns, and says so", () => {
  expect(clipTo("abcdef", 6)).toBe("abcdef");
  expect(clipTo("abcdef", 4)).toBe("abc…");
  expect(clipTo("資料夾", 4)).toBe("資…");
  expect(clipTo("abc", 0)).toBe("");
});

describe("lines, to the column", () => {
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

describe("clipping, to the column", () => {
  test("what fits stays; else the last column is an ellipsis", () => {
    expect(clipTo("abcd", 4)).toBe("abcd");
    expect(clipTo("abcde", 4)).toBe("abc…");
    expect(clipTo("abcde", 1)).toBe("…");
    expect(clipTo("abcde", 0)).toBe("");
  });

  test("a wide character that would stick out is left away", () => {
    for (let columns = 1; columns <= 9; columns++)
      expect(Bun.stringWidth(clipTo("今天很好再见", columns))).toBeLessThanOrEqual(columns);
    expect(clipTo("今天很好", 6)).toBe("今天…");
    expect(clipTo("今天很好", 5)).toBe("今天…");
  });
});
