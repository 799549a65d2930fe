import { expect, test } from "bun:test";
import { toMarker } from "./marks.ts";
import { toQueryTerms } from "./words.ts";

const marked = (text: string, query: string) => {
  const marks = toMarker(toQueryTerms(query)).marks(text);
  return marks.map(([start, end]) => text.slice(start, end));
};

test.each([
  ["The totals are rounded", "total", ["totals"]],
  ["parseHookInput and hook_input", "hook input", ["HookInput", "hook", "input"]],
  ["a party of art", "art", ["art"]],
  ["资料库迁移失败", "迁移", ["迁移"]],
  ["<b>bold</b> & more", "bold", ["bold"]],
  ["nothing here", "elsewhere", []],
])("in %p the query %p marks %p", (text, query, pieces) => {
  expect(marked(text, query)).toEqual(pieces);
});

test("marks are in order and never overlap", () => {
  const text = "rounding rounded round ".repeat(20);
  const marks = toMarker(toQueryTerms("round rounding rounded")).marks(text);
  for (const [i, [start, end]] of marks.entries()) {
    expect(start).toBeLessThan(end);
    expect(start).toBeGreaterThan(marks[i - 1]?.[1] ?? -1);
  }
});

test("it counts the words that a text has", () => {
  const marker = toMarker(toQueryTerms("totals invoice missing"));
  expect([marker.words, marker.found("the invoice totals")]).toEqual([3, 2]);
});
