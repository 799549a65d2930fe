/**
 * `pawl backup` and `pawl restore`. A backup is itself a database, with a table of the few files that belong to
 * it. Nothing is unpacked, so nothing can expand. A foreign backup is read only after its schema was found to
 * match ours exactly, because a database can contain triggers and views that run when it is used.
 */
import { Database } from "bun:sqlite";
import { chmodSync, closeSync, copyFileSync, openSync, readSync, renameSync, statSync } from "node:fs";
import { PawlError } from "../platform/errors.ts";
import { replaceFile } from "../platform/files.ts";
import { toStoreError } from "./errors.ts";
import { createTables, SCHEMA_VERSION } from "./schema.ts";

interface ArchivedFile {
  /** Relative to Pawl's home. */
  path: string;
  text: string;
}

const FILES = "create table backup_files (path text primary key, text text not null) strict";

export function writeArchive(database: string, target: string, files: readonly ArchivedFile[]): void {
  try {
    // Half a backup must never look like a good one.
    replaceFile(target, (draft) => fillArchive(database, draft, files));
  } catch (cause) {
    if (cause instanceof PawlError) throw cause;
    throw new PawlError("backup_failed", `The backup could not be written to ${target}.`, {
      cause,
      hint: "Free some space there, or name a writable folder.",
      params: { target },
    });
  }
}

function fillArchive(database: string, draft: string, files: readonly ArchivedFile[]): void {
  const source = new Database(database, { readwrite: true });
  try {
    source.run("pragma busy_timeout = 5000");
    source.query("vacuum into ?").run(draft);
  } finally {
    source.close();
  }
  const archive = new Database(draft, { readwrite: true });
  try {
    archive.run("pragma journal_mode = delete");
    archive.run(FILES);
    const add = archive.query("insert into backup_files (path, text) values (?, ?)");
    archive.transaction(() => {
      for (const { path, text } of files) add.run(path, text);
    })();
  } finally {
    archive.close();
  }
}

/** The files that a backup holds. Throws `backup_refused` for anything that is not one. */
export function readArchive(path: string): ArchivedFile[] {
  refuseForeign(path);
  let archive: Database | undefined;
  try {
    archive = new Database(path, { readonly: true });
    archive.run("pragma trusted_schema = off");
    archive.run("pragma cell_size_check = on");
    const version =
      archive.query<{ user_version: number }, []>("pragma user_version").get()?.user_version ?? 0;
    if (version > SCHEMA_VERSION) {
      throw new PawlError(
        "backup_refused",
        `${path} was made by a newer Pawl (version ${version} of the database); nothing was changed`,
        { hint: "Update Pawl first.", params: { path, version, kind: "newer" } },
      );
    }
    if (version < SCHEMA_VERSION || !Bun.deepEquals(readSchema(archive), expectedSchema())) {
      throw refused(path, "holds tables that Pawl did not make");
    }
    const check = archive.query<{ quick_check: string }, []>("pragma quick_check(1)").get();
    if (check?.quick_check !== "ok") throw refused(path, "is damaged", "damaged");
    return archive.query<ArchivedFile, []>("select path, text from backup_files order by path").all();
  } catch (error) {
    if (error instanceof PawlError) throw error;
    throw refused(path, `cannot be read (${toStoreError(error, path).message})`);
  } finally {
    archive?.close();
  }
}

/** Replaces the database with a backup that `readArchive` accepted; the old one is kept under `aside`. */
export function restoreArchive(path: string, database: string, aside: string): void {
  const fill = (draft: string) => {
    copyFileSync(path, draft);
    chmodSync(draft, 0o600);
    const copy = new Database(draft, { readwrite: true });
    try {
      copy.run("drop table backup_files");
      copy.run("vacuum");
    } finally {
      copy.close();
    }
  };
  try {
    replaceFile(database, fill, { ready: () => setAside(database, aside) });
  } catch (cause) {
    throw toStoreError(cause, database);
  }
}

/** Including the content of its write-ahead log. */
export function setAside(database: string, aside: string): void {
  for (const suffix of ["", "-wal", "-shm"]) {
    if (statSync(`${database}${suffix}`, { throwIfNoEntry: false }) !== undefined) {
      renameSync(`${database}${suffix}`, `${aside}${suffix}`);
    }
  }
}

function refused(path: string, why: string, kind: "invalid" | "damaged" = "invalid"): PawlError {
  return new PawlError("backup_refused", `${path} ${why}; nothing was changed`, {
    hint: "Name a file that pawl backup has written.",
    params: { path, kind },
  });
}

const MAGIC = "SQLite format 3\0";

/** Checks the first bytes before SQLite opens the file: archives, empty files, and files with a false size. */
function refuseForeign(path: string): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile()) throw refused(path, "is not a file");
  const head = Buffer.alloc(100);
  const file = openSync(path, "r");
  try {
    readSync(file, head, 0, head.length, 0);
  } finally {
    closeSync(file);
  }
  if (head.toString("latin1", 0, 16) !== MAGIC) throw refused(path, "is not a backup of Pawl's");
  const pageSize = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
  if (stat.size !== pageSize * head.readUInt32BE(28)) throw refused(path, "is not whole", "damaged");
  // A size that is claimed but not backed by data: copying it would fill the disk.
  if (stat.size > 1 << 20 && stat.blocks * 512 < stat.size / 4) throw refused(path, "is mostly empty");
}

interface SchemaRow {
  type: string;
  name: string;
  tbl_name: string;
  sql: string | null;
}

function readSchema(db: Database): SchemaRow[] {
  return db
    .query<SchemaRow, []>(
      `select type, name, tbl_name, sql from sqlite_master
       where name not like 'sqlite_stat%' and tbl_name <> 'backup_files' order by type, name`,
    )
    .all();
}

function expectedSchema(): SchemaRow[] {
  using fresh = new Database(":memory:");
  createTables(fresh);
  return readSchema(fresh);
}
