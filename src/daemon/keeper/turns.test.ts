import { expect, test } from "bun:test";
import { createTurns, LARGE_LANE } from "./turns.ts";

const HOUR_MS = 3_600_000;

test("only so many have a turn; the others get it in the order in which they came", async () => {
  const turns = createTurns(2);
  const began: number[] = [];
  const releases: (() => void)[] = [];
  const all = [1, 2, 3, 4].map(async (n) => {
    const release = await turns.take("s", HOUR_MS);
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
  (await turns.take("s", HOUR_MS))?.();
});

test("who waits too long for a turn gets none, and takes none from the others", async () => {
  const turns = createTurns(1);
  const release = await turns.take("s", HOUR_MS);
  const patient = turns.take("s", HOUR_MS);
  expect(await turns.take("s", 1)).toBeUndefined();
  release?.();
  (await patient)?.();
  expect(await turns.take("s", 1)).toBeDefined();
});

test("the sessions take turns: one that sends many does not keep another waiting", async () => {
  const turns = createTurns(1);
  let release = await turns.take("many", HOUR_MS);
  const began: string[] = [];
  const wait = (lane: string) =>
    turns.take(lane, HOUR_MS).then((next) => {
      began.push(lane);
      release = next;
    });
  const all = ["many", "many", "many", "one"].map(wait);
  for (let i = 0; i < 4; i++) {
    release?.();
    await Promise.resolve().then(() => undefined);
    await Bun.sleep(0);
  }
  await Promise.all(all);
  expect(began.slice(0, 2)).toEqual(["many", "one"]);
});

test("of the large events one is under way, and the others wait for it, not for the small ones", async () => {
  const turns = createTurns(3);
  const first = await turns.take(LARGE_LANE, HOUR_MS);
  const second = turns.take(LARGE_LANE, HOUR_MS);
  const small = await turns.take("s", HOUR_MS);
  expect([await turns.take(LARGE_LANE, 1), small === undefined]).toEqual([undefined, false]);
  first?.();
  (await second)?.();
  small?.();
  const all = await Promise.all(["a", "b", "c"].map((lane) => turns.take(lane, 1)));
  expect(all.every((release) => release !== undefined)).toBe(true);
});
