import { expect, test } from "bun:test";
import { toIndexText, toQueryTerms } from "./words.ts";

test.each([
  ["parseHookInput(x)", "parse hook input x parsehookinput"],
  ["HTTPServer", "http server httpserver"],
  ["max_retry-count.ts", "max retry count ts"],
  ["/src/a.ts:12", "src a ts 12"],
  ["sha256", "sha 256 sha256"],
  ["3f2a9bc1d4e5f60718", "3f2a9bc1d4e5f60718"],
  ["数据库 and カナー", "数 据 库 and カ ナ ー"],
  ["한글ABC", "한 글 abc"],
  ["ＡＢＣ", "abc"],
  ["a\0b \ud800 🙂", "a b"],
  ["", ""],
])("%p is indexed as %p", (text, words) => {
  expect(toIndexText(text)).toBe(words);
});

test("a compound stands behind the parts, so that phrases of parts hold", () => {
  expect(toIndexText("readFile then")).toBe("read file then readfile");
});

test("a blob is indexed by its beginning only", () => {
  expect(toIndexText("aB3".repeat(10_000))).toHaveLength(64);
});

test("decomposed letters are the same words as composed ones", () => {
  expect(toIndexText("cafe\u0301 \u1112\u1161\u11ab")).toBe(toIndexText("café 한"));
});

const exactOf = (text: string) =>
  toQueryTerms(text).map((word) => word.terms.map((term) => term.tokens.join(" ")));

test("a query has one word for each that was typed, compounds as phrase and as one", () => {
  expect(exactOf("parseHook src/a.ts 404")).toEqual([["parse hook", "parsehook"], ["src a ts"], ["404"]]);
});

test("English endings are tried, the stem first", () => {
  expect(exactOf("migrations")).toEqual([["migration", "migrations", "migrationed", "migrationing"]]);
  expect(exactOf("class bus")).toEqual([
    ["class", "classs", "classed", "classing"],
    ["bus", "buss", "bused", "busing"],
  ]);
});

test("unspaced scripts are looked for by neighbouring characters", () => {
  expect(exactOf("数据库")).toEqual([["数 据"], ["据 库"]]);
  expect(exactOf("库")).toEqual([["库"]]);
});

test("words that are everywhere count only when there is nothing else", () => {
  expect(exactOf("what is the heron").map(([first]) => first)).toEqual(["heron"]);
  expect(exactOf("what is").map(([first]) => first)).toEqual(["what", "is"]);
});

test("nothing but signs is no query, and a whole prompt has at most 40 words", () => {
  expect(toQueryTerms('"*" -- ^()')).toEqual([]);
  expect(toQueryTerms(Array.from({ length: 90 }, (_, i) => `word${i}x`).join(" "))).toHaveLength(40);
  expect(toQueryTerms("heron heron HERON")).toHaveLength(1);
});
