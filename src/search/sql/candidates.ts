/**
 * Selects the records that are worth scoring. FTS5's bm25 visits every match of every word to know how rare it is;
 * reading row numbers is far cheaper. So the rare words of a query select the records (the newest if there are
 * many), and scoring does the rest.
 */
import type { Database } from "bun:sqlite";
import type { WordTable } from "../../store/index/word-index.ts";
import { matchingOf, type RowFilter, rowidsOf } from "./matching-rows.ts";

/** Row numbers to read, for one word and in total. */
export const MOST_OF_WORD = 300;
const MOST_OF_QUERY = 2_000;
/** Words whose records are looked up, the rarest ones. */
const MOST_WORDS = 8;
/** How many of them are looked up again within the project: those too common to be read completely. */
export const MOST_SCOPED = 2;
/** How many of the rarest words must occur together. */
export const TOGETHER = 3;
const MOST_TOGETHER = 200;
/** Records of the two rarest words that are looked for in a project: some of them are of others. */
const MOST_OF_TWO = 400;
/** Up to this many records are checked one by one for another word. */
const MOST_ASKED = 6;
/** Of the records of two words, this many times as many as are looked at are looked up at once. */
const LOOKED_UP = 5;
/** Stands in no record. Without it FTS5 takes three words for one list and moves on in each of them for every record. */
const NOWHERE = '"\ue000"';
const MOST_TITLES = 100;
/** One of so many records of a word has it in its title, or more of them. */
const FEW_TITLES = 10;
const TITLE_WEIGHT = 1.5;
/** This many times the number of scored records is enough to choose from. */
const ENOUGH = 4;

export interface CandidateWord {
  match: string;
  /** 0 if it occurs nowhere. */
  weight: number;
  /** In about how many records it stands, if that is known. */
  docs?: number;
  /** False if a match must be confirmed in the text itself. */
  sure: boolean;
  /** Older records are not looked through for it. */
  from?: number;
  /** Its newest records by table, if already read, up to `MOST_OF_WORD`. */
  rowids?: ReadonlyMap<WordTable, readonly number[]>;
}

export interface CandidateFilter extends RowFilter {
  /** The whole filter, for row numbers that were already read. */
  isInScope?: (rowid: number) => boolean;
  /** Those that pass the whole filter. */
  keep?: (rowids: readonly number[]) => ReadonlySet<number>;
  /** Only so many of the rarest words find records by themselves. */
  rarest?: number;
  /** Row numbers to skip. */
  except: ReadonlySet<number>;
}

export interface Wanted {
  /** How many are shown. */
  limit: number;
  /** How many may be scored. */
  most: number;
}

export interface Candidate {
  rowid: number;
  /** The words that it certainly contains, by their index in the given list. */
  words: number[];
}

export function findCandidates(
  db: Database,
  words: readonly CandidateWord[],
  filter: CandidateFilter,
  wanted: Wanted,
): Candidate[] {
  const rarest = words
    .map((word, place) => ({ ...word, place }))
    .filter((word) => word.weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_WORDS);
  const masks = new Map<number, number>();
  const titled = new Set<number>();
  const see = (rowids: readonly number[], mask: number) => {
    for (const rowid of rowids) {
      if (!filter.except.has(rowid)) masks.set(rowid, (masks.get(rowid) ?? 0) | mask);
    }
  };
  const rows = createWordRows(db, filter);
  for (const [rowids, mask] of rowsTogether(db, rarest, rows, filter, wanted)) see(rowids, mask);
  // Records with fewer of the words cannot rank before these.
  const isEnough = rarest.length <= TOGETHER && masks.size >= wanted.most;
  let left = MOST_OF_QUERY;
  for (const [bit, word] of rarest.slice(0, filter.rarest).entries()) {
    if (left <= 0) break;
    // Common words would only add their newest records: if rarer ones found enough, the text decides.
    const isCommon = word.weight * 2 < (rarest[0]?.weight ?? 0);
    if (isCommon && masks.size >= ENOUGH * wanted.most) break;
    const isRead = rows.known(word) !== undefined;
    if (!isRead && (isEnough || (filter.scope.length > 0 && rows.reads() >= MOST_SCOPED))) continue;
    const { rowids } = rows.of(word);
    left -= rowids.length;
    see(rowids, 1 << bit);
    // A single word, and not all of its records were read: do not miss those with the word in their title.
    if (words.length > 1 || rowids.length < MOST_OF_WORD) continue;
    const inTitle = rowidsOf(db, likely(filter, word, FEW_TITLES), `title : (${word.match})`, MOST_TITLES);
    see(inTitle, 1 << bit);
    for (const rowid of inTitle) titled.add(rowid);
  }
  return toBest(masks, rarest, titled, wanted);
}

/** How many records of a word there may be; `few`: one of how many is meant. */
function likely<F extends RowFilter>(filter: F, { docs }: CandidateWord, few = 1): F {
  return docs === undefined ? filter : { ...filter, docs: docs / few };
}

interface RowsOfWord {
  /** The newest first. */
  rowids: readonly number[];
  /** No other record that passes the filter has the word. */
  isAll: boolean;
}

type WordRows = ReturnType<typeof createWordRows>;

/** The records of words that pass the filter, each word asked for at most once. */
function createWordRows(db: Database, filter: CandidateFilter) {
  const isFiltered = filter.scope.length > 0 || filter.since !== undefined || filter.client !== undefined;
  const read = new Map<string, RowsOfWord>();

  /** Those read while counting the word, if they are complete, or read before. */
  function known(word: CandidateWord): RowsOfWord | undefined {
    const before = read.get(word.match);
    if (before !== undefined) return before;
    const rowids = word.rowids?.get(filter.table);
    if (rowids === undefined) return undefined;
    const isAll = rowids.length < MOST_OF_WORD;
    if (!isFiltered) return { rowids, isAll };
    if (filter.isInScope === undefined || !isAll) return undefined;
    return { rowids: rowids.filter(filter.isInScope), isAll };
  }

  return {
    known,
    reads: () => read.size,
    of(word: CandidateWord): RowsOfWord {
      const before = known(word);
      if (before !== undefined) return before;
      const rowids = rowidsOf(db, likely(filter, word), word.match, MOST_OF_WORD);
      // With a time or a client, not all matches are looked up.
      const isAll = rowids.length < MOST_OF_WORD && filter.since === undefined && filter.client === undefined;
      const rows = { rowids, isAll };
      read.set(word.match, rows);
      return rows;
    },
  };
}

/** Row numbers, the newest first, and the words that they have, as bits. */
type RowsWith = [readonly number[], number];

/**
 * Records in which the rarest words stand together. To ask the index for a third word or for a project as well costs some
 * microseconds for every record of the first two, if that word is common: so where the records themselves tell the project, two words are asked for, and the third only
 * where there is a choice. Where all records of the rarest word are known, the index is not asked for them again.
 */
function rowsTogether(
  db: Database,
  rarest: readonly CandidateWord[],
  rows: WordRows,
  filter: CandidateFilter,
  { most }: Wanted,
): RowsWith[] {
  const words = rarest.slice(0, TOGETHER);
  const [first, second, third] = words;
  if (first === undefined || second === undefined) return [];
  const { table, keep } = filter;
  const start = Math.max(filter.from ?? 0, ...words.map((word) => word.from ?? 0));
  const two = `((${first.match}) AND (${second.match}))`;
  const three = third === undefined ? two : `(${two} NOT ${NOWHERE}) AND (${third.match})`;
  const anywhere = (match: string, limit: number, from = 0) =>
    rowidsOf(db, likely({ table, scope: [], from: Math.max(start, from) }, first), match, limit);

  /** The records of the first words that also have one more; undefined if there are too many to check. */
  const having = (rowids: readonly number[], word: CandidateWord, all: string): RowsWith[0] | undefined => {
    if (rowids.length === 0) return rowids;
    const there = rows.known(word);
    if (there?.isAll === true) return amongst(rowids, there.rowids);
    if (rowids.length <= MOST_ASKED) return matchingOf(db, table, rowids, word.match);
    const found = anywhere(all, MOST_OF_TWO, rowids.at(-1));
    return found.length < MOST_OF_TWO ? amongst(rowids, found) : undefined;
  };
  const whole = (): RowsWith[] => {
    const all = third === undefined ? two : `${two} AND (${third.match})`;
    const bounded = start === 0 ? filter : { ...filter, from: start };
    return [[rowidsOf(db, likely(bounded, first), all, MOST_TOGETHER), (1 << words.length) - 1]];
  };
  /** The rarest word by itself is looked up anyway, and often none of its records passes the filter. */
  const scoped = (): RowsWith[] => {
    const { rowids, isAll } = rows.of(first);
    const both = isAll ? having(rowids, second, two) : undefined;
    const all = both === undefined || third === undefined ? both : having(both, third, three);
    return both === undefined || all === undefined ? whole() : toRows(both, all, words.length);
  };

  const few = rows.known(first);
  if (few?.isAll === true) {
    const both = having(few.rowids, second, two) ?? [];
    const isKnown = third !== undefined && rows.known(third)?.isAll === true;
    const isAsked = third !== undefined && (isKnown || both.length <= MOST_ASKED || both.length > most);
    return toRows(both, isAsked ? (having(both, third, three) ?? []) : [], words.length);
  }
  if (filter.since !== undefined) return whole();
  if (keep === undefined) return filter.scope.length > 0 ? scoped() : whole();
  const found = anywhere(two, MOST_OF_TWO);
  // Where there are no other words to tell them apart, the newest come first.
  const isOnly = rarest.length <= TOGETHER;
  const both = keptOf(found, filter, isOnly ? most : found.length, isOnly ? LOOKED_UP * most : found.length);
  // Most are of another project, and older ones of this one were not reached.
  if (found.length >= MOST_OF_TWO && both.rowids.length < most) return scoped();
  if (third === undefined || (both.rowids.length <= most && !both.isPart)) return [[both.rowids, 3]];
  const oldest = found.length < MOST_OF_TWO ? 0 : found.at(-1);
  const all = anywhere(three, 2 * most, oldest);
  const kept = keep(all);
  return toRows(
    both.rowids,
    all.filter((rowid) => kept.has(rowid)),
    words.length,
  );
}

function toRows(both: readonly number[], all: readonly number[], words: number): RowsWith[] {
  return words === 2
    ? [[both, 3]]
    : [
        [both, 3],
        [all, 7],
      ];
}

/** The newest that pass the filter, at least `enough`; and whether there may be others. */
function keptOf(
  found: readonly number[],
  { keep, except }: CandidateFilter,
  enough: number,
  atOnce: number,
): { rowids: number[]; isPart: boolean } {
  const rowids: number[] = [];
  let at = 0;
  for (; at < found.length && rowids.length < enough; at += atOnce) {
    const some = found.slice(at, at + atOnce).filter((rowid) => !except.has(rowid));
    const kept = keep?.(some);
    rowids.push(...some.filter((rowid) => kept?.has(rowid) !== false));
  }
  return { rowids, isPart: at < found.length };
}

function amongst(rowids: readonly number[], others: readonly number[]): readonly number[] {
  const there = new Set(others);
  return rowids.filter((rowid) => there.has(rowid));
}

function toBest(
  masks: ReadonlyMap<number, number>,
  rarest: readonly (CandidateWord & { place: number })[],
  titled: ReadonlySet<number>,
  { limit, most }: Wanted,
): Candidate[] {
  // Thousands of records share few masks.
  const weights = new Map<number, number>();
  const weightOf = (mask: number) => {
    let sum = weights.get(mask);
    if (sum !== undefined) return sum;
    sum = rarest.reduce((total, word, bit) => ((mask & (1 << bit)) === 0 ? total : total + word.weight), 0);
    weights.set(mask, sum);
    return sum;
  };
  // By weight first: of hundreds of records only the best few are put in order.
  const rows = new Map<number, number[]>();
  for (const [rowid, mask] of masks) {
    const weight = titled.has(rowid) ? weightOf(mask) * TITLE_WEIGHT : weightOf(mask);
    const same = rows.get(weight);
    if (same === undefined) rows.set(weight, [rowid]);
    else same.push(rowid);
  }
  const found: { rowid: number; mask: number; weight: number }[] = [];
  for (const [weight, rowids] of [...rows].sort(([a], [b]) => b - a)) {
    if (found.length > Math.max(limit, most)) break;
    // Among equals the newest, which have the highest numbers.
    rowids.sort((a, b) => b - a);
    for (const rowid of rowids.slice(0, 1 + Math.max(limit, most))) {
      found.push({ rowid, mask: masks.get(rowid) ?? 0, weight });
    }
  }
  // A record with less than half the score of enough others cannot rank before them.
  const least = (found[limit]?.weight ?? 0) / 2;
  return found
    .slice(0, most)
    .filter(({ weight }) => weight >= least)
    .map(({ rowid, mask }) => ({
      rowid,
      words: rarest.flatMap((word, bit) => ((mask & (1 << bit)) === 0 || !word.sure ? [] : [word.place])),
    }));
}
