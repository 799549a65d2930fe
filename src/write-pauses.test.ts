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
