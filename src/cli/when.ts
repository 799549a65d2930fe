/** Days and times that people type and read. */

import { toDay } from "../history/day/span.ts";
import type { Locale } from "../locale/messages.ts";
import { formatTime } from "../platform/clock.ts";
import { UsageError } from "./command.ts";
import { words } from "./words.ts";

const HOUR = 3_600_000;

export function timeOfDay(at: number): string {
  return formatTime(at).slice(11);
}

/** `Friday, January 30, 2026`. */
export function dayTitle(at: number, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "full" }).format(at);
}

/** By date, not by hours: a day with a clock change has 23 or 25 of them. */
export function dayBefore(now: number): string {
  const day = new Date(now);
  day.setDate(day.getDate() - 1);
  return toDay(day.getTime());
}

const UNITS: Readonly<Record<string, number>> = { h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR };

/** `7d`, `12h`, `2w`, `today`, `yesterday` or a date, as the moment that it begins with; undefined if it is none of them. */
export function parseSince(text: string, now: number): number | undefined {
  const age = /^(\d+)([hdw])$/.exec(text);
  if (age !== null) return now - Number(age[1]) * (UNITS[age[2] ?? ""] ?? 0);
  const day = namedDay(text, now);
  // A date alone is a day of the user's, not of Greenwich.
  const at = day === undefined ? Date.parse(text) : new Date(`${day}T00:00`).getTime();
  return Number.isNaN(at) ? undefined : at;
}

/** A date or an age as a point in time; `option` is named in the error. */
export function toSince(option: string, value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const at = parseSince(value, now);
  if (at === undefined) throw new UsageError(words.errors.optionDate(option, value));
  return at;
}

/** `2026-01-31` of a day that a person names; undefined where it is no day. */
export function namedDay(text: string, now: number): string | undefined {
  const word = text.toLowerCase();
  if (word === "today") return toDay(now);
  if (word === "yesterday") return dayBefore(now);
  const back = /^(\d{1,4})d$/.exec(word)?.[1];
  if (back !== undefined) {
    const day = new Date(now);
    day.setDate(day.getDate() - Number(back));
    return toDay(day.getTime());
  }
  return /^\d{4}-\d{2}-\d{2}$/.test(word) ? word : undefined;
}

/** Times in `--json` are ISO text, as everywhere on the command line. */
const TIMES: ReadonlySet<string> = new Set([
  "at",
  "from",
  "to",
  "startedAt",
  "endedAt",
  "lastEventAt",
  "lastAt",
  "updatedAt",
]);

export function withIsoTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIsoTimes);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      TIMES.has(name) && typeof field === "number" ? new Date(field).toISOString() : withIsoTimes(field),
    ]),
  );
}
