/**
 * Files that are written atomically and are private to the user. Uses the global `crypto`: importing `node:crypto`
 * costs more than the runtime's whole start, and `pawl hook` uses this file to start a daemon.
 */
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** A folder that only its owner can access. */
export function makePrivateDir(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
}

/** The file's text, or undefined if it does not exist. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === "ENOENT" || code === "ENOTDIR";
}

/** Written to a temporary file, synced, then renamed: a crash leaves the old file or the new one. */
export function writeWhole(path: string, text: string | Uint8Array, mode = 0o600): void {
  const temporary = join(dirname(path), `.${crypto.randomUUID()}.tmp`);
  const file = openSync(temporary, "wx", mode);
  try {
    const bytes = typeof text === "string" ? Buffer.from(text) : text;
    let written = 0;
    while (written < bytes.length) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } catch (error) {
    closeSync(file);
    rmSync(temporary, { force: true });
    throw error;
  }
  closeSync(file);
  try {
    // The mode given to open() is filtered by the umask; chmod is not.
    chmodSync(temporary, mode);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
