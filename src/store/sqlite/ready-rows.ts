/** Records whose words are split before anybody has to wait for the lock, which takes longer than writing them. */
import { type IndexRow, type SourceRow, toIndexed, type WordIndex } from "./word-index.ts";

export interface Ready {
  source: SourceRow;
  /** Undefined if it has no words. */
  entry: IndexRow | undefined;
}

export function toReady(source: SourceRow, words: Pick<WordIndex, "toRow">): Ready {
  const indexed = toIndexed(source);
  return { source, entry: indexed === undefined ? undefined : words.toRow(indexed) };
}

/** With the lock, when they were read again: what has changed since, or is new, is made ready now. */
export function readyAgain<R extends Ready>(
  rows: readonly SourceRow[],
  before: readonly R[],
  make: (row: SourceRow) => R,
): R[] {
  const known = new Map(before.map((one) => [one.source.id, one]));
  return rows.map((row) => {
    const ready = known.get(row.id);
    return ready !== undefined && isSame(ready.source, row) ? ready : make(row);
  });
}

function isSame(a: SourceRow, b: SourceRow): boolean {
  const { packed: ours, ...one } = a;
  const { packed: theirs, ...other } = b;
  const isPackedSame =
    ours === null || theirs === null ? ours === theirs : Buffer.compare(ours, theirs) === 0;
  return (
    isPackedSame && (Object.keys(other) as (keyof typeof other)[]).every((name) => one[name] === other[name])
  );
}
