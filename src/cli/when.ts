/** Days and times that people type and read. */

import { toDay } from "../history/day/span.ts";
import { formatTime } from "../platform/clock.ts";
import { type CommandInput, UsageError } from "./command.ts";
import { locale, words } from "./words.ts";

export function timeOfDay(at: number): string {
  return formatTime(at).slice(11);
}

/** `Friday, January 30, 2026`, or `Today · Friday, …`. */
export function titleOfDay(at: number, now: number): string {
  const say = words.activity.day;
  const day = toDay(at);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "full" }).format(at);
  const named = day === toDay(now) ? say.today : day === dayBefore(now) ? say.yesterday : undefined;
  return named === undefined ? date : `${named} · ${date}`;
}

/** By date, not by hours: a day with a clock change has 23 or 25 of them. */
export function dayBefore(now: number, days = 1): string {
  const day = new Date(now);
  day.setDate(day.getDate() - days);
  return toDay(day.getTime());
}

const HOURS: Readonly<Record<string, number>> = { h: 1, d: 24, w: 7 * 24 };

/** `7d`, `12h`, `2w`, `today`, `yesterday` or a date, as the moment that it begins with; undefined if it is none of them. */
export function parseSince(text: string, now: number): number | undefined {
  const age = /^(\d+)([hdw])$/.exec(text);
  if (age !== null) return now - Number(age[1]) * (HOURS[age[2] ?? ""] ?? 0) * 3_600_000;
  const day = namedDay(text, now);
  // A date alone is a day in the user's time zone, not in UTC.
  const at = day === undefined ? Date.parse(text) : new Date(`${day}T00:00`).getTime();
  return Number.isNaN(at) ? undefined : at;
}

/** `--since D`, or another option with a date or an age, as a point in time. */
export function sinceIn(input: CommandInput, option = "since"): number | undefined {
  const given = input.text(option);
  const at = given === undefined ? undefined : parseSince(given, Date.now());
  if (given === undefined || at !== undefined) return at;
  throw new UsageError(words.errors.optionDate(`--${option}`, given));
}

/** `2026-01-31` for a day in words; undefined if it is not a day. */
export function namedDay(text: string, now: number): string | undefined {
  const word = text.toLowerCase();
  if (word === "today") return toDay(now);
  if (word === "yesterday") return dayBefore(now);
  const back = /^(\d{1,4})d$/.exec(word)?.[1];
  if (back !== undefined) return dayBefore(now, Number(back));
  return /^\d{4}-\d{2}-\d{2}$/.test(word) ? word : undefined;
}

/** Times in `--json` are ISO text, as everywhere on the command line. */
const TIMES = /^(?:at|from|to|startedAt|endedAt|lastEventAt|lastAt|updatedAt)$/;

export function withIsoTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIsoTimes);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      TIMES.test(name) && typeof field === "number" ? new Date(field).toISOString() : withIsoTimes(field),
    ]),
  );
}
