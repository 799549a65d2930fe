import { expect, test } from "bun:test";
import { nextRound } from "./background.ts";

const DAY = 86_400_000;
const NOW = 10 * DAY;

test("the first round comes at once, the next one soon while somebody works and seldom when nobody does", () => {
  expect(nextRound(undefined, 0, NOW, 0)).toBe(NOW);
  const quiet = { at: NOW, changed: false, failures: 0 };
  expect(nextRound(quiet, NOW - 1000, NOW, 0)).toBe(NOW + 5_000);
  expect(nextRound(quiet, NOW - DAY, NOW, 0)).toBe(NOW + 60_000);
  expect(nextRound({ ...quiet, changed: true }, NOW - DAY, NOW, 0)).toBe(NOW + 5_000);
});

test("while the server is away the pauses grow to five minutes, and differ between machines", () => {
  const wait = (failures: number, random: number) =>
    nextRound({ at: NOW, changed: false, failures }, NOW, NOW, random) - NOW;
  expect([1, 2, 3, 7, 100].map((failures) => wait(failures, 1))).toEqual([
    5_000, 10_000, 20_000, 300_000, 300_000,
  ]);
  expect(wait(100, 0)).toBe(150_000);
});
