/** What a running daemon takes at a moment. */
import { Database } from "bun:sqlite";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { residentBytes } from "../process-memory.ts";
import type { RunningDaemon } from "./running-daemon.ts";

export interface Sample {
  /** Of the daemon with its threads; the keeper apart. */
  "memory, MB": number;
  "keeper, MB": number;
  handles: number;
  /** The database's write-ahead log. */
  "log, MB": number;
  "database, MB": number;
  unindexed: number;
}

/** Without a process of its own: that would take the processor from what is measured. */
export function takeSample({ pawl, pid, keeperPid }: RunningDaemon): Sample {
  const size = (name: string) => statSync(`${pawl.home}/${name}`, { throwIfNoEntry: false })?.size ?? 0;
  return {
    "memory, MB": memoryOf(pid) / 1e6,
    "keeper, MB": memoryOf(keeperPid) / 1e6,
    handles: handlesOf(pid),
    "log, MB": size("pawl.db-wal") / 1e6,
    "database, MB": size("pawl.db") / 1e6,
    unindexed: unindexedIn(`${pawl.home}/pawl.db`),
  };
}

function unindexedIn(database: string): number {
  using db = new Database(database, { readonly: true });
  const sql = "select (select max(id) from entries) - (select indexed_to from word_state) as n";
  return db.query<{ n: number | null }, []>(sql).get()?.n ?? 0;
}

function memoryOf(pid: number): number {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ");
    return Number(pages) * 4096;
  } catch {
    return residentBytes(pid);
  }
}

function handlesOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    // No such folder on this system.
    return Number.NaN;
  }
}
