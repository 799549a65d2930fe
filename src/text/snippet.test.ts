import { expect, test } from "bun:test";
import { placeOf, toSnippet } from "./snippet.ts";
import { toQueryTerms } from "./words.ts";

const placesOf = (query: string, text: string) => toQueryTerms(query).map((word) => placeOf(word)(text));

test.each([
  ["hook input", "a parseHookInput", [7, 11]],
  ["parse_hook", "see parseHook and parse hook", [4]],
  ["parsehook", "see parseHook", [4]],
  ["art", "party Art", [6]],
  ["256", "sha256", [3]],
  ["据库", "数据库", [1]],
  ["migrations", "one migration", [4]],
  ["heron", "nothing", [-1]],
])("%p in %p is at %p", (query, text, places) => {
  expect(placesOf(query, text)).toEqual(places);
});

test("a snippet shows the match, on one line, with dots where text is missing", () => {
  const text = `${"before ".repeat(40)}\nneedle\n${"after ".repeat(40)}`;
  const snippet = toSnippet(text, text.indexOf("needle"));
  expect(snippet).toMatch(/^…before [^\n]*needle after[^\n]*…$/);
  expect(snippet.length).toBeLessThanOrEqual(162);
});

test("a short text is its own snippet, and without a match it begins at the beginning", () => {
  expect(toSnippet("all\nof it", 4)).toBe("all of it");
  expect(toSnippet(`start ${"x ".repeat(200)}`, -1)).toStartWith("start x");
});

test("no snippet cuts a character in two, wherever it starts and ends", () => {
  const text = "🙂".repeat(300);
  for (let at = 0; at < 200; at++) expect(toSnippet(text, at).isWellFormed()).toBe(true);
});
