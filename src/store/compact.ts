/**
 * Gives disk space back. `VACUUM` writes the file again, without the pages of deleted records and without unused bytes.
 * Unused bytes matter too: when SQLite moves rows between pages it leaves the old bytes in the gap, also those of a row
 * that is deleted later. So a forget ends with it, or leaves a mark for the next idle time where the file is large.
 */
import { Database } from "bun:sqlite";
import { existsSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { truncateLog } from "./erase.ts";

/** Below this size it takes at most two seconds, so it is done right after a forget. */
const SMALL_BYTES = 300_000_000;
/** Share of the file that must be free: rewriting it for less is not worth it. */
const FREE_SHARE = 0.2;
/** Multiple of the file's size: the new copy, and the same pages in the log. */
const ROOM = 2;

interface CompactOptions {
  /** `forgotten`: a file that takes a moment; others are marked. `idle`: if it is worth it. `now`: also if it is not. */
  when: "forgotten" | "idle" | "now";
  freeBytes?: (dir: string) => number;
}

/** Returns true if the file was rewritten. False while another process writes: the next call retries. */
export async function compact(
  database: string,
  { when, freeBytes = freeBytesOf }: CompactOptions,
): Promise<boolean> {
  using db = new Database(database, { readwrite: true, strict: true });
  const size = statSync(database).size;
  if (when === "forgotten") writeFileSync(dueMark(database), "", { mode: 0o600 });
  if (when === "forgotten" && size >= SMALL_BYTES) return false;
  if (when === "idle" && !isWorthCompacting(database)) return false;
  if (freeBytes(dirname(database)) < size * ROOM) return false;
  db.run("pragma busy_timeout = 2000");
  db.run("vacuum");
  rmSync(dueMark(database), { force: true });
  await truncateLog(db);
  return true;
}

/** Something was forgotten since it was last written again. */
const dueMark = (database: string) => `${database}.compact`;

/** Much of the file is unused, or bytes of something that was forgotten may be. */
export function isWorthCompacting(database: string): boolean {
  if (existsSync(dueMark(database))) return true;
  using db = new Database(database, { readonly: true });
  return freeShare(db) >= FREE_SHARE;
}

function freeShare(db: Database): number {
  const free = db.query<{ freelist_count: number }, []>("pragma freelist_count").get()?.freelist_count ?? 0;
  const pages = db.query<{ page_count: number }, []>("pragma page_count").get()?.page_count ?? 0;
  return pages === 0 ? 0 : free / pages;
}

function freeBytesOf(dir: string): number {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize;
}
