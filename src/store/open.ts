import { Database } from "bun:sqlite";
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { systemClock } from "../platform/clock.ts";
import { PawlError } from "../platform/errors.ts";
import { toStoreError } from "./errors.ts";
import { isOldVersion, replaceOldDatabase } from "./old-database.ts";
import { copyPath, loadMarks, lostMark } from "./safe-copy.ts";
import { createTables, SCHEMA_VERSION, versionOf } from "./schema.ts";
import { createStore, type Store } from "./store.ts";

// Bun caches the first twenty statements and prepares every other one again at each use, which takes longer than
// most of ours run. We have about two hundred, and the number is fixed: no statement contains a value.
Database.MAX_QUERY_CACHE_SIZE = 400;

interface StoreSettings {
  /** The database's path; `platform/paths` has it as part of Pawl's home. */
  database: string;
  /** How long to wait for another process's write, in milliseconds. */
  busyTimeoutMs?: number;
  /**
   * For a process that answers hooks: their statements are prepared before the first hook arrives, waiting for another
   * writer never blocks the thread, and a search does not update the index first.
   */
  isWarm?: boolean;
  /** For a second connection: if the database was deleted meanwhile, no empty one is created. */
  mustExist?: boolean;
}

/** Opens the database; creates it, or replaces one of an earlier version, as needed. Close it when done. */
export async function openStore({ database: path, ...options }: StoreSettings): Promise<Store> {
  let db: Database | undefined;
  const busyMs = options.busyTimeoutMs ?? BUSY_MS;
  try {
    if (options.mustExist === true && !existsSync(path))
      throw new PawlError("store_missing", `The database ${path} was deleted.`);
    createPrivateFile(path);
    db = new Database(path, { readwrite: true, create: true, strict: true });
    setPatience(db, busyMs);
    refuseForeign(db);
    if (isOldVersion(versionOf(db))) {
      db.close();
      await replaceOldDatabase(path, systemClock());
      db = new Database(path, { readwrite: true, strict: true });
    }
    setPatience(db, busyMs);
    prepare(db, options.isWarm === true);
    refuseNewer(path, versionOf(db));
    // The daemon restores the content of the lost file.
    if (versionOf(db) === 0 && options.isWarm !== true && existsSync(copyPath(path)))
      writeFileSync(lostMark(path), "", { mode: 0o600 });
    createTables(db);
    loadMarks(db, path);
    // SQLite waits by stopping the thread that answers hooks; the store itself tries again instead: see `errors.ts`.
    if (options.isWarm === true) setPatience(db, WARM_BUSY_MS);
    return createStore(db, path, { isWarm: options.isWarm, busyMs });
  } catch (error) {
    db?.close();
    throw toStoreError(error, path);
  }
}

const BUSY_MS = 5_000;
const WARM_BUSY_MS = 1;

/** Before SQLite opens it, so that others can never read it; SQLite gives its side files the same mode. */
function createPrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    // Only a new file: closing a second handle of an open database would drop the locks of this process's connections.
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (Object(error).code !== "EEXIST") throw error;
    chmodSync(path, 0o600);
  }
}

const setPatience = (db: Database, ms: number) =>
  db.run(`pragma busy_timeout = ${Math.max(0, Math.trunc(ms))}`);

function prepare(db: Database, isWarm: boolean): void {
  db.run("pragma journal_mode = wal");
  // Safe if the process is killed; a power failure may lose the last transactions, never the file.
  db.run("pragma synchronous = normal");
  db.run("pragma foreign_keys = on");
  db.run("pragma temp_store = memory");
  // Deleted text is overwritten in the file; see also erase.ts.
  db.run("pragma secure_delete = on");
  // No hook waits for the disk: the thread that indexes empties the log at 4 MB, and a hook's own write only at 64 MB.
  db.run(`pragma wal_autocheckpoint = ${isWarm ? 16_000 : 1_000}`);
  // Two megabytes: the daemon should stay small, and the operating system caches the file anyway.
  db.run("pragma cache_size = -2000");
}

/** A database of another program: it has tables, and none of ours. */
function refuseForeign(db: Database): void {
  const names = db
    .query<{ name: string }, []>("select name from sqlite_schema where type = 'table'")
    .all()
    .map(({ name }) => name);
  if (names.length === 0 || names.includes("sessions")) return;
  throw Object.assign(new Error("It holds tables of another program."), { code: "SQLITE_NOTADB" });
}

function refuseNewer(path: string, version: number): void {
  if (version <= SCHEMA_VERSION) return;
  throw new PawlError(
    "store_too_new",
    `The database ${path} has version ${version}; this Pawl supports versions up to ${SCHEMA_VERSION}.`,
    {
      hint: "Update Pawl, or point PAWL_HOME at another folder. Nothing was changed.",
      params: { path, version, known: SCHEMA_VERSION },
    },
  );
}
