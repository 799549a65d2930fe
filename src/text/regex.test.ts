import { describe, expect, test } from "bun:test";
import { BadRegex, compileRegex } from "./regex.ts";

const PATTERNS = [
  "a",
  "ab|cd",
  "a*b",
  "(ab)+c",
  "a?b?c?",
  "^a.*c$",
  "[^a]b",
  "\\d+x",
  "(a|b)*abb",
  "a{2,3}",
  "a{2}b",
  "(?:ab){2,}",
  "\\bab\\b",
  "a\\Bb",
  "x|",
  "(a*)*b",
  "(a|ab)(c|bcd)(d*)",
  "[\\]a]+",
  "\\.",
  "a.c",
  "(?<n>a)b",
  "^$",
  "^(a|b)?$",
  "a+?b",
  "\\u0061",
  "\\x61b",
  "[a-c]{0,2}d",
  "(^a|b$)",
  "(a+)+$",
  ".",
  "\\s\\S",
  "(?:)",
  "a||b",
  "[.]b",
  "\\/a",
];

describe("it answers what the language's own engine answers", () => {
  test.each(PATTERNS)("%s", (pattern) => {
    const mine = compileRegex(pattern);
    const whole = compileRegex(`^(?:${pattern})$`);
    const insensitive = compileRegex(pattern, "i");
    const lines = compileRegex(pattern, "ms");
    for (const text of texts()) {
      expect([text, mine(text)]).toEqual([text, new RegExp(pattern, "u").test(text)]);
      expect([text, whole(text)]).toEqual([text, new RegExp(`^(?:${pattern})$`, "u").test(text)]);
      expect([text, insensitive(text)]).toEqual([text, new RegExp(pattern, "iu").test(text)]);
      expect([text, lines(text)]).toEqual([text, new RegExp(pattern, "msu").test(text)]);
    }
  });
});

/** Short texts of few letters, always the same ones: every pattern meets its matches and its near misses. */
function texts(): string[] {
  const letters = ["a", "b", "c", "d", "A", "x", "1", " ", "\n", ".", "😀", "]", "/"];
  const all = ["", "abcd", "abbabb", "aaab", "ab cd", "ab\ncd"];
  let seed = 7;
  for (let i = 0; i < 300; i++) {
    let text = "";
    for (let length = 1 + (i % 7); length > 0; length--) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      text += letters[Math.floor(seed / 65_536) % letters.length];
    }
    all.push(text);
  }
  return all;
}

// The built-in engine needs longer than the age of the universe for some of these.
test.each([
  ["(a+)+$", `${"a".repeat(5000)}!`],
  ["(a|a)*b", "a".repeat(5000)],
  ["(a|aa)+$", `${"a".repeat(5000)}!`],
  ["(.*,){20}P", "1,".repeat(2000)],
  ["a*a*a*a*a*a*a*b", "a".repeat(5000)],
  ["(x+x+)+y", "x".repeat(5000)],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(5000)],
  ["(a|a)".repeat(60), "a".repeat(59)],
  ["((a?){30}){30}b", "a".repeat(300)],
])("a hostile expression ends: %s", (pattern, text) => {
  expect(compileRegex(pattern)(text)).toBe(false);
});

test("escapes that only the older mode allows are taken", () => {
  expect(compileRegex("foo\\-b.r{")("foo-bar{")).toBe(true);
});

test("past its budget the answer is yes: in doubt a hook runs", () => {
  expect(compileRegex("(a?){900}z")("a".repeat(200_000))).toBe(true);
});

test("a long text is read to its end, so a gate is not passed by length", () => {
  expect(compileRegex("rm +-rf")(`${"x".repeat(500_000)} rm  -rf /`)).toBe(true);
});

test.each([
  ["(?=a)", "Lookahead"],
  ["(?<!a)b", "Lookahead"],
  ["(a)\\1", "Back references"],
  ["(?<n>a)\\k<n>", "Back references"],
  ["a{1001}", "more than 1000"],
  ["((a{100}){100}){100}", "too large"],
  ["a".repeat(1001), "longer than 1000"],
  ["(", "missing )"],
  [`${"(".repeat(100)}a${")".repeat(100)}`, "nested"],
])("%s is refused", (pattern, reason) => {
  expect(() => compileRegex(pattern)).toThrow(BadRegex);
  expect(() => compileRegex(pattern)).toThrow(reason);
});
