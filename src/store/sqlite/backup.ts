/** The copy that is made before a database is migrated. */
import { Database } from "bun:sqlite";
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { PawlError } from "../../errors.ts";

const KEPT = 3;

interface Backup {
  path: string;
  version: number;
  at: number;
  dir?: string;
}

/** Writes `<db>.v<version>-<time>.bak` and returns its path; only the newest three are kept. */
export function writeBackup(backup: Backup): string {
  const dir = backup.dir ?? dirname(backup.path);
  const stamp = new Date(backup.at).toISOString().replace(/[-:.]/g, "");
  const target = join(dir, `${basename(backup.path)}.v${backup.version}-${stamp}.bak`);
  // Under a temporary name until it is complete: a partial backup must never look like a good one.
  const partial = `${target}.part`;
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    rmSync(partial, { force: true });
    // SQLite would create it readable for others.
    closeSync(openSync(partial, "wx", 0o600));
    // A separate connection: the caller's is inside the transaction that blocks other writers.
    const source = new Database(backup.path, { readwrite: true });
    try {
      source.query("vacuum into ?").run(partial);
    } finally {
      source.close();
    }
    renameSync(partial, target);
  } catch (cause) {
    if (existsSync(partial)) rmSync(partial);
    throw new PawlError("store_backup_failed", `The database could not be copied to ${target}.`, {
      cause,
      hint: "Free some space there, or make the folder writable. Nothing was changed.",
      params: { target },
    });
  }
  dropOldBackups(dir, basename(backup.path));
  return target;
}

/** All except the newest `keep`, of the copies next to the database `name`. */
export function dropOldBackups(dir: string, name: string, kept: number = KEPT): void {
  const stampOf = (file: string) => file.slice(file.lastIndexOf("-") + 1);
  const backups = readdirSync(dir)
    .filter((file) => file.startsWith(`${name}.v`) && /\.v\d+-\w+\.bak$/.test(file))
    .sort((a, b) => stampOf(b).localeCompare(stampOf(a)));
  for (const old of backups.slice(kept)) rmSync(join(dir, old), { force: true });
}
