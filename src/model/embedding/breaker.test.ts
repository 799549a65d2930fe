import { expect, test } from "bun:test";
import { createBreaker } from "./breaker.ts";

test("after a failure it pauses, longer each time up to five minutes, and resets after a success", () => {
  let now = 1000;
  const breaker = createBreaker(() => now);
  const restsFor = () => {
    const from = now;
    while (!breaker.isClosed()) now += 1000;
    return now - from;
  };
  expect(breaker.isClosed()).toBe(true);
  const rests = Array.from({ length: 7 }, () => {
    breaker.failed();
    return restsFor();
  });
  expect(rests).toEqual([15_000, 30_000, 60_000, 120_000, 240_000, 300_000, 300_000]);
  breaker.failed();
  breaker.worked();
  expect(breaker.isClosed()).toBe(true);
  breaker.failed();
  expect(restsFor()).toBe(15_000);
});

test("a clock that stands at its beginning changes nothing", () => {
  const breaker = createBreaker(() => 0);
  expect(breaker.isClosed()).toBe(true);
  breaker.failed();
  expect(breaker.isClosed()).toBe(false);
  breaker.worked();
  expect(breaker.isClosed()).toBe(true);
});
