/**
 * Selects the records worth scoring. FTS5's bm25 visits every match of every word to compute its rarity; reading row numbers
 * is far cheaper. So the rare words of a query select the records (the newest if there are many), and scoring does the rest.
 */
import type { Database } from "bun:sqlite";
import type { WordTable } from "../../store/index/word-index.ts";
import { type RowFilter, rowidsOf } from "./matching-rows.ts";

/** Row numbers to read, for one word and in total. */
export const MOST_OF_WORD = 300;
const MOST_OF_QUERY = 2_000;
/** Words whose records are looked up, the rarest ones. */
const MOST_WORDS = 8;
/** The number of words to search again within the project: those too common to be read completely. */
export const MOST_SCOPED = 2;
/** The number of the rarest words that must occur together. */
const TOGETHER = 3;
const MOST_TOGETHER = 200;
const MOST_TITLES = 100;
const TITLE_WEIGHT = 1.5;
/** Enough candidates: this many times the number of scored records. */
const ENOUGH = 4;

export interface CandidateWord {
  match: string;
  /** 0 if it occurs nowhere. */
  weight: number;
  /** False if a match must be confirmed in the text itself. */
  sure: boolean;
  /** Older records are not searched for it. */
  from?: number;
  /** Its newest records by table, if already read, up to `MOST_OF_WORD`. */
  rowids?: ReadonlyMap<WordTable, readonly number[]>;
}

export interface CandidateFilter extends RowFilter {
  /** Selects the rows that pass the whole filter; absent: all pass. */
  keep?: (rowids: readonly number[]) => ReadonlySet<number>;
  /** Only this many of the rarest words find records on their own. */
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
  for (let count = Math.min(TOGETHER, rarest.length); count >= 2 && masks.size < wanted.most; count--) {
    const together = rarest.slice(0, count);
    const from = Math.max(...together.map((word) => word.from ?? 0));
    const match = together.map((word) => `(${word.match})`).join(" AND ");
    see(rowidsOf(db, { ...filter, from }, match, MOST_TOGETHER), (1 << count) - 1);
  }
  // Records with fewer of the words cannot rank before these.
  const isEnough = rarest.length <= TOGETHER && masks.size >= wanted.most;
  let left = MOST_OF_QUERY;
  let scoped = 0;
  for (const [bit, word] of rarest.slice(0, filter.rarest).entries()) {
    if (left <= 0) break;
    // Common words would only add their newest records: if rarer ones found enough, the text decides.
    const isCommon = word.weight * 2 < (rarest[0]?.weight ?? 0);
    if (isCommon && masks.size >= ENOUGH * wanted.most) break;
    const read = readBefore(word, filter);
    if (read === undefined && (isEnough || (filter.scope.length > 0 && scoped++ >= MOST_SCOPED))) continue;
    const rowids = read ?? rowidsOf(db, filter, word.match, MOST_OF_WORD);
    left -= rowids.length;
    see(rowids, 1 << bit);
    // A single word with unread records: do not miss those with the word in their title.
    if (words.length > 1 || rowids.length < MOST_OF_WORD) continue;
    const inTitle = rowidsOf(db, filter, `title : (${word.match})`, MOST_TITLES);
    see(inTitle, 1 << bit);
    for (const rowid of inTitle) titled.add(rowid);
  }
  const weightOf = (mask: number) =>
    rarest.reduce((sum, word, bit) => ((mask & (1 << bit)) === 0 ? sum : sum + word.weight), 0);
  const found = Array.from(masks, ([rowid, mask]) => ({
    rowid,
    mask,
    weight: weightOf(mask) * (titled.has(rowid) ? TITLE_WEIGHT : 1),
  })).sort((a, b) => b.weight - a.weight || b.rowid - a.rowid);
  // A record with less than half the score of enough others cannot rank before them.
  const least = (found[wanted.limit]?.weight ?? 0) / 2;
  return found
    .slice(0, wanted.most)
    .filter(({ weight }) => weight >= least)
    .map(({ rowid, mask }) => ({
      rowid,
      words: rarest.flatMap((word, bit) => ((mask & (1 << bit)) === 0 || !word.sure ? [] : [word.place])),
    }));
}

/** The word's records that were read while counting, if these are all of them, or if all pass the filter. */
function readBefore(word: CandidateWord, { table, keep }: CandidateFilter): readonly number[] | undefined {
  const rowids = word.rowids?.get(table);
  if (rowids === undefined || keep === undefined) return rowids;
  if (rowids.length >= MOST_OF_WORD) return undefined;
  const kept = keep(rowids);
  return rowids.filter((rowid) => kept.has(rowid));
}
