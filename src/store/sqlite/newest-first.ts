/**
 * The newest of many ordered numbers, from a source that is read forwards. FTS5 reads backwards, too, but pays for it: it
 * takes every page of a word's list apart as a whole, and as soon as one entry was removed from the table, or one text had a
 * word in it 64 times, it first goes through the list from its beginning: 6 ms for a common word in a million records,
 * instead of 0.1. Forwards it jumps to where it is told to begin. So a piece at the end is read, and older pieces as needed.
 */

/** Numbers from `from` to `to`, the lowest first, at most `most` of them. */
export type ReadForwards = (from: number, to: number, most: number) => number[];

/** So many may be read of a piece: reading on costs less than asking again. */
const ALWAYS_READ = 2_000;
/** So many times what is wanted may be read of a piece; of more, a shorter piece is enough. */
const MOST_OF_PIECE = 8;
/** The same while nothing is known: most words are rare, and all that there is of them is read at once. */
const MOST_AT_FIRST = 2;
/** A piece is longer than it has to be by what was found before. */
const SPARE = 2;

interface Numbers {
  from: number;
  /** About the highest. */
  newest: number;
  /** How far to go back at first, for a likely match; by default as far as there is anything. */
  first?: number | undefined;
}

/**
 * Pieces of numbers from `from` on, the newest first, within pieces and from piece to piece; whoever has enough stops.
 * `limit` is how many are wanted.
 */
export function* newestFirst(
  read: ReadForwards,
  { from, newest, first }: Numbers,
  limit: number,
): Generator<number[], void> {
  let end = Number.MAX_SAFE_INTEGER;
  let most = first === undefined ? MOST_AT_FIRST * limit : Math.max(ALWAYS_READ, MOST_OF_PIECE * limit);
  let begin = toBegin(from, newest, newest - (first ?? newest));
  let found = 0;
  while (end >= from) {
    const wanted = Math.max(1, limit - found);
    const piece = read(begin, end, most + 1);
    const isWhole = piece.length <= most;
    most = Math.max(ALWAYS_READ, MOST_OF_PIECE * wanted);
    if (!isWhole) {
      const last = Math.min(end, Math.max(newest, begin));
      const length = lengthFor(wanted, piece.length, (piece.at(-1) ?? begin) - begin + 1);
      begin = Math.max(begin + 1, Math.ceil((begin + last) / 2), last - length);
      continue;
    }
    found += piece.length;
    yield piece.reverse();
    end = begin - 1;
    const span = Math.max(1, newest - begin + 1);
    const length = Math.max(span, lengthFor(Math.max(1, limit - found), found, span));
    begin = toBegin(from, end, begin - length);
  }
}

/** Over how many numbers so many are to be expected, if `found` stood in `span`. */
function lengthFor(wanted: number, found: number, span: number): number {
  return found === 0 ? Number.MAX_SAFE_INTEGER : Math.ceil((SPARE * wanted * span) / found);
}

/** Where there is less before a piece than in it, they are one. */
function toBegin(from: number, end: number, begin: number): number {
  return begin - from < end - begin ? from : begin;
}
