/**
 * Brings a database to the newest version. What takes long is not done here: records are indexed and packed anew in
 * small steps while the daemon answers (see stale-index.ts). So there is no copy of the file beforehand either: the one
 * transaction either happens as a whole or not at all.
 */
import type { Database } from "bun:sqlite";
import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { PawlError } from "../platform/errors.ts";
import { dropOldTable } from "./old-index.ts";

interface Migration {
  path: string;
  migrations: readonly string[];
  /** Free bytes where the database is. */
  freeBytes?: (dir: string) => number;
}

/** Of the file's size: what the steps afterwards need before they give anything back. */
const ROOM = 0.3;

export function migrate(db: Database, { path, migrations, freeBytes = freeBytesOf }: Migration): void {
  refuseNewer(path, versionOf(db), migrations.length);
  if (versionOf(db) === migrations.length) return;
  db.transaction(() => {
    // Checked again under the lock: another process may have migrated it in the meantime.
    const version = versionOf(db);
    refuseNewer(path, version, migrations.length);
    if (version === migrations.length) return;
    if (version > 0) refuseWithoutRoom(path, freeBytes(dirname(path)));
    for (const sql of migrations.slice(version)) db.run(sql);
    // A pragma takes no bound value; this one is the length of our own list.
    db.run(`pragma user_version = ${migrations.length}`);
    if (version === 0) while (dropOldTable(db));
  }).immediate();
}

function versionOf(db: Database): number {
  return db.query<{ user_version: number }, []>("pragma user_version").get()?.user_version ?? 0;
}

function freeBytesOf(dir: string): number {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize;
}

function refuseWithoutRoom(path: string, free: number): void {
  const needed = statSync(path).size * ROOM;
  if (free >= needed) return;
  const toMb = (bytes: number) => Math.ceil(bytes / 1e6);
  const params = { path, needed: toMb(needed), free: toMb(free) };
  throw new PawlError(
    "store_no_space",
    `Bringing the database ${path} to the new version needs ${params.needed} MB of free space; there are ${params.free} MB.`,
    { hint: "Free some space and try again. Nothing was changed.", params },
  );
}

function refuseNewer(path: string, version: number, known: number): void {
  if (version <= known) return;
  throw new PawlError(
    "store_too_new",
    `The database ${path} has version ${version}; this Pawl supports versions up to ${known}.`,
    {
      hint: "Update Pawl, or point PAWL_HOME at another folder. Nothing was changed.",
      params: { path, version, known },
    },
  );
}
