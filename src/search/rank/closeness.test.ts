import { expect, test } from "bun:test";
import { pathCloseness, rankOf, useOf } from "./rank.ts";

const near = (one: string, other: string) => pathCloseness([one], [other]);

test("the same file is 1, however much of its path is known", () => {
  expect(near("src/a.ts", "src/a.ts")).toBe(1);
  expect(near("/home/me/p/src/a.ts", "src/a.ts")).toBe(1);
  expect(near("a.ts", "src\\a.ts")).toBe(1);
  expect(near("./src/a.ts", "src/a.ts")).toBe(1);
});

test("the same name is half, the same folder less, a folder above less still, nothing is nothing", () => {
  expect(near("src/a/x.ts", "lib/b/x.ts")).toBe(0.5);
  expect(near("src/a/x.ts", "src/a/y.ts")).toBe(0.4);
  expect(near("src/a/x.ts", "src/b/y.ts")).toBeCloseTo(0.1);
  expect(near("src/x.ts", "src/b/c/y.ts")).toBeCloseTo(0.3 / 4);
  expect(near("src/x.ts", "lib/y.ts")).toBe(0);
  expect(near("x.ts", "y.ts")).toBe(0);
  expect(near("", "")).toBe(0);
});

test("the nearest of several counts, and none is far", () => {
  expect(pathCloseness(["lib/y.ts", "src/a.ts"], ["x/z.ts", "src/b.ts"])).toBe(0.4);
  expect(pathCloseness([], ["a"])).toBe(0);
  expect(pathCloseness(["a"], [])).toBe(0);
});

test("use is as sure as the number of its cases", () => {
  expect(useOf(0, 0)).toBe(0);
  expect(useOf(1, 0)).toBeCloseTo(1 / 3);
  expect(useOf(9, 1)).toBeCloseTo(0.75);
  expect(useOf(0, 3)).toBe(0);
});

test("parts are within 0 and 1, and what is not known is 0", () => {
  const { parts } = rankOf({ words: 2, bm25: -1 });
  expect(parts).toMatchObject({ words: 1, text: 0, path: 0, recency: 0, use: 0, priority: 0 });
  expect(rankOf({ words: 0, bm25: 0, priority: 0 }).parts.priority).toBe(1);
  expect(rankOf({ words: 0, bm25: 0, priority: 4 }).parts.priority).toBeCloseTo(0.6);
  expect(rankOf({ words: 0, bm25: 0, at: 5, now: 5 }).parts.recency).toBe(1);
  expect(rankOf({ words: 0, bm25: 0, at: 9, now: 5 }).parts.recency).toBe(1);
});
