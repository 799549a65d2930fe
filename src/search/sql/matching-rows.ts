/** Row numbers that the index has for words. */
import type { Database } from "bun:sqlite";
import type { WordTable } from "../../store/index/word-index.ts";
import type { Named } from "../../store/values.ts";
import type { QueryTerm } from "../../text/words.ts";

/** Matches that are looked up one by one, where the index does not know what is asked. */
const MOST_LOOKED_UP = 4_000;

export interface RowFilter {
  table: WordTable;
  /** Words that must all be present; see `projectWord` and `kindWord`. */
  scope: readonly string[];
  since?: number;
  /** No record since then has a lower number. */
  from?: number;
  /** The days since then, as words; see `sinceMatch`. */
  dates?: readonly string[];
  /** Only records of sessions of this client; not for memories, which have none. */
  client?: string;
  /** All records since then, where they are few. */
  only?: ReadonlySet<number>;
  /** About how many records match at most, where that is known: then the first look goes back far enough. */
  docs?: number;
}

/** The newest first. */
export function rowidsOf(db: Database, filter: RowFilter, match: string, limit: number): number[] {
  const { scope, dates, only } = filter;
  if (only !== undefined) {
    const { since: _, only: __, ...rest } = filter;
    return rowidsOf(db, rest, match, MOST_LOOKED_UP)
      .filter((rowid) => only.has(rowid))
      .slice(0, limit);
  }
  return readRowids(db, filter, withScope(match, [...scope, ...(dates ?? [])]), limit);
}

/** Common words have enough records in the last so many. */
const LATELY = 4_000;
/** Of the records of a word, about one in so many is a text or a memory. */
const CALLS_FOR_TEXT = 8;
/** A project has a part of a word's records; and a piece is longer than it has to be by what was found before. */
const SPARE = 2;

function readRowids(
  db: Database,
  { table, since, client, from = 0, docs }: RowFilter,
  match: string,
  limit: number,
): number[] {
  const newest = newestIn(db, table);
  const isPlain = since === undefined && client === undefined;
  // As one text: one row per number would create most of a search's garbage.
  const matches = db.query<Ids, Named>(
    `select json_group_array(id) as ids from (select ${table}.rowid as id from ${table}
     where ${table} match $match and ${table}.rowid >= $from and ${table}.rowid <= $to
     order by ${table}.rowid limit $most)`,
  );
  const read = (begin: number, end: number, most: number) =>
    toIds(matches.get({ match, from: begin, to: end, most }));
  const share = table === "call_stems" ? 1 : CALLS_FOR_TEXT;
  const first =
    docs === undefined ? undefined : Math.max(LATELY, Math.ceil((SPARE * share * limit * newest) / docs));
  const found: number[] = [];
  let looked = 0;
  for (const rowids of newestFirst(read, { from, newest, first }, limit)) {
    const some = isPlain ? rowids : rowids.slice(0, MOST_LOOKED_UP - looked);
    looked += rowids.length;
    for (const rowid of isPlain ? some : recordsIn(db, table, some, { since, client })) found.push(rowid);
    if (found.length >= limit || (!isPlain && looked >= MOST_LOOKED_UP)) break;
  }
  return found.length > limit ? found.slice(0, limit) : found;
}

interface Ids {
  ids: string;
}

const toIds = (row: Ids | null): number[] => JSON.parse(row?.ids ?? "[]");

/** The highest number that a table has; 0 if it is empty. */
export function newestIn(db: Database, table: string): number {
  return db.query<{ id: number | null }, []>(`select max(id) as id from ${table}_docsize`).get()?.id ?? 0;
}

/** Those of which the record itself passes, in the same order. */
function recordsIn(
  db: Database,
  table: WordTable,
  rowids: readonly number[],
  { since, client }: { since: number | undefined; client: string | undefined },
): number[] {
  const values: Named = { ids: JSON.stringify(rowids) };
  const where: string[] = [];
  if (since !== undefined) {
    where.push(table === "memory_stems" ? `${MEMORY_TIME} >= $since` : "entries.at >= $since");
    values.since = since;
  }
  if (client !== undefined) {
    where.push("sessions.client = $client");
    values.client = client;
  }
  // `cross join`: from the matches to their records, never from all records to the matches.
  const join = table === "memory_stems" ? "" : "cross join entries on entries.id = matches.value";
  const sessions = client === undefined ? "" : "cross join sessions on sessions.seq = entries.session";
  const sql = `select json_group_array(id) as ids from (
    select matches.value as id from json_each($ids) matches ${join} ${sessions} where ${where.join(" and ")})`;
  return toIds(db.query<Ids, Named>(sql).get(values));
}

/**
 * Those of a few row numbers that match. Each is looked up by itself, some thirty microseconds: for a handful that is less
 * than an expression costs that reads all records of a phrase.
 */
export function matchingOf(
  db: Database,
  table: WordTable,
  rowids: readonly number[],
  match: string,
): number[] {
  return db
    .query<{ id: number }, Named>(
      `select ${table}.rowid as id from json_each($ids) wanted cross join ${table} on ${table}.rowid = wanted.value
       where ${table} match $match`,
    )
    .all({ ids: JSON.stringify(rowids), match })
    .map(({ id }) => id);
}

/** Even numbers are memories, odd ones solutions; each is looked up by its own number. */
const MEMORY_TIME = `iif(matches.value % 2 = 0,
  (select updated_at from memories where memories.id = matches.value / 2),
  (select last_seen_at from solutions where solutions.id = matches.value / 2))`;

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

/** Numbers from `from` to `to`, the lowest first, at most `most` of them. */
export type ReadForwards = (from: number, to: number, most: number) => number[];

/** So many may be read of a piece: reading on costs less than asking again. */
const ALWAYS_READ = 2_000;
/** So many times what is wanted may be read of a piece; of more, a shorter piece is enough. */
const MOST_OF_PIECE = 8;
/** The same while nothing is known: most words are rare, and all that there is of them is read at once. */
const MOST_AT_FIRST = 2;

interface Numbers {
  from: number;
  /** About the highest. */
  newest: number;
  /** How far to go back at first, for a likely match; by default as far as there is anything. */
  first?: number | undefined;
}

/**
 * The newest of many numbers, from a source that is read forwards: pieces of them, the newest first, within pieces and from
 * piece to piece; whoever has enough stops. FTS5 reads backwards, too, but pays for it: it takes every page of a word's list
 * apart as a whole, and as soon as one entry was removed from the table, or one text had a word in it 64 times, it first goes
 * through the list from its beginning: 6 ms for a common word in a million records, instead of 0.1. Forwards it jumps to
 * where it is told to begin.
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
