/** BM25 of query words in a short text. */

const K1 = 1.2;
const B = 0.5;

/** How often each word of a query stands in a text; the others are not counted. */
export interface WordCounts {
  length: number;
  counts: Map<string, number>;
}

export function addWord({ counts }: WordCounts, word: string, count: number): void {
  if (count > 0) counts.set(word, (counts.get(word) ?? 0) + count);
}

/** The words of another text of the same kind. */
export function addTo(sum: WordCounts, { length, counts }: WordCounts): void {
  sum.length += length;
  for (const [word, count] of counts) addWord(sum, word, count);
}

/** `usual`: how many words a text of this kind has. */
export function bm25({ length, counts }: WordCounts, usual: number, idf: (word: string) => number): number {
  let sum = 0;
  for (const [word, count] of counts)
    sum += (idf(word) * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / usual));
  return sum;
}
