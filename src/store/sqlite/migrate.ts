import type { Database } from "bun:sqlite";
import { PawlError } from "../../errors.ts";
import { writeBackup } from "./backup.ts";
import { present } from "./values.ts";

interface Migration {
  path: string;
  migrations: readonly string[];
  now: () => number;
  backupDir?: string;
}

/** Migrates the database to the newest version in one transaction. */
export function migrate(db: Database, { path, migrations, now, backupDir }: Migration): void {
  refuseNewer(path, versionOf(db), migrations.length);
  if (versionOf(db) === migrations.length) return;
  db.transaction(() => {
    // Checked again under the lock: another process may have migrated it in the meantime.
    const version = versionOf(db);
    refuseNewer(path, version, migrations.length);
    if (version === migrations.length) return;
    if (version > 0) writeBackup(present({ path, version, at: now(), dir: backupDir }));
    for (const sql of migrations.slice(version)) db.run(sql);
    // A pragma takes no bound value; this one is the length of our own list.
    db.run(`pragma user_version = ${migrations.length}`);
  }).immediate();
}

function versionOf(db: Database): number {
  return db.query<{ user_version: number }, []>("pragma user_version").get()?.user_version ?? 0;
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
