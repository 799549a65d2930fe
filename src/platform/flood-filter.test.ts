/** Of many equal messages the first pass, and the rest are counted. The clock is the test's. */
import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { createFloodFilter } from "./flood-filter.ts";

let now: number;
let said: [string, number][];
beforeEach(() => {
  [now, said] = [1000, []];
});
afterEach(() => jest.useRealTimers());
const create = () =>
  createFloodFilter({ now: () => now, summarize: (key, repeated) => said.push([key, repeated]) });
const passed = (filter: ReturnType<typeof create>, key: string, times: number) =>
  Array.from({ length: times }, () => filter.passes(key)).filter(Boolean).length;

test("twenty of one message pass in a minute; the rest are told when it is over, by whatever comes next", () => {
  const filter = create();
  expect(passed(filter, "a", 20)).toBe(20);
  expect(passed(filter, "a", 5)).toBe(0);
  expect(passed(filter, "b", 3)).toBe(3);
  now += 59_999;
  expect(filter.passes("a")).toBe(false);
  expect(said).toEqual([]);
  now += 1;
  expect(filter.passes("c")).toBe(true);
  expect(said).toEqual([["a", 6]]);
  expect(passed(filter, "a", 21)).toBe(20);
});

test("a window that is not over yet stays open", () => {
  const filter = create();
  passed(filter, "a", 22);
  now += 30_000;
  passed(filter, "b", 23);
  now += 30_000;
  filter.passes("c");
  expect(said).toEqual([["a", 2]]);
  expect(filter.passes("b")).toBe(false);
  now += 30_000;
  filter.passes("c");
  expect(said).toEqual([
    ["a", 2],
    ["b", 4],
  ]);
});

test("exactly twenty need no word, and what is left is told at the end", () => {
  const filter = create();
  passed(filter, "a", 20);
  passed(filter, "b", 21);
  filter.flush();
  expect(said).toEqual([["b", 1]]);
  filter.flush();
  expect(said).toHaveLength(1);
});

test("the number is told even when nothing else ever is", () => {
  jest.useFakeTimers();
  const filter = create();
  passed(filter, "a", 20);
  expect(jest.getTimerCount()).toBe(0);
  passed(filter, "a", 1);
  expect(jest.getTimerCount()).toBe(1);
  passed(filter, "a", 4);
  expect(jest.getTimerCount()).toBe(1);
  now += 60_000;
  jest.advanceTimersByTime(60_000);
  expect(said).toEqual([["a", 5]]);
});

test("five hundred messages are told apart; with more, all begin anew", () => {
  const filter = create();
  passed(filter, "a", 25);
  for (let n = 0; n < 499; n++) filter.passes(`other ${n}`);
  expect([filter.passes("a"), said]).toEqual([false, []]);
  filter.passes("one more");
  expect(filter.passes("a")).toBe(true);
  expect(said).toEqual([["a", 6]]);
});
