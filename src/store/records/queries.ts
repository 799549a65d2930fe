/** Sessions with their records, the ledger of injections, how far each transcript was read, and counts. */
import type { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { wordIndex } from "../index/lazy-index.ts";
import { queries } from "../store.ts";
import { type Named, toText } from "../values.ts";
import { createReads } from "./reads.ts";
import type { StoreStats, TranscriptOffset } from "./records.ts";
import { type RowOf, withoutNulls } from "./rows.ts";
import { createWrites } from "./writes.ts";

export const recordsIn = queries(
  ({ db, location, part }) => ({
    ...createWrites(db, part(wordIndex)),
    ...createReads(db),
    ...createTranscriptOffsets(db),
    stats: () => readStats(db, location),
  }),
  { hookWrites: ["record", "endSession", "addInjection"] },
);

function createTranscriptOffsets(db: Database) {
  const find = db.query<TranscriptOffset, Named>(
    `select path, size, mtime_ms as mtimeMs, dev, ino, offset, state from transcript_offsets where path = $path`,
  );
  const save = db.query<unknown, Named>(
    `insert or replace into transcript_offsets (path, size, mtime_ms, dev, ino, offset, state)
     values ($path, $size, $mtimeMs, $dev, $ino, $offset, $state)`,
  );
  return {
    transcriptOffset: (path: string): TranscriptOffset | undefined =>
      find.get({ path: toText(path) }) ?? undefined,
    saveTranscriptOffset(offset: TranscriptOffset): void {
      save.run({ ...offset, path: toText(offset.path), state: toText(offset.state) });
    },
  };
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
  (select max(last_event_at) from sessions) as lastEventAt`;

type Counts = Omit<StoreStats, "sizeBytes">;

function readStats(db: Database, path: string): StoreStats {
  const counts = withoutNulls<Counts>(db.query<RowOf<Counts>, []>(STATS).get() as RowOf<Counts>);
  const logged = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return { ...counts, sizeBytes: usedBytes(db) + logged };
}

/** Without free pages: what was deleted left them, and what comes next takes them. */
function usedBytes(db: Database): number {
  const number = (pragma: string) =>
    Number(Object.values(db.query<Record<string, number>, []>(`pragma ${pragma}`).get() ?? {})[0] ?? 0);
  return (number("page_count") - number("freelist_count")) * number("page_size");
}
