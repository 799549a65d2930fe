import { expect, test } from "bun:test";
import { namedDay, parseSince } from "./when.ts";

const NOW = new Date(2026, 2, 10, 15, 30).getTime();
const at = (...time: [number, number, number, number?]) =>
  new Date(2026, time[0], time[1], time[2], time[3] ?? 0).getTime();

test("since takes an age, a day's name or a date, which begins at midnight here", () => {
  expect(parseSince("12h", NOW)).toBe(NOW - 12 * 3_600_000);
  expect(parseSince("2w", NOW)).toBe(NOW - 14 * 86_400_000);
  expect(parseSince("yesterday", NOW)).toBe(at(2, 9, 0));
  expect(parseSince("2026-03-01", NOW)).toBe(at(2, 1, 0));
  expect(parseSince("2026-03-01T10:00", NOW)).toBe(at(2, 1, 10));
  expect(parseSince("soon", NOW)).toBeUndefined();
});

test("a day is named by its date, by a word or by how long ago it was", () => {
  expect(["today", "Yesterday", "3d", "2026-01-31", "soon"].map((text) => namedDay(text, NOW))).toEqual([
    "2026-03-10",
    "2026-03-09",
    "2026-03-07",
    "2026-01-31",
    undefined,
  ]);
});
