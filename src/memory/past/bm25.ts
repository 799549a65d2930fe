/** BM25 of query words in a short text. */

const K1 = 1.2;
const B = 0.5;

/** How often each word of a query stands in a text; the others are not counted. */
export interface Counted {
  length: number;
  counts: Map<string, number>;
}

export function countIn(text: readonly string[], query: ReadonlySet<string>): Counted {
  const counts = new Map<string, number>();
  for (const word of text) if (query.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { length: text.length, counts };
}

/** The words of another text of the same kind. */
export function addTo(sum: Counted, { length, counts }: Counted): void {
  sum.length += length;
  for (const [word, count] of counts) sum.counts.set(word, (sum.counts.get(word) ?? 0) + count);
}

/** `usual`: how many words a text of this kind has. */
export function bm25({ length, counts }: Counted, usual: number, idf: (word: string) => number): number {
  let sum = 0;
  for (const [word, count] of counts)
    sum += (idf(word) * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / usual));
  return sum;
}
