/** Row numbers that the index has for words, in the tables of today and in those before them. */
import type { Database } from "bun:sqlite";
import type { QueryTerm } from "../../memory/text/words.ts";
import type { Named } from "./values.ts";
import type { WordTable } from "./word-index.ts";

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

type ReadFilter = Pick<RowFilter, "since" | "client" | "table" | "from"> & { to?: number };

/** From `name`, which is the filter's table or stood in for it before. */
function readRowids(
  db: Database,
  name: string,
  { table, since, client, from, to }: ReadFilter,
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
