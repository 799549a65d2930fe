/**
 * The stem that the forms of an English word share: query and queries, cache and caching, stop and stopped. By Porter's
 * second algorithm, which keeps general, generate and generic apart, and use and us, where his first joins them.
 */
import porter2 from "wink-porter2-stemmer";
import { Lru } from "../platform/lru.ts";

/** A project's texts use the same few thousand words; those of indexed texts are also kept as bytes: see `createKnownRuns`. */
const known = new Lru<string, string>(6_000);
export const forgetStems = (): void => known.clear();
const SHORTEST = 3;
/** Longer ones are names that were written as one word. */
const LONGEST = 24;

/** The word must be in lower case. What is not an English word by its letters is its own stem. */
export function stemOf(word: string): string {
  const { length } = word;
  if (!mayHaveStem(length, word.charCodeAt(length - 2), word.charCodeAt(length - 1))) return word;
  const found = known.get(word);
  if (found !== undefined) return found;
  const stem = /^[a-z]+$/.test(word) ? porter2(word) : word;
  known.set(word, stem);
  return stem;
}

/** False for a word that is its own stem by its length or its last two letters: most words, told at the price of a look. */
export function mayHaveStem(length: number, beforeLast: number, last: number): boolean {
  if (length < SHORTEST || length > LONGEST) return false;
  return MAY_END[(beforeLast & 31) * 32 + (last & 31)] === 1 && last >= 97;
}

/** The endings that the rules change: any letter before these, or only the ones named. */
const ENDINGS: Readonly<Record<string, string>> = {
  c: "i",
  d: "e",
  e: "",
  g: "n",
  i: "",
  l: "alu",
  m: "s",
  n: "o",
  r: "eo",
  s: "",
  t: "n",
  u: "",
  y: "",
};

const MAY_END = new Uint8Array(32 * 32);
for (const [last, before] of Object.entries(ENDINGS)) {
  for (const letter of before === "" ? "abcdefghijklmnopqrstuvwxyz" : before) {
    MAY_END[(letter.charCodeAt(0) & 31) * 32 + (last.charCodeAt(0) & 31)] = 1;
  }
}
