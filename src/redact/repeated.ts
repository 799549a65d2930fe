import { isStrong } from "./judge.ts";
import type { Finding } from "./spans.ts";

/** Values that are looked for again, and how often each may stand in a text. */
const MAX_VALUES = 32;
const MAX_TIMES = 1_000;
const SHORTEST = 8;
const LONGEST = 512;

/** Marked by a person or by a file, not by what they are: the same words elsewhere are not meant. */
const NOT_AGAIN: ReadonlySet<string> = new Set(["private", "private-key", "env", "cookie", "seed-phrase"]);

/** Whether a value says so much that it is the same secret wherever it stands. */
export const isDistinct = (value: string) =>
  value.length >= SHORTEST &&
  value.length <= LONGEST &&
  !/\s/.test(value) &&
  isStrong(value) &&
  (/\d/.test(value) || /[!-/:-@[-`{-~]/.test(value)) &&
  (/[A-Z]/.test(value) || value.length >= 20 || /[!@#$%^&*+=~?]/.test(value));

export function valuesOf(text: string, found: readonly Finding[]): string[] {
  const values = new Set<string>();
  for (const { kind, start, end } of found) {
    if (values.size >= MAX_VALUES || NOT_AGAIN.has(kind)) continue;
    const value = text.slice(start, end);
    if (isDistinct(value)) values.add(value);
  }
  return [...values];
}

/** The same values where nothing names them: a secret seen once in a text is known in all of it. */
export function findRepeated(text: string, found: readonly Finding[]): Finding[] {
  return findValues(text, valuesOf(text, found));
}

export function findValues(text: string, values: Iterable<string>): Finding[] {
  const found: Finding[] = [];
  for (const value of values) {
    let times = 0;
    for (
      let at = text.indexOf(value);
      at !== -1 && times < MAX_TIMES;
      at = text.indexOf(value, at + value.length)
    ) {
      found.push({ kind: "secret", start: at, end: at + value.length });
      times++;
    }
  }
  return found;
}
