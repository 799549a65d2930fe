import type { Database } from "bun:sqlite";
import schema from "./schema.sql" with { type: "text" };

/** The database's `user_version`. Versions 0.1 and 0.2 used 1 to 16; 30 was never released. */
export const SCHEMA_VERSION = 31;

export function versionOf(db: Database): number {
  return db.query<{ user_version: number }, []>("pragma user_version").get()?.user_version ?? 0;
}

/** In one transaction: a database has all of its tables, or none. */
export function createTables(db: Database): void {
  if (versionOf(db) !== 0) return;
  db.transaction(() => {
    // Another process may have created them meanwhile.
    if (versionOf(db) !== 0) return;
    db.run(schema);
    db.run(`pragma user_version = ${SCHEMA_VERSION}`);
  }).immediate();
}
