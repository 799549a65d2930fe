/**
 * Merges the parts of the full-text tables in small steps. SQLite does it by itself inside of a write, which then
 * takes 10 to 40 ms instead of one, and every hook waits for that write.
 */
import type { Database } from "bun:sqlite";
import { WORD_TABLES, type WordTable } from "./word-index.ts";

/** Pages that one step writes: see also erase.ts. */
const PAGES = 64;
/** SQLite's own merge is off; this many parts of one size are far more than a running indexer leaves. */
const CRISIS = 500;
/** New parts until the next merge. */
const EVERY = 16;
/** So many, and new records wait for it: at SQLite's own limit one write would merge them all. */
const OVERDUE = 64;

export function createIndexMerges(db: Database) {
  let isPrepared = false;
  let written = 0;
  let isDue = false;

  /** Stored in the database: it counts for every process that writes. */
  function prepare(): void {
    if (isPrepared) return;
    for (const table of WORD_TABLES) {
      const now = db.query<{ v: number }, []>(`select v from ${table}_config where k = 'automerge'`).get();
      if (now?.v === 0) continue;
      set(table, "crisismerge", CRISIS);
      set(table, "automerge", 0);
    }
    isPrepared = true;
  }

  const set = (table: WordTable, name: string, value: number) =>
    db.query(`insert into ${table} (${table}, rank) values ('${name}', $value)`).run({ value });
  const changes = db.query<{ n: number }, []>("select total_changes() as n");

  return {
    isOverdue: (): boolean => isDue && written >= OVERDUE,
    /** A new part was written. */
    wrote(): void {
      prepare();
      written++;
      if (written >= EVERY) isDue = true;
    },
    /** Merges a little; 0 when nothing is left to do. */
    step(): number {
      if (!isDue) return 0;
      for (const table of WORD_TABLES) {
        const before = changes.get()?.n ?? 0;
        set(table, "merge", PAGES);
        // SQLite's documentation: fewer than two changes mean that there was nothing to merge.
        if ((changes.get()?.n ?? 0) - before >= 2) return 1;
      }
      isDue = false;
      written = 0;
      return 0;
    },
  };
}
