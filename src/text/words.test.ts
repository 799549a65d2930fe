import { expect, test } from "bun:test";
import fc from "fast-check";
import { seed } from "../../test/fuzz/runs.ts";
import { toIndexText } from "./index-text.ts";
import { stemOf } from "./stem.ts";
import { toQueryTerms } from "./words.ts";

test.each([
  ["parseHookInput(x)", "pars hook input x parse parsehookinput"],
  ["HTTPServer", "http server httpserver"],
  ["max_retry-count.ts", "max retri count ts retry"],
  ["the Queries, QUERIED", "the queri queri queries queried"],
  ["/src/a.ts:12", "src a ts 12"],
  ["sha256", "sha 256 sha256"],
  ["3f2a9bc1d4e5f60718", "3f2a9bc1d4e5f60718"],
  ["数据库 and カナー", "数 据 库 and カ ナ ー 数据 据库 カナ ナー"],
  ["한글ABC", "한 글 abc 한글"],
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
  expect(exactOf("parseHook src/a.ts 404")).toEqual([["pars hook", "parsehook"], ["src a ts"], ["404"]]);
});

test("a word is looked for by its stem and as it was typed, and two forms of a word are one", () => {
  expect(exactOf("migrations failed fail")).toEqual([
    ["migrat", "migrations"],
    ["fail", "failed"],
  ]);
  expect(exactOf("class")).toEqual([["class"]]);
});

test("unspaced scripts are looked for by neighbouring characters", () => {
  expect(exactOf("数据库")).toEqual([["数据"], ["据库"]]);
  expect(exactOf("库")).toEqual([["库"]]);
});

test("words that are everywhere count only when there is nothing else", () => {
  expect(exactOf("what is the heron").map(([first]) => first)).toEqual(["heron"]);
  expect(exactOf("what is").map(([first]) => first)).toEqual(["what", "is"]);
});

test("nothing but signs is no query, and a whole prompt has at most 12 words", () => {
  expect(toQueryTerms('"*" -- ^()')).toEqual([]);
  expect(toQueryTerms(Array.from({ length: 90 }, (_, i) => `word${i}x`).join(" "))).toHaveLength(12);
  expect(toQueryTerms("heron heron HERON")).toHaveLength(1);
});

test("of a long prompt the most telling words are taken, in their order", () => {
  const filler = Array.from({ length: 60 }, (_, i) => String.fromCharCode(113 + (i % 3), 97 + (i % 26), 120));
  const words = exactOf([...filler, "src/memory/words.ts", "notwithstanding"].join(" ")).map(
    ([first]) => first,
  );
  expect(words).toHaveLength(12);
  expect(words.slice(-2)).toEqual(["src memori word ts", "notwithstand"]);
});

/** What `toIndexText` means, without its short cuts. */
function plainIndexText(text: string, stem = (word: string) => word): string {
  const parts: string[] = [];
  const joined: string[] = [];
  const add = (part: string) => {
    parts.push(stem(part));
    if (stem(part) !== part) joined.push(part);
  };
  const unspaced =
    "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\u30fc";
  const runs = new RegExp(`[${unspaced}]+|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+`, "gu");
  for (const [run] of text.normalize("NFKC").matchAll(runs)) {
    if (new RegExp(`^[${unspaced}]`, "u").test(run)) {
      const characters = [...run];
      characters.forEach(add);
      for (let i = 1; i < characters.length; i++) joined.push(`${characters[i - 1]}${characters[i]}`);
      continue;
    }
    const whole = run.slice(0, 64).toWellFormed().toLowerCase();
    const humps =
      run.match(/\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}]+/gu) ?? [];
    const isOne = run.length > 64 || humps.length === 1 || humps.length > 6;
    (isOne ? [whole] : humps.map((hump) => hump.toLowerCase())).forEach(add);
    if (!isOne) joined.push(whole);
  }
  return [parts.join(" "), ...new Set(joined)].filter((part) => part !== "").join(" ");
}

test("signs of scripts without spaces are words, too: found by the test below", () => {
  expect(toIndexText("a ⺀ b")).toBe("a ⺀ b");
  expect(toIndexText("⺀〇")).toBe(plainIndexText("⺀〇"));
});

test("the short cuts of the index change nothing, whatever the text", () => {
  const piece = fc.oneof(
    fc.stringMatching(/^[a-zA-Z0-9_./ -]{0,12}$/),
    fc.constantFrom(
      "parseHookInput",
      "HTTPServer2",
      "Queries ",
      "stopped ",
      "→",
      "—",
      "“x”",
      "é",
      "é",
      "½",
      "ﬁ",
      "数据库",
      "한글",
      "🙂",
      "️",
    ),
    fc.constantFrom("x".repeat(70), "aB3".repeat(30), "\0", "\ud800", "ſ", "K", "ß", "İ"),
    fc.string({ unit: "binary", maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      expect(toIndexText(text)).toBe(plainIndexText(text, stemOf));
    }),
    { ...seed, numRuns: 500 },
  );
});
