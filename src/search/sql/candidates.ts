/**
 * Selects the records worth scoring. FTS5's bm25 visits every match of every word to compute its rarity; reading row numbers
 * is far cheaper. So the rare words of a query select the records (the newest if there are many), and scoring does the rest.
 */
import type { Database } from "bun:sqlite";
import type { WordTable } from "../../store/index/word-index.ts";
import { allOf, type Named } from "../../store/values.ts";
import type { QueryTerm } from "../../text/words.ts";
import type { SearchType } from "../types.ts";

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
}

export interface Wanted {
  /** How many are shown. */
  limit: number;
  /** How many may be scored. */
  most: number;
}

/** Best first. */
export interface FoundRows {
  table: WordTable;
  candidates: Candidate[];
}

interface Candidate {
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
    for (const rowid of rowids) masks.set(rowid, (masks.get(rowid) ?? 0) | mask);
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

// Row numbers that the index has for words, and which of them pass a filter.

/** Matches to check one by one, if the index has no column for the filter. */
const MOST_LOOKED_UP = 4_000;

interface RowFilter {
  table: WordTable;
  /** Words that must all be present; see `projectWord` and `kindWord`. */
  scope: readonly string[];
  since?: number | undefined;
  /** Only records of sessions of this client; not for memories, which have none. */
  client?: string | undefined;
  /** Only records from this number on. */
  from?: number | undefined;
}

/** The newest first. */
export function rowidsOf(db: Database, filter: RowFilter, match: string, limit: number): number[] {
  const { table, scope, since, client, from } = filter;
  const expression = scope.length === 0 ? match : `${scope.join(" AND ")} AND (${match})`;
  if (since === undefined && client === undefined) return newestOf(db, table, expression, limit, from);
  // The index contains the day of a record, but no other filter.
  const isDated = client === undefined && table !== "memory_stems";
  const some = newestOf(db, table, expression, isDated ? SPARE * limit : MOST_LOOKED_UP, from);
  const kept = keepInScope(db, table, some, { since, client });
  return some.filter((rowid) => kept.has(rowid)).slice(0, limit);
}

/** Common words have enough records among the newest. */
const LATELY = 4_000;
/** How much further back each step reads. */
const FURTHER = 16;
/** So many times what is wanted may be read of a piece. */
const SPARE = 4;

/**
 * The newest rows of an expression, from pieces that are read forwards, the newest piece first. FTS5 also reads backwards, but
 * once an entry was removed from the table it then reads the word's whole list: 6 ms for a common word in a million
 * records instead of 0.1. So only a piece with unusually many matches is read backwards.
 */
function newestOf(db: Database, table: WordTable, match: string, limit: number, from = 0): number[] {
  // As one text: one row per number would create most of a search's garbage.
  const read = (order: "asc" | "desc", begin: number, end: number, most: number) =>
    toIds(
      db
        .query<Ids, Named>(
          `select json_group_array(id) as ids from (select ${table}.rowid as id from ${table}
           where ${table} match $match and ${table}.rowid between $begin and $end
           order by ${table}.rowid ${order} limit $most)`,
        )
        .get({ match, begin, end, most }),
    );
  const found: number[] = [];
  let end = newestIn(db, table);
  for (let length = LATELY; end >= from && found.length < limit; length *= FURTHER) {
    const begin = end - length < length ? from : Math.max(from, end - length);
    const most = SPARE * limit;
    const piece = read("asc", begin, end, most + 1);
    found.push(...(piece.length > most ? read("desc", begin, end, limit) : piece.reverse()));
    end = begin - 1;
  }
  return found.slice(0, limit);
}

interface Ids {
  ids: string;
}

const toIds = (row: Ids | null): number[] => JSON.parse(row?.ids ?? "[]");

/** The highest number that a table has; 0 if it is empty. */
export function newestIn(db: Database, table: WordTable): number {
  return db.query<{ id: number | null }, []>(`select max(id) as id from ${table}_docsize`).get()?.id ?? 0;
}

interface Scope {
  project?: string | undefined;
  type?: SearchType | undefined;
  client?: string | undefined;
  since?: number | undefined;
}

/**
 * Keeps the row numbers whose records pass the filter. A rare word has few records, and reading each of them costs less than
 * a combined index query for word and filter.
 */
export function keepInScope(
  db: Database,
  table: WordTable,
  rowids: readonly number[],
  scope: Scope,
): Set<number> {
  if (rowids.length === 0) return new Set();
  const ids = JSON.stringify(rowids);
  return new Set(table === "memory_stems" ? memoriesIn(db, ids, scope) : entriesIn(db, ids, scope));
}

/** `cross join`: from the numbers to their records, never from all records to the numbers. */
function entriesIn(db: Database, ids: string, { project, type, client, since }: Scope): number[] {
  const kind = type === "notification" ? "event" : type;
  const { where, values } = allOf(
    ["e.kind = $kind", { kind }],
    ["e.at >= $since", { since }],
    ["s.project = $project", { project }],
    ["s.client = $client", { client }],
  );
  return toIds(
    db
      .query<Ids, Named>(
        `select json_group_array(e.id) as ids from json_each($ids) wanted cross join entries e on e.id = wanted.value
         cross join sessions s on s.seq = e.session where ${where}`,
      )
      .get({ ids, ...values }),
  );
}

/** Even numbers are memories, odd ones solutions. What applies everywhere applies in every project. */
function memoriesIn(db: Database, ids: string, { project, type, since }: Scope): number[] {
  const of = (table: string, rest: 0 | 1, time: string) => {
    const { where, values } = allOf(
      ["r.project in ($project, '')", { project }],
      [`r.${time} >= $since`, { since }],
    );
    return toIds(
      db
        .query<Ids, Named>(
          `select json_group_array(wanted.value) as ids from json_each($ids) wanted
           cross join ${table} r on r.id = wanted.value / 2 where wanted.value % 2 = ${rest} and ${where}`,
        )
        .get({ ids, ...values }),
    );
  };
  return [
    ...(type === "solution" ? [] : of("memories", 0, "updated_at")),
    ...(type === "memory" ? [] : of("solutions", 1, "last_seen_at")),
  ];
}

export function toAnyOf(terms: readonly QueryTerm[]): string {
  return [...new Set(terms.map(toPhrase))].join(" OR ");
}

/** Always quoted: user input is never FTS5 syntax. */
function toPhrase({ tokens, prefix }: QueryTerm): string {
  return `"${tokens.join(" ").replaceAll('"', "")}"${prefix ? " *" : ""}`;
}
