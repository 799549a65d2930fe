import { expect, test } from "bun:test";
import { pacedSteps } from "./pace.ts";

/** Busy for longer than a slice, by the clock that is asked: the machine's load makes it longer, never shorter. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

async function sleepsOf(isPaced: boolean, steps: number, ms: number): Promise<number[]> {
  const slept: number[] = [];
  let left = steps;
  await pacedSteps({ isPaced, sleep: async (time) => void slept.push(time) })(async () => {
    work(ms);
    return --left > 0;
  });
  return slept;
}

test("paced, each slice is followed by a pause at least as long as the slice was", async () => {
  const slept = await sleepsOf(true, 3, 9);
  expect(slept).toHaveLength(2);
  expect(Math.min(...slept)).toBeGreaterThanOrEqual(9);
});

test("not paced, others get turns, and after a while a pause in which they find the lock free", async () => {
  const slept = await sleepsOf(false, 4, 21);
  expect(slept.filter((ms) => ms === 0)).toHaveLength(3);
  expect(slept.filter((ms) => ms > 0)).toHaveLength(3);
});

test("stopped before it began, no step is done", async () => {
  let did = 0;
  await pacedSteps({ isPaced: false, signal: AbortSignal.abort() })(async () => {
    did++;
    return true;
  });
  expect(did).toBe(0);
});
