/**
 * One process at a time, by SQLite's own file lock. The operating system releases it however the process ends, so `kill -9`
 * leaves nothing behind. It works the same on Linux, macOS and Windows. The empty file stays.
 */
import { Database } from "bun:sqlite";
import { closeSync, existsSync, fchmodSync, openSync } from "node:fs";

interface Lock {
  release(): void;
}

/** Undefined if another process holds it. The default wait is longer than `isLocked` holds it. */
export function takeLock(path: string, waitMs = 100): Lock | undefined {
  // Private, like everything in the home. SQLite gives its journal the same permissions.
  const descriptor = openSync(path, "a", 0o600);
  // By descriptor: the holder of a short lock deletes the file, so the path may be gone already.
  if (process.platform !== "win32") fchmodSync(descriptor, 0o600);
  closeSync(descriptor);
  const file = new Database(path, { create: true });
  try {
    file.run(`PRAGMA busy_timeout = ${waitMs}`);
    // A journal in memory, so that the lock works on a full disk too.
    file.run("PRAGMA journal_mode = MEMORY");
    file.run("BEGIN EXCLUSIVE");
  } catch (error) {
    file.close();
    if ((error as { code?: string }).code?.startsWith("SQLITE_BUSY")) return undefined;
    throw error;
  }
  return { release: () => file.close() };
}

/** True if a process holds it. */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  let file: Database | undefined;
  try {
    file = new Database(path, { readonly: true });
    file.run("PRAGMA busy_timeout = 0");
    file.query("SELECT count(*) FROM sqlite_schema").get();
    return false;
  } catch (error) {
    return (error as { code?: string }).code?.startsWith("SQLITE_BUSY") === true;
  } finally {
    file?.close();
  }
}
