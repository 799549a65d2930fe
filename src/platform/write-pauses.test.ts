import { expect, test } from "bun:test";
import { createPauses } from "./write-pauses.ts";

test("others get a turn after 20 ms of writing, however many transactions that were", async () => {
  const slept: number[] = [];
  const pause = createPauses(async (ms) => void slept.push(ms));
  for (const took of [10, 9]) await pause(took);
  expect(slept).toEqual([]);
  await pause(1);
  expect(slept).toEqual([5]);
  await pause(19);
  expect(slept).toEqual([5]);
  await pause(500);
  expect(slept).toEqual([5, 5]);
});

test("what is done without the lock is part of the pause, but for a moment at its end", async () => {
  const slept: number[] = [];
  const pause = createPauses(async (ms) => void slept.push(ms));
  await pause(30);
  await pause(30, 1);
  await pause(30, 4);
  await pause(30, 50);
  expect(slept).toEqual([5, 4, 2, 2]);
});
