import { expect, test } from "bun:test";
import { pacedSteps } from "./pace.ts";

async function sleepsOf(isPaced: boolean, steps: number, ms: number): Promise<number[]> {
  const slept: number[] = [];
  let at = 0;
  let left = steps;
  const sleep = async (time: number) => void slept.push(time);
  await pacedSteps({ isPaced, sleep, elapsed: () => at })(async () => {
    at += ms;
    return --left > 0;
  });
  return slept;
}

test("paced, each slice is followed by a pause as long as the slice was", async () => {
  expect(await sleepsOf(true, 3, 9)).toEqual([9, 9]);
  expect(await sleepsOf(true, 6, 3)).toEqual([9]);
});

test("not paced, others get turns, and after a while a pause in which they find the lock free", async () => {
  expect(await sleepsOf(false, 6, 9)).toEqual([0, 0, 0, 5, 0, 0]);
});

test("stopped before it began, no step is done", async () => {
  let did = 0;
  await pacedSteps({ isPaced: false, signal: AbortSignal.abort() })(async () => {
    did++;
    return true;
  });
  expect(did).toBe(0);
});
