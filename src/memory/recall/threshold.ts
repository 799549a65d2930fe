/**
 * Whether a candidate bears on a prompt at all. A word in common is nothing; the prompt's telling words must stand
 * in what was asked, in what was answered and in the names of what was changed, of one and the same session.
 */

/** Measured with bench/memory.ts: silent for four of five prompts whose related sessions are not in memory. */
export const RELEVANCE_THRESHOLD = 2.6;
/** For memories, which are one short text: two rare words of an ordinary prompt, or one of a very short one. */
export const MEMORY_GATE = 1.5;

/**
 * The evidence of the fields that a candidate has, their geometric mean: all of them must agree. A long prompt has
 * more words to meet by chance, so its length counts against it.
 */
export function evidenceOf(
  evidence: Readonly<Record<string, number>>,
  has: readonly string[],
  words: number,
): number {
  const values = has.map((field) => evidence[field] ?? 0);
  if (values.length === 0) return 0;
  const mean = values.reduce((product, value) => product * value, 1) ** (1 / values.length);
  return mean / Math.sqrt(words + 1);
}
