/** Times and numbers in the format of the page's language. */
import { signal } from "@preact/signals";
import { language } from "./prefs.ts";

/** Ticks, so that a time of today gets its date after midnight. */
const clock = signal(Date.now());

export function followClock(): void {
  setInterval(() => {
    clock.value = Date.now();
  }, 15_000);
}

/** Making a formatter takes as long as drawing a row: each is made once. */
function kept<F, O extends object>(make: (language: string, options: O) => F): (options?: O) => F {
  const made = new Map<string, F>();
  return (options = {} as O) => {
    const key = `${language.value} ${JSON.stringify(options)}`;
    const known = made.get(key) ?? make(language.value, options);
    made.set(key, known);
    return known;
  };
}

const dates = kept((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
const numbers = kept((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));

export function timeOf(at: number): string {
  return dates({ dateStyle: "medium", timeStyle: "medium" }).format(at);
}

/** The day in full, as a heading: Sunday, 15 November 2026. */
export function dayOf(at: number): string {
  return dates({ dateStyle: "full" }).format(at);
}

/** The time of today, and the date in front of it for any other day. */
export function momentOf(at: number): string {
  if (new Date(at).toDateString() === new Date(clock.value).toDateString()) return hourOf(at);
  const isThisYear = new Date(at).getFullYear() === new Date(clock.value).getFullYear();
  const day = dates({
    month: "short",
    day: "numeric",
    ...(isThisYear ? {} : { year: "numeric" }),
  }).format(at);
  return `${day} ${hourOf(at).slice(0, 5)}`;
}

/** 2026-11-15, in this browser's time zone. */
export function toDateName(at: number): string {
  const day = new Date(at);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((n) => String(n).padStart(2, "0"))
    .join("-");
}

export function hourOf(at: number): string {
  return dates({ timeStyle: "medium", hour12: false }).format(at);
}

export function numberOf(value: number): string {
  return numbers({ maximumFractionDigits: value < 10 ? 2 : 0 }).format(value);
}

/** `12.3M`: for many large figures side by side. */
export function shortNumberOf(value: number): string {
  return numbers({ notation: "compact", maximumFractionDigits: 1 }).format(value);
}

export function moneyOf(dollars: number): string {
  return numbers({ style: "currency", currency: "USD" }).format(dollars);
}

export function percentOf(share: number): string {
  return numbers({ style: "percent", maximumFractionDigits: 0 }).format(share);
}

export function durationOf(ms: number): string {
  if (ms < 1000) return `${numberOf(ms)} ms`;
  if (ms < 60_000) return `${numberOf(Number((ms / 1000).toFixed(1)))} s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${numberOf(minutes)} min`;
  const rest = minutes % 60;
  return `${numberOf(Math.floor(minutes / 60))} h${rest === 0 ? "" : ` ${rest} min`}`;
}

/** `/home/dev/shop` → `shop`. */
export function folderOf(project: string): string {
  return project.split(/[/\\]/).filter(Boolean).at(-1) ?? project;
}

/** Milliseconds; undefined for what is no time. */
export function toMilliseconds(value: number | string | null | undefined): number | undefined {
  if (value === null || value === undefined) return undefined;
  const at = new Date(value).getTime();
  return Number.isNaN(at) ? undefined : at;
}

/** `project://money/rounding: “Totals …”`: people read the sentence, not the name of its record. */
export const withoutUri = (text: string): string => text.replace(/^[a-z]+:\/\/\S+: /, "");
