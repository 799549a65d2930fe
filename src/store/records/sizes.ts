/**
 * How many bytes records take, by kind: from a sample of each, spread over all of them. Reading everything would take
 * seconds per gigabyte.
 */
import type { Database } from "bun:sqlite";
import type { KindSize } from "./records.ts";

const SAMPLES = 200;

interface Source {
  kind: KindSize["kind"];
  table: string;
  id: string;
  columns: readonly string[];
  /** Rows of the table that are of this kind. */
  count: number;
}

interface Counts {
  prompts: number;
  observations: number;
  responses: number;
  events: number;
  injections: number;
  sessions: number;
}

/** The index, and what SQLite itself needs, is the rest of the file. */
export function readSizes(db: Database, counts: Counts, fileBytes: number): KindSize[] {
  const texts = counts.prompts + counts.responses + counts.events;
  const sources: Source[] = [
    {
      kind: "calls",
      table: "calls",
      id: "entry",
      columns: ["input", "response", "packed", "files", "tool_name"],
      count: counts.observations,
    },
    { kind: "texts", table: "texts", id: "entry", columns: ["text", "event"], count: texts },
    {
      kind: "keys",
      table: "entries",
      id: "id",
      // Once in the record, once in the index by key.
      columns: ["key", "key", "prompt_id", "agent_id"],
      count: texts + counts.observations,
    },
    { kind: "digests", table: "session_digests", id: "session", columns: ["body"], count: counts.sessions },
    {
      kind: "injections",
      table: "injections",
      id: "id",
      columns: ["text", "sources"],
      count: counts.injections,
    },
  ];
  const sizes = sources.map((source) => ({
    kind: source.kind,
    bytes: Math.round(averageOf(db, source) * source.count),
  }));
  const known = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  return [...sizes, { kind: "index", bytes: Math.max(0, fileBytes - known) }];
}

function averageOf(db: Database, { table, id, columns }: Source): number {
  const ends = db
    .query<{ first: number | null; last: number | null }, []>(
      `select (select min(${id}) from ${table}) as first, (select max(${id}) from ${table}) as last`,
    )
    .get();
  if (ends === null || ends.first === null || ends.last === null) return 0;
  const { first, last } = ends as { first: number; last: number };
  const sum = columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(" + ");
  const row = db.query<{ bytes: number }, { from: number }>(
    `select ${sum} as bytes from ${table} where ${id} >= $from limit 1`,
  );
  let bytes = 0;
  for (let i = 0; i < SAMPLES; i++) {
    bytes += row.get({ from: Math.floor(first + ((last - first) * i) / SAMPLES) })?.bytes ?? 0;
  }
  return bytes / SAMPLES;
}
