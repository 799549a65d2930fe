import { expect, test } from "bun:test";
import { growthOf } from "./growth.ts";

const LIMIT = { most: 1.05, extra: 1 };
const samples = (value: (i: number) => number) => Array.from({ length: 90 }, (_, i) => value(i));

test("what rises all the while has grown", () => {
  expect(
    growthOf(
      samples((i) => 100 + i),
      LIMIT,
    ),
  ).toEqual({ first: 114.5, middle: 144.5, last: 174.5, grew: true });
});

test("what rises only at first has not grown, nor has what goes up and down", () => {
  expect(
    growthOf(
      samples((i) => Math.min(100, i * 4)),
      LIMIT,
    ).grew,
  ).toBe(false);
  expect(
    growthOf(
      samples((i) => (i % 7 === 0 ? 300 : 100)),
      LIMIT,
    ).grew,
  ).toBe(false);
});

test("of two samples nothing can be said", () => {
  expect(growthOf([1, 100], LIMIT).grew).toBe(false);
});
