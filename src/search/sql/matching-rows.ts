/** Row numbers that the index has for words, and which of them pass a filter. */
import type { Database } from "bun:sqlite";
import type { WordTable } from "../../store/index/word-index.ts";
import { allOf, type Named } from "../../store/values.ts";
import type { QueryTerm } from "../../text/words.ts";
import type { SearchType } from "../types.ts";

/** Matches to check one by one, if the index has no column for the filter. */
const MOST_LOOKED_UP = 4_000;

export interface RowFilter {
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
