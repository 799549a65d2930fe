/** Damages a database as a broken disk does. */
import { Database } from "bun:sqlite";
import { closeSync, openSync, writeSync } from "node:fs";

const NOISE = 0xa5;

export function damageHeader(path: string): void {
  emptyLog(path);
  overwrite(path, [{ at: 0, bytes: 64 }]);
}

/** The first pages of the tables that every hook reads. */
export function damagePage(path: string): void {
  emptyLog(path);
  using db = new Database(path, { readonly: true });
  const { page_size: bytes } = db.query<{ page_size: number }, []>("pragma page_size").get() ?? {
    page_size: 4096,
  };
  const roots = db
    .query<{ rootpage: number }, []>(
      "select rootpage from sqlite_master where name in ('sessions', 'entries')",
    )
    .all();
  overwrite(
    path,
    roots.map(({ rootpage }) => ({ at: (rootpage - 1) * bytes, bytes })),
  );
}

/** The log is part of the database: merge it first, as in a closed database. */
function emptyLog(path: string): void {
  using db = new Database(path);
  db.run("pragma wal_checkpoint(truncate)");
}

function overwrite(path: string, places: readonly { at: number; bytes: number }[]): void {
  const file = openSync(path, "r+");
  for (const { at, bytes } of places) writeSync(file, Buffer.alloc(bytes, NOISE), 0, bytes, at);
  closeSync(file);
}
