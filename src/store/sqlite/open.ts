import { Database } from "bun:sqlite";
import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { Store } from "../store.ts";
import { toStoreError } from "./errors.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import { loadMarks } from "./safe-copy.ts";
import { createSqliteStore } from "./sqlite-store.ts";

// Bun keeps the first twenty statements and prepares every other one again at each use, which takes longer than most of
// ours run. There are some two hundred, and no more come: no value ever stands in one.
Database.MAX_QUERY_CACHE_SIZE = 400;

export interface SqliteOptions {
  /** Where copies go before a migration; default: beside the database. */
  backupDir?: string;
  /** The clock that names the copies. */
  now?: () => number;
  /** How long to wait for another process's write, milliseconds. */
  busyTimeoutMs?: number;
  /** For a process that answers hooks: what they need is prepared before the first one comes. */
  isWarm?: boolean;
  /** For tests of the migrating itself. */
  migrations?: readonly string[];
}

/** Opens the database, creating or migrating it as needed. Close it when done. */
export async function openSqliteStore(path: string, options: SqliteOptions = {}): Promise<Store> {
  let db: Database | undefined;
  try {
    createPrivateFile(path);
    db = new Database(path, { readwrite: true, create: true, strict: true });
    prepare(db, options.busyTimeoutMs ?? 5_000);
    migrate(db, {
      path,
      migrations: options.migrations ?? migrations,
      now: options.now ?? Date.now,
      backupDir: options.backupDir,
    });
    loadMarks(db, path);
    // After migrating: rebuilding a table must not delete what refers to it.
    db.run("pragma foreign_keys = on");
    return createSqliteStore(db, path, options.isWarm);
  } catch (error) {
    db?.close();
    throw toStoreError(error, path);
  }
}

/** Before SQLite opens it, so that at no moment others can read it; SQLite gives its side files the same mode. */
function createPrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
}

function prepare(db: Database, busyTimeoutMs: number): void {
  db.run(`pragma busy_timeout = ${Math.max(0, Math.trunc(busyTimeoutMs))}`);
  db.run("pragma journal_mode = wal");
  // Safe against a killed process; a power cut may cost the last moments, never the file.
  db.run("pragma synchronous = normal");
  db.run("pragma foreign_keys = off");
  db.run("pragma temp_store = memory");
  // Two megabytes: the daemon is one of many programs on somebody's machine, and the system caches the file anyway.
  db.run("pragma cache_size = -2000");
}
