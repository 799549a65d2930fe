/**
 * Selects the records that are worth scoring. FTS5's bm25 visits every match of every word to know how rare it is;
 * reading row numbers is far cheaper. So the rare words of a query select the records (the newest if there are
 * many), and scoring does the rest.
 */
import type { Database } from "bun:sqlite";
import type { QueryTerm } from "../../memory/text/words.ts";
import { oldPartOf } from "./old-index.ts";
import type { Named } from "./values.ts";
import type { WordTable } from "./word-index.ts";

/** Row numbers to read, for one word and in total. */
export const MOST_OF_WORD = 300;
const MOST_OF_QUERY = 2_000;
/** Words whose records are looked up, the rarest ones. */
const MOST_WORDS = 8;
/** How many of them are looked up again within the project: those too common to be read completely. */
const MOST_SCOPED = 2;
/** How many of the rarest words must occur together in the second lookup. */
const TOGETHER = 3;
const MOST_TOGETHER = 200;
/** Records of the two rarest words that are looked for in a project: some of them are of others. */
const MOST_OF_TWO = 400;
const MOST_TITLES = 100;
/** Matches that are looked up one by one, where the index does not know what is asked. */
const MOST_LOOKED_UP = 4_000;
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

export interface CandidateFilter {
  table: WordTable;
  /** Words that must all be present; see `projectWord` and `kindWord`. */
  scope: readonly string[];
  since?: number;
  /** No record since then has a lower number. */
  from?: number;
  /** The days since then, as words; see `sinceMatch`. Only in the tables of today. */
  dates?: readonly string[];
  /** Only records of sessions of this client; not for memories, which have none. */
  client?: string;
  /** All records since then, where they are few. */
  only?: ReadonlySet<number>;
  /** The whole filter, for row numbers that were already read. */
  isInScope?: (rowid: number) => boolean;
  /** Those that pass the whole filter. */
  keep?: (rowids: readonly number[]) => ReadonlySet<number>;
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
  for (const [rowids, mask] of rowsTogether(db, rarest.slice(0, TOGETHER), filter, wanted)) see(rowids, mask);
  // Nothing with fewer of the words comes before these.
  const isEnough = rarest.length <= TOGETHER && masks.size >= wanted.most;
  let left = MOST_OF_QUERY;
  let scoped = MOST_SCOPED;
  for (const [bit, word] of rarest.entries()) {
    if (left <= 0) break;
    // Common words would only add their newest records: if rarer ones found enough, the text decides.
    const isCommon = word.weight * 2 < (rarest[0]?.weight ?? 0);
    if (isCommon && masks.size >= ENOUGH * wanted.most) break;
    const walked = toWalked(word, filter);
    if (walked === undefined && (isEnough || (filter.scope.length > 0 && scoped-- <= 0))) continue;
    const rowids = walked ?? rowidsOf(db, filter, word.match, MOST_OF_WORD);
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

/**
 * Records in which the rarest words stand together, each list with its words as bits. To ask the index for a third word or
 * for a project as well costs some ten microseconds for every record of the first two, if that word is common: so where the
 * records themselves tell the project, two words are asked for, and the third only where there is a choice.
 */
function rowsTogether(
  db: Database,
  [first, second, third]: readonly CandidateWord[],
  filter: CandidateFilter,
  { most }: Wanted,
): [number[], number][] {
  if (first === undefined || second === undefined) return [];
  const words = [first, second, ...(third === undefined ? [] : [third])];
  const from = Math.max(filter.from ?? 0, ...words.map((word) => word.from ?? 0));
  const bounded = from === 0 ? filter : { ...filter, from };
  const two = `((${first.match}) AND (${second.match}))`;
  const all = third === undefined ? two : `${two} AND (${third.match})`;
  const whole = (): [number[], number][] => [
    [rowidsOf(db, bounded, all, MOST_TOGETHER), (1 << words.length) - 1],
  ];
  if (filter.keep === undefined || filter.since !== undefined) return whole();
  const anywhere = { table: filter.table, scope: [], ...(from === 0 ? {} : { from }) };
  const found = rowidsOf(db, anywhere, two, MOST_OF_TWO);
  const kept = filter.keep(found);
  // Most are of another project, and older ones of this one were not reached.
  if (found.length >= MOST_OF_TWO && kept.size < most) return whole();
  const rows: [number[], number][] = [[found.filter((rowid) => kept.has(rowid)), 3]];
  if (third !== undefined && kept.size > most) {
    const three = rowidsOf(db, anywhere, `(${two} NOT ${NOWHERE}) AND (${third.match})`, 2 * most);
    rows.push([three.filter((rowid) => kept.has(rowid)), 7]);
  }
  return rows;
}

/** Stands in no record. Without it FTS5 takes three words for one list and moves on in each of them for every record. */
const NOWHERE = '"\ue000"';

/** The rows read while counting the word, if they are complete. */
function toWalked(word: CandidateWord, filter: CandidateFilter): readonly number[] | undefined {
  const rowids = word.rowids?.get(filter.table);
  const isFiltered = filter.scope.length > 0 || filter.since !== undefined || filter.client !== undefined;
  if (rowids === undefined || !isFiltered) return rowids;
  if (filter.isInScope === undefined || rowids.length >= MOST_OF_WORD) return undefined;
  return rowids.filter(filter.isInScope);
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

/** The newest first. */
export function rowidsOf(
  db: Database,
  filter: Omit<CandidateFilter, "except" | "isInScope" | "keep">,
  match: string,
  limit: number,
): number[] {
  const { table, scope, dates, only } = filter;
  if (only !== undefined) {
    const { since: _, only: __, ...rest } = filter;
    return rowidsOf(db, rest, match, MOST_LOOKED_UP)
      .filter((rowid) => only.has(rowid))
      .slice(0, limit);
  }
  const found = readRowids(db, table, filter, withScope(match, [...scope, ...(dates ?? [])]), limit);
  if (found.length >= limit) return found;
  const old = oldPartOf(db, table);
  if (old === undefined) return found;
  // No dates there: its words are those of before.
  return [
    ...found,
    ...readRowids(db, old.table, { ...filter, to: old.to }, withScope(match, scope), limit - found.length),
  ];
}

type RowFilter = Pick<CandidateFilter, "since" | "client" | "table" | "from"> & { to?: number };

/** From `name`, which is the filter's table or stood in for it before. */
function readRowids(
  db: Database,
  name: string,
  { table, since, client, from, to }: RowFilter,
  match: string,
  limit: number,
): number[] {
  const values: Named = { match, limit };
  const inIndex = [`${name} match $match`];
  if (from !== undefined) {
    inIndex.push(`${name}.rowid >= $from`);
    values.from = from;
  }
  if (to !== undefined) {
    inIndex.push(`${name}.rowid <= $to`);
    values.to = to;
  }
  const inRecord: string[] = [];
  if (since !== undefined) {
    inRecord.push(table === "memory_stems" ? `${MEMORY_TIME} >= $since` : "entries.at >= $since");
    values.since = since;
  }
  if (client !== undefined) {
    inRecord.push("sessions.client = $client");
    values.client = client;
  }
  const matches = (most: string) =>
    `select ${name}.rowid as id from ${name} where ${inIndex.join(" and ")} order by ${name}.rowid desc limit ${most}`;
  // `cross join`: from the matches to their records, never from all records to the matches.
  const isOfEntries = table !== "memory_stems" && inRecord.length > 0;
  const join = isOfEntries ? "cross join entries on entries.id = matches.id" : "";
  const sessions = client === undefined ? "" : "cross join sessions on sessions.seq = entries.session";
  const rows =
    inRecord.length === 0
      ? matches("$limit")
      : `select matches.id as id from (${matches(String(MOST_LOOKED_UP))}) matches ${join} ${sessions}
         where ${inRecord.join(" and ")} limit $limit`;
  // As one text: one row per number would create most of a search's garbage.
  const sql = `select json_group_array(id) as ids from (${rows})`;
  return JSON.parse(db.query<{ ids: string }, Named>(sql).get(values)?.ids ?? "[]");
}

/** Even numbers are memories, odd ones solutions; each is looked up by its own number. */
const MEMORY_TIME = `iif(matches.id % 2 = 0,
  (select updated_at from memories where memories.id = matches.id / 2),
  (select last_seen_at from solutions where solutions.id = matches.id / 2))`;

function withScope(match: string, scope: readonly string[]): string {
  return scope.length === 0 ? match : `${scope.join(" AND ")} AND (${match})`;
}

export function toAnyOf(terms: readonly QueryTerm[]): string {
  return [...new Set(terms.map(toPhrase))].join(" OR ");
}

/** Always quoted: user input is never FTS5 syntax. */
function toPhrase({ tokens, prefix }: QueryTerm): string {
  return `"${tokens.join(" ").replaceAll('"', "")}"${prefix ? " *" : ""}`;
}
