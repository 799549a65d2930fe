/**
 * The index tables from before migration 12. When all their records are indexed again, they are dropped, with other tables
 * that nothing reads any more. A new database has none.
 */
import type { Database } from "bun:sqlite";
import { hasTable, OLD_TABLES } from "../search/sql/matching-rows.ts";
import { forgetClean } from "./clean-pages.ts";
import type { Named } from "./values.ts";

/** No version since migration 12 reads them. */
const UNUSED_TABLES = ["file_facts", "commands"] as const;
/** Rows that one step deletes: other writers wait for it. */
const AT_ONCE = 500;

/** Tables that nothing reads, or that are only read until everything is indexed anew. */
export const isLeftOver = (table: string): boolean =>
  [...OLD_TABLES, ...UNUSED_TABLES].some((old) => table.startsWith(old));

/** A step towards having none of them; whether there was one to do. */
export function dropOldTable(db: Database): boolean {
  const table = [...OLD_TABLES, ...UNUSED_TABLES].find((name) => hasTable(db, name));
  if (table === undefined) return false;
  // Overwriting a gigabyte takes seconds, and hooks wait. What it leaves is overwritten when something is forgotten.
  db.run("pragma secure_delete = off");
  try {
    db.transaction(() => {
      if (hasTable(db, "clean_pages")) forgetClean(db);
      const isPlain = (UNUSED_TABLES as readonly string[]).includes(table);
      if (!isPlain || !(dropIndexOf(db, table) || deleteSome(db, table)))
        db.run(`drop table if exists ${table}`);
    }).immediate();
  } finally {
    db.run("pragma secure_delete = on");
  }
  return true;
}

/** Each would be changed with every row. */
function dropIndexOf(db: Database, table: string): boolean {
  const index = db
    .query<{ name: string }, Named>(
      "select name from sqlite_schema where type = 'index' and tbl_name = $table and sql is not null limit 1",
    )
    .get({ table });
  if (index !== null) db.run(`drop index if exists ${index.name}`);
  return index !== null;
}

function deleteSome(db: Database, table: string): boolean {
  const where = `rowid in (select rowid from ${table} limit ${AT_ONCE})`;
  return db.run(`delete from ${table} where ${where}`).changes > 0;
}
