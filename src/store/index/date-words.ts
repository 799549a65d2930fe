/**
 * When a record was made, as words of the index: its day, and its block of 32 days. "Since" is then a filter that costs
 * the same as a word, instead of a lookup in another table for every match of a common word.
 */

const DAY_MS = 86_400_000;
const BLOCK = 32;
/** About ten years. A filter that lets nearly everything through needs no help. */
const MOST_BLOCKS = 120;
const SIGN = "\ue000";

const dayOf = (at: number) => Math.floor(at / DAY_MS);
const blockOf = (day: number) => Math.floor(day / BLOCK);
const dayWord = (day: number) => `${SIGN}d${day}`;
const blockWord = (block: number) => `${SIGN}b${block}`;

export const dateWords = (at: number): string => `${dayWord(dayOf(at))} ${blockWord(blockOf(dayOf(at)))}`;

/**
 * Matches every record from the day of `since` to the day of `newest`; the first day is matched as a whole. Undefined if
 * that would take too many words.
 */
export function sinceMatch(since: number, newest: number): string | undefined {
  const first = dayOf(since);
  const last = Math.max(first, dayOf(newest));
  if (blockOf(last) - blockOf(first) > MOST_BLOCKS) return undefined;
  const words: string[] = [];
  for (let day = first; blockOf(day) === blockOf(first) && day <= last; day++) words.push(dayWord(day));
  for (let block = blockOf(first) + 1; block <= blockOf(last); block++) words.push(blockWord(block));
  return `(${words.map((word) => `"${word}"`).join(" OR ")})`;
}
