import { expect, test } from "bun:test";
import { bootstrap, differenceInterval, mean, median, seeded } from "./intervals.ts";

test("the same seed gives the same numbers, spread over 0 to 1", () => {
  const [a, b] = [seeded(7), seeded(7)];
  const first = Array.from({ length: 1000 }, a);
  expect(first).toEqual(Array.from({ length: 1000 }, b));
  expect(Math.min(...first)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...first)).toBeLessThan(1);
  expect(mean(first)).toBeCloseTo(0.5, 1);
  expect(seeded(8)()).not.toBe(seeded(7)());
});

test("an interval holds the value, narrows with more groups, and is the same at every run", () => {
  const few = Array.from({ length: 10 }, (_, i) => i % 2);
  const many = Array.from({ length: 1000 }, (_, i) => i % 2);
  const wide = bootstrap(few, mean) ?? [0, 0];
  const narrow = bootstrap(many, mean) ?? [0, 0];
  expect(wide[0]).toBeLessThan(0.5);
  expect(wide[1]).toBeGreaterThan(0.5);
  expect(narrow[1] - narrow[0]).toBeLessThan((wide[1] - wide[0]) / 3);
  expect(bootstrap(few, mean)).toEqual(wide);
});

test("groups that are all alike leave no doubt; one group, or a statistic of nothing, gives no interval", () => {
  expect(bootstrap([1, 1, 1], mean)).toEqual([1, 1]);
  expect(bootstrap([1], mean)).toBeUndefined();
  expect(bootstrap([1, 2], () => Number.NaN)).toBeUndefined();
});

test("the difference of two groups: far apart is clear, alike holds zero", () => {
  const low = Array.from({ length: 40 }, (_, i) => i % 3);
  const high = low.map((value) => value + 5);
  const [from, to] = differenceInterval(high, low) ?? [0, 0];
  expect(from).toBeGreaterThan(4);
  expect(to).toBeLessThan(6);
  const [below, above] = differenceInterval(low, low) ?? [1, -1];
  expect(below).toBeLessThanOrEqual(0);
  expect(above).toBeGreaterThanOrEqual(0);
  expect(differenceInterval([1], low)).toBeUndefined();
});

test("mean and median of none are 0", () => {
  expect([mean([]), median([]), median([3, 1, 2])]).toEqual([0, 0, 2]);
});

test("an interval holds ninety-five of a hundred draws: the lowest and the highest two and a half are left out", () => {
  // Each round gives its own number, so that the places in the order are the values.
  let round = 0;
  const counted = () => round++ % 1000;
  expect(bootstrap([1, 2], counted, { rounds: 1000 })).toEqual([25, 975]);
  let draws = 0;
  const uneven = bootstrap([1, 2], () => draws++, { rounds: 3 });
  expect(uneven).toEqual([0, 2]);
});

test("of two groups the difference has the same bounds", () => {
  const spread = Array.from({ length: 200 }, (_, n) => n);
  const [from, to] = differenceInterval(spread, [0, 0], { rounds: 4000 }) ?? [0, 0];
  // The mean of 200 numbers up to 199 strays by about four; twice that is the interval.
  expect([from > 90 && from < 93, to > 106 && to < 109]).toEqual([true, true]);
});
