/** The user's own rules: values that are never stored, and patterns for what only they know. */
import type { Finding } from "./spans.ts";

export interface UserRules {
  /** Finds the next match at or behind `from`, in time that grows with the text alone. */
  patterns: readonly ((text: string, from: number) => { start: number; end: number } | undefined)[];
  values: readonly string[];
  /** What the rules are made of, for their version. */
  source: string;
}

/** Undefined where the user has none, as most people. */
export let userRules: UserRules | undefined;
let version = 0;

/** Once for each process, before anything is stored. */
export function useUserRules(next: UserRules | undefined): void {
  userRules = next;
  version = next === undefined || next.source === "" ? 0 : Number(Bun.hash.crc32(next.source));
}

/** For a thread: the JSON of patterns and values; empty when there are none. */
export const userRulesSource = (): string => userRules?.source ?? "";

export const userRulesVersion = (): number => version;

/** A pattern that matches again and again, such as one letter, ends here. */
const MOST_MATCHES = 10_000;

export function findByUserRules(text: string, rules: UserRules): Finding[] {
  const found: Finding[] = [];
  for (const value of rules.values) {
    for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) {
      found.push({ kind: "private", start: at, end: at + value.length });
    }
  }
  for (const next of rules.patterns) {
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
