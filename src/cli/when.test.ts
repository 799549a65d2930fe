import { describe, expect, test } from "bun:test";
import { namedDay, parseSince, when } from "./when.ts";

const NOW = new Date(2026, 2, 10, 15, 30).getTime();
const at = (...time: [number, number, number, number?]) =>
  new Date(2026, time[0], time[1], time[2], time[3] ?? 0).getTime();

describe("a time as people say it", () => {
  test("is relative within the day, named yesterday, and a date before that", () => {
    const shown = [NOW - 5000, NOW - 12 * 60_000, at(2, 10, 12), at(2, 9, 23, 59), at(2, 8, 23)];
    expect(shown.map((time) => when(time, NOW, "en"))).toEqual([
      "now",
      "12 min. ago",
      "3 hr. ago",
      "yesterday 23:59",
      "2026-03-08 23:00",
    ]);
  });

  test("is said in the user's language", () => {
    expect(when(at(2, 9, 8), NOW, "ko")).toBe("어제 08:00");
    expect(when(at(2, 9, 8), NOW, "zh-TW")).toBe("昨天 08:00");
    expect(when(NOW - 12 * 60_000, NOW, "zh-CN")).toBe("12分钟前");
  });

  test("that is still to come is a date: a clock was wrong", () => {
    expect(when(NOW + 60_000, NOW, "en")).toBe("2026-03-10 15:31");
  });
});

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
