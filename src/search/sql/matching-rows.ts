/** Row numbers that the index has for words, in the tables of today and in those before them. */
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
  /** The days since then, as words; see `sinceMatch`. Only in the tables of today. */
  dates?: readonly string[];
  /** Only records of sessions of this client; not for memories, which have none. */
  client?: string;
  /** All records since then, where they are few. */
  only?: ReadonlySet<number>;
  /** About how many records match at most, where that is known: then the first look goes back far enough. */
  docs?: number;
}

/** From before migration 12: until all their records are indexed again, both are searched. See also `old-index.ts`. */
export const OLD_TABLES = ["call_words", "text_words", "memory_words"] as const;
type OldTable = (typeof OLD_TABLES)[number];

const OLD_OF: Readonly<Record<WordTable, OldTable>> = {
  call_stems: "call_words",
  text_stems: "text_words",
  memory_stems: "memory_words",
};

interface State {
  stale_to: number;
  stale_memories_to: number;
}

interface OldPart {
  table: OldTable;
  /** Records up to here are found in it, later ones in the new table. */
  to: number;
}

/** Where the rest of a table's records is to be looked for; undefined when they are all in the table itself. */
export function oldPartOf(db: Database, table: WordTable): OldPart | undefined {
  const state = db.query<State, []>("select stale_to, stale_memories_to from word_state").get();
  const to = (table === "memory_stems" ? state?.stale_memories_to : state?.stale_to) ?? 0;
  if (to <= 0 || !hasTable(db, OLD_OF[table])) return undefined;
  return { table: OLD_OF[table], to };
}

export function hasTable(db: Database, name: string): boolean {
  const found = db.query<unknown, Named>("select 1 from sqlite_schema where type = 'table' and name = $name");
  return found.get({ name }) !== null;
}

/** The newest first. */
export function rowidsOf(db: Database, filter: RowFilter, match: string, limit: number): number[] {
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

type ReadFilter = Pick<RowFilter, "since" | "client" | "table" | "from" | "docs"> & { to?: number };

/** Common words have enough records in the last so many. */
const LATELY = 4_000;
/** Of the records of a word, about one in so many is a text or a memory. */
const CALLS_FOR_TEXT = 8;
/** A project has a part of a word's records; and a piece is longer than it has to be by what was found before. */
const SPARE = 2;

/** From `name`, which is the filter's table or stood in for it before. */
function readRowids(
  db: Database,
  name: string,
  { table, since, client, from = 0, to, docs }: ReadFilter,
  match: string,
  limit: number,
): number[] {
  const newest = Math.min(to ?? Number.MAX_SAFE_INTEGER, newestIn(db, name));
  const isPlain = since === undefined && client === undefined;
  // As one text: one row per number would create most of a search's garbage.
  const matches = db.query<Ids, Named>(
    `select json_group_array(id) as ids from (select ${name}.rowid as id from ${name}
     where ${name} match $match and ${name}.rowid >= $from and ${name}.rowid <= $to
     order by ${name}.rowid limit $most)`,
  );
  const read = (begin: number, end: number, most: number) =>
    toIds(matches.get({ match, from: begin, to: Math.min(end, to ?? end), most }));
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
