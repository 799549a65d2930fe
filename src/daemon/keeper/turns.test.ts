import { expect, test } from "bun:test";
import { createTurns } from "./turns.ts";

const HOUR_MS = 3_600_000;

test("only so many have a turn; the others get it in the order in which they came", async () => {
  const turns = createTurns(2);
  const began: number[] = [];
  const releases: (() => void)[] = [];
  const all = [1, 2, 3, 4].map(async (n) => {
    const release = await turns.take(HOUR_MS);
    began.push(n);
    if (release !== undefined) releases.push(release);
  });
  await Promise.all(all.slice(0, 2));
  expect(began).toEqual([1, 2]);
  releases[0]?.();
  await all[2];
  expect(began).toEqual([1, 2, 3]);
  // Twice is once.
  releases[0]?.();
  await Promise.resolve();
  expect(began).toEqual([1, 2, 3]);
  releases[1]?.();
  await all[3];
  for (const release of releases) release();
  (await turns.take(HOUR_MS))?.();
});

test("who waits too long for a turn gets none, and takes none from the others", async () => {
  const turns = createTurns(1);
  const release = await turns.take(HOUR_MS);
  const patient = turns.take(HOUR_MS);
  expect(await turns.take(1)).toBeUndefined();
  release?.();
  (await patient)?.();
  expect(await turns.take(1)).toBeDefined();
});
