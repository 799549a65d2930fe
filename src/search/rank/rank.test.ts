import { expect, test } from "bun:test";
import { pathCloseness, rankOf, useOf, WEIGHTS } from "./rank.ts";

const DAY = 86_400_000;
const plain = { words: 0.5, bm25: 8 };

test("the weights add up to one, so a score can be held against a threshold", () => {
  expect(Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1);
  const best = rankOf({
    words: 1,
    bm25: 1e9,
    at: 5,
    now: 5,
    files: ["a.ts"],
    near: ["a.ts"],
    helped: 1e9,
    priority: 0,
  });
  expect(best.score).toBeCloseTo(1, 5);
  expect(rankOf({ words: 0, bm25: 0 }).score).toBe(0);
});

test("a score is its parts, weighed and added up", () => {
  const { score, parts } = rankOf({ ...plain, at: 0, now: 14 * DAY, priority: 2 });
  expect(parts).toEqual({ words: 0.5, text: 0.5, path: 0, recency: 0.5, use: 0, priority: 0.8 });
  expect(score).toBeCloseTo(0.6 * 0.5 + 0.22 * 0.5 + 0.04 * 0.5 + 0.03 * 0.8);
});

test("each part moves the score its own way", () => {
  const { score } = rankOf(plain);
  for (const better of [
    { words: 0.6 },
    { bm25: 9 },
    { files: ["src/a.ts"], near: ["/p/src/a.ts"] },
    { at: 1, now: 2 },
    { helped: 1 },
    { priority: 3 },
  ]) {
    expect({ better, up: rankOf({ ...plain, ...better }).score > score }).toEqual({ better, up: true });
  }
  expect(rankOf({ ...plain, failed: 3 }).score).toBe(score);
});

test("having more of the query's words outweighs everything that is not its text", () => {
  const more = rankOf({ words: 1, bm25: 4 }).score;
  const rest = { files: ["a.ts"], near: ["a.ts"], at: 1, now: 1, helped: 99, priority: 0 };
  expect(more).toBeGreaterThan(rankOf({ words: 0.5, bm25: 4, ...rest }).score);
});

test("the same file is nearest, whatever it is relative to; then its name, its folder, a folder above", () => {
  const near = ["/home/ann/app/src/store/open.ts"];
  const order = [
    "src/store/open.ts",
    "lib/open.ts",
    "/home/ann/app/src/store/close.ts",
    "/home/ann/app/docs/a.md",
  ];
  const values = order.map((file) => pathCloseness([file], near));
  expect(values[0]).toBe(1);
  expect(values).toEqual([...values].sort((a, b) => b - a));
  expect(new Set(values).size).toBe(4);
  expect(pathCloseness(["C:\\app\\src\\a.ts"], ["src/a.ts"])).toBe(1);
  expect(pathCloseness(["x/y.ts"], ["a/b.ts"])).toBe(0);
  expect(pathCloseness([], near)).toBe(0);
});

test("nine of ten says more than one of one, and what never worked says nothing", () => {
  expect(useOf(9, 1)).toBeGreaterThan(useOf(1, 0));
  expect(useOf(1, 0)).toBeGreaterThan(useOf(1, 1));
  expect(useOf(0, 5)).toBe(0);
  expect(useOf(0, 0)).toBe(0);
});

test("a clock that runs backwards, or no clock, does no harm", () => {
  expect(rankOf({ ...plain, at: 10, now: 5 }).parts.recency).toBe(1);
  expect(rankOf({ ...plain, at: 10 }).parts.recency).toBe(0);
});
