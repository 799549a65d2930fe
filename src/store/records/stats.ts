/** How much the database holds. */
import type { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { known, present } from "../values.ts";
import type { StoreStats } from "./records.ts";
import { readSizes } from "./sizes.ts";

export function readStats(db: Database, path: string): StoreStats {
  const row = db.query<StatsRow, []>(STATS).get();
  const counts = {
    sessions: row?.sessions ?? 0,
    prompts: row?.prompts ?? 0,
    observations: row?.observations ?? 0,
    responses: row?.responses ?? 0,
    events: row?.events ?? 0,
    injections: row?.injections ?? 0,
  };
  const sizeBytes = usedBytes(db) + sizeOf(`${path}-wal`);
  return present({
    ...counts,
    memories: row?.memories ?? 0,
    solutions: row?.solutions ?? 0,
    sizeBytes,
    sizes: readSizes(db, counts, sizeBytes),
    lastEventAt: known(row?.last_event_at ?? null),
  });
}

interface StatsRow {
  sessions: number;
  prompts: number;
  observations: number;
  responses: number;
  events: number;
  injections: number;
  memories: number;
  solutions: number;
  last_event_at: number | null;
}

const STATS = `select
  (select count(*) from sessions) as sessions,
  (select coalesce(sum(prompts), 0) from sessions) as prompts,
  (select coalesce(sum(observations), 0) from sessions) as observations,
  (select count(*) from entries where kind = 'response') as responses,
  (select count(*) from entries where kind = 'event') as events,
  (select count(*) from injections) as injections,
  (select count(*) from memories where status in ('active', 'proposed')) as memories,
  (select count(*) from solutions) as solutions,
  (select max(last_event_at) from sessions) as last_event_at`;

/** Without free pages: what was deleted left them, and what comes next takes them. */
function usedBytes(db: Database): number {
  const number = (pragma: string) =>
    Number(Object.values(db.query<Record<string, number>, []>(`pragma ${pragma}`).get() ?? {})[0] ?? 0);
  return (number("page_count") - number("freelist_count")) * number("page_size");
}

/** The write-ahead log comes and goes. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
