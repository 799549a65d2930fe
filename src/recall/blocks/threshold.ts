/**
 * Whether a candidate bears on a prompt at all. A word in common is nothing; the prompt's telling words must stand
 * in what was asked, in what was answered and in the names of what was changed, of one and the same session.
 */

/**
 * What a memory needs, as a share of what a session needs. A memory is one short text: two rare words of an ordinary
 * prompt suffice, or one of a very short one.
 */
export const MEMORY_SHARE = 0.577;

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
