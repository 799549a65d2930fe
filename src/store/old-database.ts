/**
 * A database of version 0.1 or 0.2. What people wrote is copied into a new database: memories, solutions, permissions, the
 * team's tables and the marks of what was forgotten. Rules that 0.2 learned become proposals. History comes again from
 * the transcripts, by the ordinary import. The old file stays beside the new one until something is forgotten.
 */

import { Database } from "bun:sqlite";
import { copyFileSync, linkSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type FileOutcome, withLock } from "../platform/atomic-file.ts";
import { replaceFile } from "../platform/files.ts";
import { createMemoryIndex } from "./index/memory-index.ts";
import {
  type AuthorEvidence,
  authorshipColumns,
  authorshipOf,
  solutionAuthorship,
} from "./records/authorship.ts";
import { retryBusy } from "./retry.ts";
import { createTables, SCHEMA_VERSION, versionOf } from "./schema.ts";
import type { Named } from "./values.ts";

export const oldDatabase = (database: string): string => `${database}.old`;
/** Tells the next daemon that the history has to be read again. */
export const upgradeMark = (database: string): string => `${database}.upgraded`;

export const isOldVersion = (version: number): boolean => version > 0 && version < SCHEMA_VERSION;

/** Tables that have kept their columns. `forgetting`: a forget that was killed is finished by the new version. */
const UNCHANGED = [
  ...["memory_relations", "counted", "forgotten", "forgetting", "team_folders", "team_dirty", "team_heads"],
  ...["team_links", "team_outbox", "team_cursors", "team_marks", "team_handoffs", "team_private"],
];

/** How long another process may take to do the same. */
const LOCK_MS = 10_000;
/** How long another process may have it open. A process that reads only the version closes it at once. */
const OPEN_MS = 1_500;

/** Replaces a database of an earlier version. One process does it, and others that open the database wait. */
export async function replaceOldDatabase(database: string, at: number): Promise<void> {
  const done = await withLock<FileOutcome>(
    database,
    async () => {
      if (await retryBusy(() => closeLog(database), OPEN_MS)) replace(database, at);
      return { ok: true };
    },
    LOCK_MS,
  );
  if (!done.ok) throw new Error(done.detail);
}

/** Everything is in the one file afterwards. Fails while another process has it open; false if it is not old any more. */
function closeLog(database: string): boolean {
  using db = new Database(database, { readwrite: true });
  if (!isOldVersion(versionOf(db))) return false;
  db.run("pragma journal_mode = delete");
  return true;
}

function replace(database: string, at: number): void {
  const old = oldDatabase(database);
  replaceFile(
    database,
    (draft) => {
      using db = new Database(draft, { readwrite: true, strict: true });
      createTables(db);
      takeOver(db, database, at);
    },
    {
      ready() {
        writeFileSync(upgradeMark(database), "", { mode: 0o600 });
        rmSync(old, { force: true });
        keepAs(database, old);
      },
    },
  );
}

/** A second name for the file, which then loses its first one: killed in between, nothing is missing. */
function keepAs(database: string, old: string): void {
  try {
    linkSync(database, old);
  } catch {
    // Some file systems have no links.
    copyFileSync(database, old);
  }
}

type Row = Record<string, string | number | null>;

/** Copies what people wrote from another database of any version. What is there already stays. */
export function takeOver(db: Database, from: string, at: number): void {
  db.query<unknown, Named>("attach database $from as old").run({ from });
  db.transaction(() => {
    for (const row of rowsOf(db, "memories")) addMemory(db, row, at);
    for (const row of rowsOf(db, "solutions")) add(db, "solutions", withSolutionAuthor(row));
    for (const row of rowsOf(db, "permissions")) add(db, "permissions", { author: "user", ...row });
    for (const table of UNCHANGED) for (const row of rowsOf(db, table)) add(db, table, row);
    const index = createMemoryIndex(db);
    index.fill();
  })();
  db.run("detach database old");
}

function addMemory(db: Database, row: Row, at: number): void {
  const versions = rowsOf(db, "memory_versions", "where memory = $id order by version", { id: row.id ?? 0 });
  const provenance = provenanceOf(row);
  const author = (writer: unknown) =>
    authorshipColumns(authorshipOf({ writer: String(writer), origin: String(row.origin), provenance }));
  // The row already has this version's format.
  const isCurrent = row.author !== undefined;
  const writer = versions.at(-1)?.author ?? "";
  const isLearned = row.origin !== "user" && writer === "pawl" && row.status === "active";
  const proposal = { status: "proposed", version: Number(row.version) + 1, updated_at: at };
  const memory: Row = isCurrent ? row : { ...row, ...author(writer), ...(isLearned ? proposal : {}) };
  if (!add(db, "memories", memory)) return;
  for (const version of versions) {
    const written = { ...version, changed_by: version.author ?? "", ...author(version.author) };
    add(db, "memory_versions", isCurrent ? version : written);
  }
  if (isCurrent || !isLearned) return;
  add(db, "memory_versions", {
    ...memory,
    memory: row.id ?? 0,
    at,
    changed_by: "pawl",
    reason: "Learned by an earlier version.",
  });
}

const provenanceOf = ({ provenance }: Row): AuthorEvidence["provenance"] =>
  typeof provenance === "string" ? JSON.parse(provenance) : undefined;

const withSolutionAuthor = (row: Row): Row => ({
  ...authorshipColumns(solutionAuthorship(String(row.source), provenanceOf(row))),
  ...row,
});

function rowsOf(db: Database, table: string, where = "", values: Named = {}): Row[] {
  if (db.query<unknown, Named>("select 1 from old.sqlite_schema where name = $table").get({ table }) === null)
    return [];
  return db.query<Row, Named>(`select * from old.${table} ${where}`).all(values);
}

/** Inserts the row, without columns that the table lacks. False if a row with the same key already exists. */
function add(db: Database, table: string, row: Row): boolean {
  const columns = db
    .query<{ name: string }, Named>("select name from pragma_table_info($table, 'main')")
    .all({ table })
    .map(({ name }) => name)
    .filter((name) => row[name] !== undefined);
  const values = columns.map((name) => `$${name}`).join(", ");
  const insert = `insert or ignore into main.${table} (${columns.join(", ")}) values (${values})`;
  const given = Object.fromEntries(columns.map((name) => [name, row[name] ?? null]));
  return db.query<unknown, Named>(insert).run(given as Named).changes > 0;
}

/** Deletes what earlier versions left beside the database: it holds what is to be forgotten. */
export function dropOldDatabase(database: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(oldDatabase(database) + end, { force: true });
  const name = basename(database);
  for (const file of readdirSync(dirname(database))) {
    // Copies that 0.1 made before it changed its tables.
    if (file.startsWith(`${name}.v`) && /\.v\d+-\w+\.bak$/.test(file))
      rmSync(join(dirname(database), file), { force: true });
  }
}
