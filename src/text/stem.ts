/**
 * The stem that the forms of an English word share: query and queries, cache and caching, stop and stopped. By Porter's
 * second algorithm, which keeps general, generate and generic apart, and use and us, where his first joins them.
 */
import porter2 from "wink-porter2-stemmer";
import { Lru } from "../platform/lru.ts";

/** A project's texts use the same few thousand words. */
const known = new Lru<string, string>(6_000);
export const forgetStems = (): void => known.clear();
/** Shorter ones are their own stem; longer ones are names that were written as one word. */
const ENGLISH_WORD = /^[a-z]{3,24}$/;

/** The word must be in lower case. What is not an English word by its letters is its own stem. */
export function stemOf(word: string): string {
  const found = known.get(word);
  if (found !== undefined) return found;
  if (!ENGLISH_WORD.test(word)) return word;
  const stem = porter2(word);
  known.set(word, stem);
  return stem;
}
