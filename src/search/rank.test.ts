import { expect, test } from "bun:test";
import { rankOf, WEIGHTS } from "./rank.ts";

const plain = { words: 0.5, bm25: 8, helped: 0, failed: 0 };

test("a score is its parts, weighed and added up, and at most one", () => {
  expect(rankOf({ ...plain, priority: 2 })).toEqual({
    score: expect.closeTo(0.6 * 0.5 + 0.22 * 0.5 + 0.03 * 0.8),
    parts: { words: 0.5, text: 0.5, use: 0, priority: 0.8 },
  });
  expect(Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(1);
  expect(rankOf({ ...plain, words: 0, bm25: 0 }).score).toBe(0);
});

test("each part moves the score its own way", () => {
  const { score } = rankOf(plain);
  for (const better of [{ words: 0.6 }, { bm25: 9 }, { helped: 1 }, { priority: 3 }])
    expect({ better, up: rankOf({ ...plain, ...better }).score > score }).toEqual({ better, up: true });
  expect(rankOf({ ...plain, failed: 3 }).score).toBe(score);
});

test("having more of the query's words outweighs everything that is not its text", () => {
  const more = rankOf({ ...plain, words: 1, bm25: 4 }).score;
  expect(more).toBeGreaterThan(rankOf({ ...plain, bm25: 4, helped: 99, priority: 0 }).score);
});

test("nine of ten says more than one of one, and what never worked says nothing", () => {
  const useOf = (helped: number, failed: number) => rankOf({ ...plain, helped, failed }).parts.use;
  expect(useOf(9, 1)).toBeGreaterThan(useOf(1, 0));
  expect(useOf(1, 0)).toBeGreaterThan(useOf(1, 1));
  expect([useOf(0, 5), useOf(0, 0)]).toEqual([0, 0]);
});
