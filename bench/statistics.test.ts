import { expect, test } from "bun:test";
import { interleave, median, percentile } from "./statistics.ts";

test("a median of an even count is the mean of its middle two, whatever their order", () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([100, 1, 2])).toBe(2);
});

test("the 95th percentile of 1 to 101 is 96", () => {
  expect(
    percentile(
      Array.from({ length: 101 }, (_, i) => i + 1),
      95,
    ),
  ).toBe(96);
});

test("a percentile of nothing is NaN", () => {
  expect(median([])).toBeNaN();
});

test("each round starts with another variant and has all of them", () => {
  const rounds = [0, 1, 2, 3].map((round) => interleave(["a", "b", "c"], round).join(""));
  expect(rounds).toEqual(["abc", "bca", "cab", "abc"]);
});
