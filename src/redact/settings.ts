/** The setting `redact`: what the user adds to the rules that remove secrets. */

import { compileFinder } from "../text/regex.ts";
import { redactText } from "./index.ts";
import { type UserRules, useUserRules } from "./user-rules.ts";

interface RedactSettings {
  patterns: readonly string[];
  values: readonly string[];
}

/**
 * For this process; gives what redacts a text from now on. Threads that read transcripts get the same settings with
 * their work.
 */
export function applyRedactSettings({ patterns, values }: RedactSettings): typeof redactText {
  useUserRules(patterns.length + values.length === 0 ? undefined : toRules({ patterns, values }));
  return redactText;
}

function toRules({ patterns, values }: RedactSettings): UserRules {
  return {
    patterns: patterns.map((pattern) => compileFinder(pattern)),
    values,
    source: JSON.stringify([patterns, values]),
  };
}

export function isRedactPattern(text: string): boolean {
  try {
    return compileFinder(text)("", 0) === undefined;
  } catch {
    return false;
  }
}
