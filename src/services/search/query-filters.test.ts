import { expect, test } from "bun:test";
import { parseQuery } from "./query-filters.ts";

const now = new Date(2026, 10, 15, 20).getTime();
const projects = ["/home/a/shop", "/home/b/shop", "/home/b/web-site"];
const parse = (query: string) => parseQuery(query, { now, projects });

test("filters are taken out of the words", () => {
  expect(parse("rounding type:prompts totals since:7d client:claude file:src/totals.ts")).toEqual({
    text: "rounding totals",
    type: "prompt",
    since: now - 7 * 86_400_000,
    client: "claude-code",
    file: "src/totals.ts",
    unknown: [],
  });
});

test("a project is found by its folder, its shown name or a part of it", () => {
  expect(parse("x project:web").project).toBe("/home/b/web-site");
  expect(parse("x project:shop").project).toBe("/home/a/shop");
  expect(parse("x project:b/shop").project).toBe("/home/b/shop");
  expect(parse('x in:"/home/b/shop"').project).toBe("/home/b/shop");
});

test("dates and days are those of the calendar", () => {
  expect(parse("since:2026-11-01").since).toBe(new Date(2026, 10, 1).getTime());
  expect(parse("since:yesterday").since).toBe(new Date(2026, 10, 14).getTime());
});

test("a filter that means nothing is named and left out; a URL or a word with a colon is no filter", () => {
  expect(parse("a since:soon project:nowhere b")).toEqual({
    text: "a b",
    unknown: ["since:soon", "project:nowhere"],
  });
  expect(parse("TypeError: x is not http://localhost:80").text).toBe(
    "TypeError: x is not http://localhost:80",
  );
});
