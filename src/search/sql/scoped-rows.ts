/**
 * Which of some row numbers pass a filter. A rare word's records are few, and looking each of them up costs less than
 * asking the index for the word and the filter together, which reads the filter's part of the index too.
 */

import type { Database } from "bun:sqlite";
import type { WordTable } from "../../store/index/word-index.ts";
import { type Named, toText, toTime } from "../../store/values.ts";
import type { SearchType } from "../types.ts";

interface Scope {
  project?: string | undefined;
  type?: SearchType | undefined;
  client?: string | undefined;
  since?: number | undefined;
}

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

/** As one text: an object for each of some hundred numbers would be garbage. */
const toIds = (row: { ids: string } | null): number[] => JSON.parse(row?.ids ?? "[]");

function entriesIn(db: Database, ids: string, { project, type, client, since }: Scope): number[] {
  const values: Named = { ids };
  const where: string[] = [];
  const and = (condition: string, name: string, value: string | number) => {
    where.push(condition);
    values[name] = value;
  };
  if (type !== undefined) and("e.kind = $kind", "kind", type === "notification" ? "event" : type);
  if (since !== undefined) and("e.at >= $since", "since", toTime(since));
  if (project !== undefined) and("s.project = $project", "project", toText(project));
  if (client !== undefined) and("s.client = $client", "client", toText(client));
  return toIds(
    db
      .query<{ ids: string }, Named>(
        `select json_group_array(e.id) as ids from json_each($ids) wanted cross join entries e on e.id = wanted.value
         cross join sessions s on s.seq = e.session where ${where.join(" and ")}`,
      )
      .get(values),
  );
}

/** Even numbers are memories, odd ones solutions. What applies everywhere applies in every project. */
function memoriesIn(db: Database, ids: string, { project, type, since }: Scope): number[] {
  const of = (table: string, rest: 0 | 1, time: string) => {
    const values: Named = { ids };
    const where = [`wanted.value % 2 = ${rest}`];
    if (project !== undefined) {
      where.push("r.project in ($project, '')");
      values.project = toText(project);
    }
    if (since !== undefined) {
      where.push(`r.${time} >= $since`);
      values.since = toTime(since);
    }
    return toIds(
      db
        .query<{ ids: string }, Named>(
          `select json_group_array(wanted.value) as ids from json_each($ids) wanted
           cross join ${table} r on r.id = wanted.value / 2 where ${where.join(" and ")}`,
        )
        .get(values),
    );
  };
  return [
    ...(type === "solution" ? [] : of("memories", 0, "updated_at")),
    ...(type === "memory" ? [] : of("solutions", 1, "last_seen_at")),
  ];
}
