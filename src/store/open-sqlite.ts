import { Database } from "bun:sqlite";
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { PawlError } from "../platform/errors.ts";
import { toStoreError } from "./errors.ts";
import { LONGEST_LOG_PAGES } from "./log-file.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import { loadMarks } from "./safe-copy.ts";
import { createSqliteStore } from "./sqlite-store.ts";
import type { Store } from "./store.ts";
import { present } from "./values.ts";

// Bun caches the first twenty statements and prepares every other one again at each use, which takes longer than
// most of ours run. We have about two hundred, and the number is fixed: no statement contains a value.
Database.MAX_QUERY_CACHE_SIZE = 400;

export interface SqliteOptions {
  /** How long to wait for another process's write, in milliseconds. */
  busyTimeoutMs?: number;
  /**
   * For a process that answers hooks: what they need is prepared before the first one comes, no wait for another
   * writer stops the thread, and a search does not index.
   */
  isWarm?: boolean;
  /** For a second connection: a database that was deleted meanwhile is not made again, empty, in its place. */
  mustExist?: boolean;
  /** For tests of migrations. */
  migrations?: readonly string[];
  freeBytes?: (dir: string) => number;
}

/** Opens the database and creates or migrates it as needed. Close it when done. */
export async function openSqliteStore(path: string, options: SqliteOptions = {}): Promise<Store> {
  let db: Database | undefined;
  try {
    if (options.mustExist === true && !existsSync(path))
      throw new PawlError("store_missing", `The database ${path} was deleted.`);
    createPrivateFile(path);
    db = new Database(path, { readwrite: true, create: true, strict: true });
    prepare(db, options.busyTimeoutMs ?? BUSY_MS);
    const { migrations: list = migrations, freeBytes } = options;
    migrate(db, present({ path, migrations: list, freeBytes }));
    loadMarks(db, path);
    // After migrating: rebuilding a table must not delete rows that refer to it.
    db.run("pragma foreign_keys = on");
    if (options.isWarm === true) answerFirst(db);
    return createSqliteStore(db, path, { isWarm: options.isWarm, busyMs: options.busyTimeoutMs ?? BUSY_MS });
  } catch (error) {
    db?.close();
    throw toStoreError(error, path);
  }
}

const BUSY_MS = 5_000;
const WARM_BUSY_MS = 1;

/** For the thread that answers hooks. */
function answerFirst(db: Database): void {
  // SQLite waits by stopping the thread; the store itself tries again instead: see `retry.ts`.
  db.run(`pragma busy_timeout = ${WARM_BUSY_MS}`);
}

/** Before SQLite opens it, so that others can never read it; SQLite gives its side files the same mode. */
function createPrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
}

function prepare(db: Database, busyTimeoutMs: number): void {
  db.run(`pragma busy_timeout = ${Math.max(0, Math.trunc(busyTimeoutMs))}`);
  db.run("pragma journal_mode = wal");
  // Safe if the process is killed; a power failure may lose the last transactions, never the file.
  db.run("pragma synchronous = normal");
  db.run("pragma foreign_keys = off");
  db.run("pragma temp_store = memory");
  // Deleted text is overwritten where it stood; see also scrub.ts.
  db.run("pragma secure_delete = on");
  // The background thread empties it long before that and notes what it held: see scrub.ts.
  db.run(`pragma wal_autocheckpoint = ${LONGEST_LOG_PAGES}`);
  // Two megabytes: the daemon should stay small, and the operating system caches the file anyway.
  db.run("pragma cache_size = -2000");
}
