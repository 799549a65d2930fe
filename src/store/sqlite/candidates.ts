/**
 * Selects the records that are worth scoring. FTS5's bm25 visits every match of every word to know how rare it is;
 * reading row numbers is far cheaper. So the rare words of a query select the records (the newest if there are
 * many), and scoring does the rest.
 */
import type { Database } from "bun:sqlite";
import type { QueryTerm } from "../../memory/text/words.ts";
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
  /** Its newest records by table, if already read, up to `MOST_OF_WORD`. */
  rowids?: ReadonlyMap<WordTable, readonly number[]>;
}

export interface CandidateFilter {
  table: WordTable;
  /** Words that must all be present; see `projectWord` and `kindWord`. */
  scope: readonly string[];
  since?: number;
  /** Only records of sessions of this client; not for memories, which have none. */
  client?: string;
  /** The same filter as `scope`, for row numbers that were already read. */
  isInScope?: (rowid: number) => boolean;
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
  let left = MOST_OF_QUERY;
  let scoped = MOST_SCOPED;
  for (const [bit, word] of rarest.entries()) {
    if (left <= 0) break;
    // Common words would only add their newest records: if rarer ones found enough, the text decides.
    const isCommon = word.weight * 2 < (rarest[0]?.weight ?? 0);
    if (isCommon && masks.size >= ENOUGH * wanted.most) break;
    const walked = toWalked(word, filter);
    if (walked === undefined && filter.scope.length > 0 && scoped-- <= 0) continue;
    const rowids = walked ?? rowidsOf(db, filter, word.match, MOST_OF_WORD);
    left -= rowids.length;
    see(rowids, 1 << bit);
    // A single word, and not all of its records were read: do not miss those with the word in their title.
    if (words.length > 1 || rowids.length < MOST_OF_WORD) continue;
    const inTitle = rowidsOf(db, filter, `title : (${word.match})`, MOST_TITLES);
    see(inTitle, 1 << bit);
    for (const rowid of inTitle) titled.add(rowid);
  }
  const together = rarest.slice(0, TOGETHER);
  if (together.length > 1) {
    const match = together.map((word) => `(${word.match})`).join(" AND ");
    see(rowidsOf(db, filter, match, MOST_TOGETHER), (1 << together.length) - 1);
  }
  return toBest(masks, rarest, titled, wanted);
}

/** The rows read while counting the word, if they are complete. */
function toWalked(word: CandidateWord, filter: CandidateFilter): readonly number[] | undefined {
  const rowids = word.rowids?.get(filter.table);
  if (rowids === undefined || filter.since !== undefined || filter.client !== undefined) return undefined;
  if (filter.scope.length === 0) return rowids;
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
  filter: Pick<CandidateFilter, "table" | "scope" | "since" | "client">,
  match: string,
  limit: number,
): number[] {
  const { table, scope, since, client } = filter;
  const values: Named = { match: withScope(match, scope), limit };
  if (since !== undefined) values.since = since;
  if (client !== undefined) values.client = client;
  const join = client === undefined ? (since === undefined ? "" : SINCE[table]) : ofClient(table);
  // As one text: one row per number would create most of a search's garbage.
  const sql = `select json_group_array(id) as ids from (
    select ${table}.rowid as id from ${table} ${join}
    where ${table} match $match ${since === undefined ? "" : "and at >= $since"}
      ${client === undefined ? "" : "and client = $client"}
    order by ${table}.rowid desc limit $limit)`;
  return JSON.parse(db.query<{ ids: string }, Named>(sql).get(values)?.ids ?? "[]");
}

function withScope(match: string, scope: readonly string[]): string {
  return scope.length === 0 ? match : `${scope.join(" AND ")} AND (${match})`;
}

const ofClient = (table: WordTable) =>
  `join entries on entries.id = ${table}.rowid join sessions on sessions.seq = entries.session`;

const SINCE: Readonly<Record<WordTable, string>> = {
  call_words: "join entries on entries.id = call_words.rowid",
  text_words: "join entries on entries.id = text_words.rowid",
  memory_words: `join (
    select id * 2 as number, updated_at as at from memories
    union all select id * 2 + 1, last_seen_at from solutions) on number = memory_words.rowid`,
};

export function toAnyOf(terms: readonly QueryTerm[]): string {
  return [...new Set(terms.map(toPhrase))].join(" OR ");
}

/** Always quoted: user input is never FTS5 syntax. */
function toPhrase({ tokens, prefix }: QueryTerm): string {
  return `"${tokens.join(" ").replaceAll('"', "")}"${prefix ? " *" : ""}`;
}
