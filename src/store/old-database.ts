/**
 * A database of version 0.2. What people wrote is copied into a new one: memories, solutions, permissions, the team's tables
 * and the marks of what was forgotten. Rules that 0.2 learned become proposals. History comes again from the transcripts,
 * by the ordinary import. The old file stays beside the new one until something is forgotten.
 */

import { Database } from "bun:sqlite";
import { constants, copyFileSync, rmSync, writeFileSync } from "node:fs";
import { type FileOutcome, withLock } from "../platform/atomic-file.ts";
import { replaceFile } from "../platform/files.ts";
import { retryBusy } from "./errors.ts";
import { createMemoryIndex } from "./index/memory-index.ts";
import { authorshipColumns, authorshipOf, solutionAuthorship } from "./records/authorship.ts";
import { createTables, SCHEMA_VERSION, versionOf } from "./schema.ts";
import type { Named } from "./values.ts";

export const oldDatabase = (database: string): string => `${database}.old`;
/** Tells the next daemon that the history has to be read again. */
export const upgradeMark = (database: string): string => `${database}.upgraded`;
export const isOldVersion = (version: number): boolean => version > 0 && version < SCHEMA_VERSION;

/** Tables that have kept their columns. `forgetting`: a forget that was killed is finished by the new version. */
const UNCHANGED =
  `permissions memory_relations counted forgotten forgetting team_folders team_dirty team_heads
  team_links team_outbox team_cursors team_marks team_handoffs team_private`.split(/\s+/);
/** How long another process may take to do the same, and how long one may have the database open. */
const WAIT_MS = { lock: 10_000, open: 1_500 };

/** Replaces a database of an earlier version. One process does it, and others that open the database wait. */
export async function replaceOldDatabase(database: string, at: number): Promise<void> {
  const fill = (draft: string) => {
    using db = new Database(draft, { readwrite: true, strict: true });
    createTables(db);
    takeOver(db, database, at);
    writeFileSync(upgradeMark(database), "", { mode: 0o600 });
    copyFileSync(database, oldDatabase(database), constants.COPYFILE_FICLONE);
  };
  const replace = async (): Promise<FileOutcome> => {
    if (await retryBusy(() => closeLog(database), WAIT_MS.open)) replaceFile(database, fill);
    return { ok: true };
  };
  const done = await withLock(database, replace, WAIT_MS.lock);
  if (!done.ok) throw new Error(done.detail);
}

/** Everything is in the one file afterwards. Fails while another process has it open; false if it is not old any more. */
function closeLog(database: string): boolean {
  using db = new Database(database, { readwrite: true });
  if (!isOldVersion(versionOf(db))) return false;
  db.run("pragma journal_mode = delete");
  return true;
}

type Row = Record<string, string | number | null>;

/** Copies what people wrote from another database: an old one, or the hourly copy. What is there already stays. */
export function takeOver(db: Database, from: string, at: number): void {
  db.query<unknown, Named>("attach database $from as old").run({ from });
  db.transaction(() => {
    const versions = Map.groupBy(rowsOf(db, "memory_versions"), ({ memory }) => memory);
    for (const row of rowsOf(db, "memories")) addMemory(db, row, versions.get(row.id) ?? [], at);
    for (const row of rowsOf(db, "solutions")) {
      const by = solutionAuthorship(String(row.source), provenanceOf(row));
      add(db, "solutions", { ...authorshipColumns(by), ...row });
    }
    for (const table of UNCHANGED)
      for (const row of rowsOf(db, table)) add(db, table, { author: "user", ...row });
    createMemoryIndex(db).fill();
  })();
  db.run("detach database old");
}

/** 0.2 had no columns for the author: `author` of a version was the program that wrote it. */
function addMemory(db: Database, row: Row, versions: readonly Row[], at: number): void {
  const origin = String(row.origin);
  const by = (writer: string) =>
    authorshipColumns(authorshipOf({ writer, origin, provenance: provenanceOf(row) }));
  // The hourly copy already has this version's columns.
  const isCurrent = row.author !== undefined;
  const writer = String(versions.find(({ version }) => version === row.version)?.author ?? "");
  const isLearned = origin !== "user" && writer === "pawl" && row.status === "active";
  const proposal = isLearned ? { status: "proposed", updated_at: at } : {};
  if (!add(db, "memories", isCurrent ? row : { ...row, ...by(writer), ...proposal })) return;
  for (const version of versions) {
    const changed_by = String(version.author);
    add(db, "memory_versions", isCurrent ? version : { ...version, changed_by, ...by(changed_by) });
  }
}

const provenanceOf = ({ provenance }: Row) =>
  typeof provenance === "string" ? JSON.parse(provenance) : undefined;

function rowsOf(db: Database, table: string): Row[] {
  const has = db.query<unknown, Named>("select 1 from old.sqlite_schema where name = $table").get({ table });
  return has === null ? [] : db.query<Row, []>(`select * from old.${table}`).all();
}

/** Inserts the row, without columns that the table lacks. False if a row with the same key already exists. */
function add(db: Database, table: string, row: Row): boolean {
  const all = db.query<{ name: string }, Named>("select name from pragma_table_info($table, 'main')");
  const columns = all.all({ table }).filter(({ name }) => row[name] !== undefined);
  const names = columns.map(({ name }) => name);
  const insert = `insert or ignore into main.${table} (${names.join(", ")}) values ($${names.join(", $")})`;
  const given = Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
  return db.query<unknown, Named>(insert).run(given).changes > 0;
}

/** It holds what is to be forgotten. */
export function dropOldDatabase(database: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(oldDatabase(database) + end, { force: true });
}
