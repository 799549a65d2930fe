/**
 * Selects the records that are worth scoring. FTS5's bm25 visits every match of every word to know how rare it is;
 * reading row numbers is far cheaper. So the rare words of a query select the records (the newest if there are
 * many), and scoring does the rest.
 */
import type { Database } from "bun:sqlite";
import { matchingOf, type RowFilter, rowidsOf } from "./matching-rows.ts";
import { oldPartOf } from "./old-index.ts";
import type { WordTable } from "./word-index.ts";

/** Row numbers to read, for one word and in total. */
export const MOST_OF_WORD = 300;
const MOST_OF_QUERY = 2_000;
/** Words whose records are looked up, the rarest ones. */
const MOST_WORDS = 8;
/** How many of them are looked up again within the project: those too common to be read completely. */
export const MOST_SCOPED = 2;
/** How many of the rarest words must occur together in the second lookup. */
export const TOGETHER = 3;
const MOST_TOGETHER = 200;
/** Records of the two rarest words that are looked for in a project: some of them are of others. */
const MOST_OF_TWO = 400;
/** So few records are asked one by one whether they have another word. */
const MOST_ASKED = 6;
const MOST_TITLES = 100;
const TITLE_WEIGHT = 1.5;
/** This many times the number of scored records is enough to choose from. */
const ENOUGH = 4;

export interface CandidateWord {
  match: string;
  /** 0 if it occurs nowhere. */
  weight: number;
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
  const together = rowsTogether(db, rarest.slice(0, TOGETHER), rows, filter, wanted);
  for (const [rowids, mask] of together) see(rowids, mask);
  // Nothing with fewer of the words comes before these.
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
    const inTitle = rowidsOf(db, filter, `title : (${word.match})`, MOST_TITLES);
    see(inTitle, 1 << bit);
    for (const rowid of inTitle) titled.add(rowid);
  }
  return toBest(masks, rarest, titled, wanted);
}

interface WordRows {
  /** The newest first. */
  rowids: readonly number[];
  /** No other record that passes the filter has the word. */
  isAll: boolean;
}

/** The records of words that pass the filter. */
function createWordRows(db: Database, filter: CandidateFilter) {
  const isFiltered = filter.scope.length > 0 || filter.since !== undefined || filter.client !== undefined;
  const read = new Map<string, WordRows>();

  /** Those read while counting the word, if they are complete, or read before. */
  function known(word: CandidateWord): WordRows | undefined {
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
    of(word: CandidateWord): WordRows {
      const before = known(word);
      if (before !== undefined) return before;
      const rowids = rowidsOf(db, filter, word.match, MOST_OF_WORD);
      // With a time or a client, not all matches are looked up.
      const isAll = rowids.length < MOST_OF_WORD && filter.since === undefined && filter.client === undefined;
      const rows = { rowids, isAll };
      read.set(word.match, rows);
      return rows;
    },
  };
}

/**
 * Records in which the rarest words stand together, each list with its words as bits. To ask the index for a third word or
 * for a project as well costs some ten microseconds for every record of the first two, if that word is common: so where the
 * records themselves tell the project, two words are asked for, and the third only where there is a choice. Where all
 * records of the rarest word are known, the index is not asked for them again.
 */
function rowsTogether(
  db: Database,
  words: readonly CandidateWord[],
  rows: ReturnType<typeof createWordRows>,
  filter: CandidateFilter,
  { most }: Wanted,
): [readonly number[], number][] {
  const [first, second, third] = words;
  if (first === undefined || second === undefined) return [];
  const from = Math.max(filter.from ?? 0, ...words.map((word) => word.from ?? 0));
  const bounded = from === 0 ? filter : { ...filter, from };
  const anywhere = { table: filter.table, scope: [], ...(from === 0 ? {} : { from }) };
  const two = `((${first.match}) AND (${second.match}))`;
  const three = third === undefined ? two : `(${two} NOT ${NOWHERE}) AND (${third.match})`;
  const mayAsk = oldPartOf(db, filter.table) === undefined;

  /** Those of the records that have the word; undefined where the index has to be asked for all words. */
  const having = (rowids: readonly number[], word: CandidateWord): readonly number[] | undefined => {
    if (rowids.length === 0) return rowids;
    const there = rows.known(word);
    if (there?.isAll === true) return amongst(rowids, there.rowids);
    return mayAsk && rowids.length <= MOST_ASKED
      ? matchingOf(db, filter.table, rowids, word.match)
      : undefined;
  };
  const whole = (): [readonly number[], number][] => {
    const all = third === undefined ? two : `${two} AND (${third.match})`;
    return [[rowidsOf(db, bounded, all, MOST_TOGETHER), (1 << words.length) - 1]];
  };
  /** The rarest word by itself is looked up anyway, and often none of its records passes the filter. */
  const scoped = (): [readonly number[], number][] => {
    const { rowids, isAll } = rows.of(first);
    const both = isAll ? having(rowids, second) : undefined;
    if (both === undefined) return whole();
    const all = third === undefined ? both : having(both, third);
    return all === undefined
      ? whole()
      : [
          [both, 3],
          [all, (1 << words.length) - 1],
        ];
  };

  const few = rows.known(first);
  if (few?.isAll === true) {
    const both = having(few.rowids, second) ?? amongst(few.rowids, rowidsOf(db, anywhere, two, MOST_OF_WORD));
    if (third === undefined) return [[both, 3]];
    const isChoice = both.length > most;
    const all = having(both, third) ?? (isChoice ? rowidsOf(db, anywhere, three, MOST_OF_WORD) : []);
    return [
      [both, 3],
      [amongst(both, all), 7],
    ];
  }
  if (filter.since !== undefined) return whole();
  if (filter.keep === undefined) return filter.scope.length > 0 ? scoped() : whole();
  const found = rowidsOf(db, anywhere, two, MOST_OF_TWO);
  const kept = filter.keep(found);
  // Most are of another project, and older ones of this one were not reached.
  if (found.length >= MOST_OF_TWO && kept.size < most) return scoped();
  const both: [readonly number[], number] = [found.filter((rowid) => kept.has(rowid)), 3];
  if (third === undefined || kept.size <= most) return [both];
  return [both, [rowidsOf(db, anywhere, three, 2 * most).filter((rowid) => kept.has(rowid)), 7]];
}

function amongst(rowids: readonly number[], others: readonly number[]): readonly number[] {
  const there = new Set(others);
  return rowids.filter((rowid) => there.has(rowid));
}

/** Stands in no record. Without it FTS5 takes three words for one list and moves on in each of them for every record. */
const NOWHERE = '"\ue000"';

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
  const found = Array.from(masks, ([rowid, mask]) => {
    const weight = weightOf(mask);
    return { rowid, mask, weight: titled.has(rowid) ? weight * TITLE_WEIGHT : weight };
  });
  // Among equals the newest, which have the highest numbers.
  found.sort((a, b) => b.weight - a.weight || b.rowid - a.rowid);
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
