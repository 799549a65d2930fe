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

test("ages count in hours, days, weeks, months and years, and today begins at midnight", () => {
  const hour = 3_600_000;
  const ages = { "12h": 12, "7D": 168, "2w": 336, "1m": 720, "1y": 8760 };
  for (const [age, hours] of Object.entries(ages))
    expect([age, parse(`since:${age}`).since]).toEqual([age, now - hours * hour]);
  expect(parse("since:Today").since).toBe(new Date(2026, 10, 15).getTime());
  expect(parse("since:99999d").unknown).toEqual(["since:99999d"]);
});

test("types have the names that people use, in any number; what belongs to every object is none", () => {
  const types = ["Memories", "calls", "commands", "answers", "errors", "fix"].map(
    (name) => parse(`kind:${name}`).type,
  );
  expect(types).toEqual(["memory", "observation", "observation", "response", "solution", "solution"]);
  expect(parse("type:constructor").unknown).toEqual(["type:constructor"]);
  expect(parse('file:"" x').unknown).toEqual(['file:""']);
});

test("of a project the whole folder comes first, then its name, its last part, and a part of its name", () => {
  const of = (query: string, folders: string[]) => parseQuery(query, { now, projects: folders }).project;
  expect(of("project:/a/web", ["/b/web", "/a/web"])).toBe("/a/web");
  expect(of("project:SHOP", ["/x/workshop", "/y/shop"])).toBe("/y/shop");
  expect(of("project:work", ["/y/shop", "/x/workshop"])).toBe("/x/workshop");
});
