/** The copy that is made before a database is migrated. */
import { Database } from "bun:sqlite";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { PawlError } from "../../errors.ts";
import { replaceFile } from "../../replace-file.ts";

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
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    // A half-written backup must never look like a good one.
    replaceFile(target, (draft) => {
      // A connection of its own: the caller's is inside the transaction that keeps other writers away.
      const source = new Database(backup.path, { readwrite: true });
      try {
        source.query("vacuum into ?").run(draft);
      } finally {
        source.close();
      }
    });
  } catch (cause) {
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
