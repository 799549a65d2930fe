/**
 * Saves data that no transcript can restore in files beside the database: memories and solutions (copied once a day) and the
 * marks of forgotten records (after every change). If the database is lost, a new one starts with them.
 */
import { Database } from "bun:sqlite";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemClock } from "../platform/clock.ts";
import { replaceFile } from "../platform/files.ts";
import { takeOver } from "./old-database.ts";
import type { Named } from "./values.ts";

/** In an order in which each may refer to the ones before it. */
const TABLES = ["memories", "memory_versions", "memory_relations", "solutions"];

export const copyPath = (database: string): string => join(dirname(database), "memories-copy.db");
/** The database that was there is gone: the next daemon fills the new one. */
export const lostMark = (database: string): string => `${database}.lost`;
const marksPath = (database: string): string => join(dirname(database), "forgotten.json");

export function copyMemories(database: string): void {
  // SQLite would make an empty one, and the copy is all that is left of its memories.
  if (!existsSync(database)) return;
  replaceFile(copyPath(database), (draft) => {
    const copy = new Database(draft, { readwrite: true, strict: true });
    try {
      copy.run("pragma busy_timeout = 2000");
      // `pawl forget` waits for this copy, tens of megabytes for a large store. So it uses large pages and one write to the
      // disk at the end. There is nothing to roll back: a failed copy is deleted.
      for (const fast of ["page_size = 65536", "journal_mode = off", "synchronous = off"])
        copy.run(`pragma ${fast}`);
      copy.query<unknown, Named>("attach database $path as source").run({ path: database });
      copy.transaction(() => {
        for (const table of TABLES) copy.run(`create table ${table} as select * from source.${table}`);
      })();
      copy.run("detach database source");
    } finally {
      copy.close();
    }
  });
}

/** Into a new database. Answers how many memories came back; what is there already stays. */
export function restoreMemories(database: string): number {
  const path = copyPath(database);
  if (!existsSync(path)) return 0;
  using db = new Database(database, { readwrite: true, strict: true });
  db.run("pragma busy_timeout = 5000");
  takeOver(db, path, systemClock());
  return db.query<{ n: number }, []>("select count(*) as n from memories").get()?.n ?? 0;
}

interface Mark {
  kind: string;
  key: string;
  at: number;
}

/** Session ids and digests, no text. Also drops what is forgotten from the copy. */
export function afterForget(db: Database, database: string): void {
  const marks = db.query<Mark, []>("select kind, key, at from forgotten").all();
  const text = `${JSON.stringify(marks)}\n`;
  replaceFile(marksPath(database), (draft) => writeFileSync(draft, text), { isSynced: false });
  if (existsSync(copyPath(database))) copyMemories(database);
}

/** A database that knows of nothing forgotten is new, or always was so: then the file says it. */
export function loadMarks(db: Database, database: string): void {
  const path = marksPath(database);
  if (!existsSync(path) || db.query<unknown, []>("select 1 from forgotten limit 1").get() !== null) return;
  let marks: Mark[];
  try {
    marks = JSON.parse(readFileSync(path, "utf8")) as Mark[];
  } catch {
    // Not written by us.
    return;
  }
  const add = db.query<unknown, Named>(
    "insert or ignore into forgotten (kind, key, at) values ($kind, $key, $at)",
  );
  db.transaction(() => {
    for (const { kind, key, at } of marks) add.run({ kind, key, at });
  })();
}
