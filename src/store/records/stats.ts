/** How much the database holds. */
import type { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import type { StoreStats } from "./records.ts";
import { type RowOf, withoutNulls } from "./rows.ts";
import { readSizes } from "./sizes.ts";

const STATS = `select
  (select count(*) from sessions) as sessions,
  (select coalesce(sum(prompts), 0) from sessions) as prompts,
  (select coalesce(sum(observations), 0) from sessions) as observations,
  (select count(*) from entries where kind = 'response') as responses,
  (select count(*) from entries where kind = 'event') as events,
  (select count(*) from injections) as injections,
  (select count(*) from memories where status in ('active', 'proposed')) as memories,
  (select count(*) from solutions) as solutions,
  (select max(last_event_at) from sessions) as lastEventAt`;

type Counts = Omit<StoreStats, "sizeBytes" | "sizes">;

export function readStats(db: Database, path: string): StoreStats {
  const counts = withoutNulls<Counts>(db.query<RowOf<Counts>, []>(STATS).get() as RowOf<Counts>);
  const sizeBytes = usedBytes(db) + sizeOf(`${path}-wal`);
  return { ...counts, sizeBytes, sizes: readSizes(db, counts, sizeBytes) };
}

/** Without free pages: what was deleted left them, and what comes next takes them. */
function usedBytes(db: Database): number {
  const number = (pragma: string) =>
    Number(Object.values(db.query<Record<string, number>, []>(`pragma ${pragma}`).get() ?? {})[0] ?? 0);
  return (number("page_count") - number("freelist_count")) * number("page_size");
}

/** The write-ahead log may not exist. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
