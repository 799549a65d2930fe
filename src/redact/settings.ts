/** The setting `redact`: values that are never stored, and patterns for what only the user knows. */
import { compileFinder } from "../text/regex.ts";
import { findValues } from "./known-values.ts";
import type { Finding } from "./spans.ts";

interface RedactSettings {
  patterns: readonly string[];
  values: readonly string[];
}

/** The next match at or after an index, in time proportional to the text's length. */
let finders: readonly ReturnType<typeof compileFinder>[] = [];
let values: readonly string[] = [];
let source = "";
/** False for most people. */
export let hasUserRules = false;

/** Applies the setting to this process, before anything is stored. */
export function applyRedactSettings(settings: RedactSettings): void {
  finders = settings.patterns.map((pattern) => compileFinder(pattern));
  values = settings.values;
  hasUserRules = finders.length + values.length > 0;
  source = hasUserRules ? JSON.stringify([settings.patterns, values]) : "";
}

/** For threads, which get the rules with their work: the JSON of patterns and values; empty when there are none. */
export const userRulesSource = (): string => source;

export function takeUserRules(next: string): void {
  if (next === source) return;
  const [patterns, values] = next === "" ? [[], []] : (JSON.parse(next) as [string[], string[]]);
  applyRedactSettings({ patterns, values });
}

export const userRulesVersion = (): number => (source === "" ? 0 : Number(Bun.hash.crc32(source)));

export function isRedactPattern(text: string): boolean {
  try {
    return compileFinder(text)("", 0) === undefined;
  } catch {
    return false;
  }
}

/** Limits a pattern that matches constantly, such as a single letter. */
const MOST_MATCHES = 10_000;

export function findByUserRules(text: string): Finding[] {
  const found = findValues(text, values, "private");
  for (const next of finders) {
    let from = 0;
    for (let times = 0; times < MOST_MATCHES; times++) {
      const match = next(text, from);
      if (match === undefined) break;
      if (match.end > match.start && !text.startsWith("[redacted:", match.start))
        found.push({ kind: "private", ...match });
      from = Math.max(match.end, match.start + 1);
    }
  }
  return found;
}
