import { expect, test } from "bun:test";
import { dateWords, sinceMatch } from "./date-words.ts";

const DAY_MS = 86_400_000;
const SIGN = "\ue000";
const any = (...words: string[]) => `(${words.map((word) => `"${SIGN}${word}"`).join(" OR ")})`;

test("a record has the word of its day and of its block of 32 days", () => {
  expect(dateWords(0)).toBe(`${SIGN}d0 ${SIGN}b0`);
  expect(dateWords(DAY_MS - 1)).toBe(`${SIGN}d0 ${SIGN}b0`);
  expect(dateWords(DAY_MS)).toBe(`${SIGN}d1 ${SIGN}b0`);
  expect(dateWords(32 * DAY_MS - 1)).toBe(`${SIGN}d31 ${SIGN}b0`);
  expect(dateWords(32 * DAY_MS)).toBe(`${SIGN}d32 ${SIGN}b1`);
  expect(dateWords(-1)).toBe(`${SIGN}d-1 ${SIGN}b-1`);
});

test("since a time: the days to the end of its block, then whole blocks to the newest day", () => {
  expect(sinceMatch(29 * DAY_MS, 31 * DAY_MS)).toBe(any("d29", "d30", "d31"));
  expect(sinceMatch(30.5 * DAY_MS, 100 * DAY_MS)).toBe(any("d30", "d31", "b1", "b2", "b3"));
  expect(sinceMatch(31 * DAY_MS, 32 * DAY_MS)).toBe(any("d31", "b1"));
  expect(sinceMatch(64 * DAY_MS, 64 * DAY_MS)).toBe(any("d64"));
  // Nothing is that new: the first day all the same.
  expect(sinceMatch(64 * DAY_MS, 5 * DAY_MS)).toBe(any("d64"));
});

test("120 blocks are words, 121 are too many", () => {
  const first = 31 * DAY_MS;
  const blocks = Array.from({ length: 120 }, (_, i) => `b${i + 1}`);
  expect(sinceMatch(first, 120 * 32 * DAY_MS)).toBe(any("d31", ...blocks));
  expect(sinceMatch(first, 121 * 32 * DAY_MS)).toBeUndefined();
});
