import { expect, test } from "bun:test";
import { createStepSize } from "./step-size.ts";

const open = () => createStepSize({ ms: 20, first: 100, least: 5, longest: 1000 });

test("the next transaction holds what fits into its time, as the last one shows", () => {
  const size = open();
  expect(size.most()).toBe(100);
  size.took(100, 40);
  expect(size.most()).toBe(50);
  size.took(50, 16);
  expect(size.most()).toBe(62);
});

test("it grows to twice as much at a time, and no further than its limit", () => {
  const size = open();
  const seen = Array.from({ length: 6 }, () => {
    size.took(size.most(), 0);
    return size.most();
  });
  expect(seen).toEqual([200, 400, 800, 1000, 1000, 1000]);
});

test("it never comes to a stop, and what held nothing says nothing", () => {
  const size = open();
  size.took(1, 10_000);
  expect(size.most()).toBe(5);
  size.took(0, 10_000);
  expect(size.most()).toBe(5);
  size.took(5, 1);
  expect(size.most()).toBe(10);
});
