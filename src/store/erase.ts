/**
 * Removes deleted text from the files with SQLite's own means. `secure_delete` overwrites deleted rows, and the blocks of the
 * index that a merge replaces: after a merge to one segment, the index contains no word of a deleted record. Then the log is
 * emptied, because it holds the old pages.
 */
import type { Database } from "bun:sqlite";
import { PATIENCE_MS, retryBusy } from "./errors.ts";
import { WORD_TABLES } from "./index/word-index.ts";

/**
 * Pages per step: about 4 ms. FTS5 stores the first word of each step in full in its list of blocks, so many short steps
 * would leave many words there.
 */
const MERGE_PAGES = 64;

/** Merges every full-text table to one segment. `onStep` is called after each step with its number. */
export async function mergeAll(
  db: Database,
  onStep: (step: number) => void = () => undefined,
): Promise<void> {
  const changes = db.query<{ n: number }, []>("select total_changes() as n");
  let step = 0;
  for (const table of WORD_TABLES) {
    const merge = db.query<unknown, { pages: number }>(
      `insert into ${table} (${table}, rank) values ('merge', $pages)`,
    );
    // Negative: all segments, of whatever size. After that, steps continue until there is nothing left.
    for (let pages = -MERGE_PAGES; ; pages = MERGE_PAGES) {
      const before = changes.get()?.n ?? 0;
      await retryBusy(() => merge.run({ pages }), PATIENCE_MS);
      onStep(++step);
      // SQLite's documentation: fewer than two changes mean that there was nothing to merge.
      if ((changes.get()?.n ?? 0) - before < 2) break;
      await Bun.sleep(0);
    }
  }
}

/** Empties the log. False if other processes read or write all the while. */
export async function truncateLog(db: Database, withinMs = PATIENCE_MS): Promise<boolean> {
  // Without the lock: then there is little left to do while writers wait.
  db.run("pragma wal_checkpoint(passive)");
  const patience = db.query<{ timeout: number }, []>("pragma busy_timeout").get()?.timeout ?? 0;
  const until = performance.now() + withinMs;
  // SQLite would wait for readers with the lock in its hand, and every writer with it.
  db.run(`pragma busy_timeout = ${HELD_MS}`);
  try {
    for (;;) {
      if (db.query<{ busy: number }, []>("pragma wal_checkpoint(truncate)").get()?.busy === 0) return true;
      if (performance.now() > until) return false;
      await Bun.sleep(RETRY_MS);
    }
  } finally {
    db.run(`pragma busy_timeout = ${patience}`);
  }
}

const HELD_MS = 10;
const RETRY_MS = 20;
