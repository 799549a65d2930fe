/**
 * Files that are there whole or not at all, and private to the user. The global `crypto` is there anyway;
 * importing `node:crypto` costs more than the runtime's whole start, and `pawl hook` comes here to start a daemon.
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

/** A folder that only its owner can look into. */
export function makePrivateDir(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
}

/** The file's text, or undefined when there is none. */
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

/** Written beside its place, synced, then renamed over it: a crash leaves the old file or the new one. */
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
    // The mode given to open() passes through the umask; here it is meant.
    chmodSync(temporary, mode);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
