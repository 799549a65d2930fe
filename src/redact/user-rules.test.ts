import { afterEach, expect, test } from "bun:test";
import { compileFinder } from "../text/regex.ts";
import { redactText } from "./index.ts";
import { redactor } from "./redactor.ts";
import { applyRedactSettings } from "./settings.ts";

afterEach(() => applyRedactSettings({ patterns: [], values: [] }));

test("a value and a pattern of the user's own are removed wherever they stand", () => {
  applyRedactSettings({ patterns: ["EMP-[0-9]{6}", "proj(ect)?-x+"], values: ["Blue Heron"] });
  expect(redactText("ask EMP-204811 about Blue Heron and project-xx")).toBe(
    "ask [redacted:private] about [redacted:private] and [redacted:private]",
  );
  expect(redactText(redactText("EMP-204811"))).toBe("[redacted:private]");
});

test("other rules are another version, so that older records are read again", () => {
  const before = redactor.version;
  applyRedactSettings({ patterns: [], values: ["Blue Heron"] });
  expect(redactor.version).not.toBe(before);
});

test("a pattern finds the first match, and the longest one there", () => {
  expect(compileFinder("a+b?")("xx aaab aa", 0)).toEqual({ start: 3, end: 7 });
  expect(compileFinder("a+b?")("xx aaab aa", 7)).toEqual({ start: 8, end: 10 });
  expect(compileFinder("\\bid\\b")("void id", 0)).toEqual({ start: 5, end: 7 });
  expect(compileFinder("é.")("café😀!", 0)).toEqual({ start: 3, end: 6 });
  expect(compileFinder("x")("abc", 0)).toBeUndefined();
});

test("a pattern made to run away ends", () => {
  const find = compileFinder("(a+)+$|(a|aa)+b");
  const match = find("a".repeat(20_000), 0);
  expect(match === undefined || match.end > match.start).toBe(true);
});
