/** BM25 of query words in a short text. */

const K1 = 1.2;
const B = 0.5;

/** `usual`: how many words a text of this kind has. */
export function bm25(
  query: readonly string[],
  text: readonly string[],
  usual: number,
  idf: (word: string) => number,
): number {
  if (text.length === 0) return 0;
  const counts = new Map<string, number>();
  for (const word of text) counts.set(word, (counts.get(word) ?? 0) + 1);
  let sum = 0;
  for (const word of query) {
    const count = counts.get(word);
    if (count === undefined) continue;
    sum += (idf(word) * count * (K1 + 1)) / (count + K1 * (1 - B + (B * text.length) / usual));
  }
  return sum;
}
