/**
 * How many bytes records take, by kind: from a sample of each, spread over all of them. Reading everything would take
 * seconds per gigabyte.
 */
import type { Database } from "bun:sqlite";
import type { KindSize, StoreStats } from "./records.ts";

const SAMPLES = 200;

type Counts = Pick<
  StoreStats,
  "prompts" | "observations" | "responses" | "events" | "injections" | "sessions"
>;

/** The index, and what SQLite itself needs, is the rest of the file. */
export function readSizes(db: Database, counts: Counts, fileBytes: number): KindSize[] {
  const texts = counts.prompts + counts.responses + counts.events;
  const sizeOf = (kind: KindSize["kind"], count: number, table: string, id: string, columns: string[]) => ({
    kind,
    bytes: Math.round(averageOf(db, table, id, columns) * count),
  });
  const sizes: KindSize[] = [
    sizeOf("calls", counts.observations, "calls", "entry", [
      "input",
      "response",
      "packed",
      "files",
      "tool_name",
    ]),
    sizeOf("texts", texts, "texts", "entry", ["text", "event"]),
    // A key is once in the record, once in the index by key.
    sizeOf("keys", texts + counts.observations, "entries", "id", ["key", "key", "prompt_id", "agent_id"]),
    sizeOf("digests", counts.sessions, "session_digests", "session", ["body"]),
    sizeOf("injections", counts.injections, "injections", "id", ["text", "sources"]),
  ];
  const known = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  return [...sizes, { kind: "index", bytes: Math.max(0, fileBytes - known) }];
}

function averageOf(db: Database, table: string, id: string, columns: readonly string[]): number {
  const ends = db
    .query<{ first: number | null; last: number | null }, []>(
      `select (select min(${id}) from ${table}) as first, (select max(${id}) from ${table}) as last`,
    )
    .get();
  const first = ends?.first ?? 0;
  const last = ends?.last ?? 0;
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
