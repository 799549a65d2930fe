/** Files that are there whole or not at all, and private to the user. */

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { toMessage } from "./errors.ts";
import { replaceFile } from "./replace-file.ts";

/** A folder that only its owner can access. */
export function makePrivateDir(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
}

export function isThere(path: string): boolean {
  return existsSync(path);
}

/** Differs from the last one when a file was changed, replaced or given another date. */
export function toStamp({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino}:${size}:${mtimeMs}:${ctimeMs}`;
}

/** The stamp of a file, or undefined if it does not exist. */
export function stampOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? undefined : toStamp(stats);
}

/** More than any file that Pawl reads as a whole: configuration, settings, scripts, its own lists. */
const MOST_BYTES = 20_000_000;

/**
 * The content of a regular file. A FIFO or a device in its place would never end, and a gate that waits for it would be
 * open: Pawl opens without waiting, and throws for what is no file or larger than `most` bytes.
 */
export function readRegular(path: string, most = MOST_BYTES): Buffer {
  const open = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(open);
    const kind = stats.isDirectory() ? "EISDIR" : "ENXIO";
    if (!stats.isFile())
      throw Object.assign(new Error(`${kind}: ${path} is no regular file`), { code: kind });
    if (stats.size > most) throw new Error(`${path} is larger than ${most} bytes`);
    return readBounded(open, path, stats.size, most);
  } finally {
    closeSync(open);
  }
}

/** Well below the shortest time that a client waits for a hook. */
const READ_MS = 1000;
const PART_BYTES = 64 * 1024;

/** Not by its size: a file of /proc says 0 and may have no end. */
function readBounded(open: number, path: string, size: number, most: number): Buffer {
  const start = performance.now();
  const parts: Buffer[] = [];
  let total = 0;
  for (;;) {
    const part = Buffer.allocUnsafe(Math.max(size - total, PART_BYTES));
    const read = readSync(open, part);
    if (read === 0) return Buffer.concat(parts, total);
    total += read;
    parts.push(part.subarray(0, read));
    if (total > most) throw new Error(`${path} is larger than ${most} bytes`);
    if (performance.now() - start > READ_MS) throw new Error(`${path} was not read within ${READ_MS} ms`);
  }
}

/** The text of a regular file, or undefined if it does not exist. */
export function readIfThere(path: string): string | undefined {
  try {
    // Most of the files that are asked for are not there: to look is three times as fast as an error that is caught.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
    return readRegular(path).toString("utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === "ENOENT" || code === "ENOTDIR";
}

/** A crash leaves the old file or the new one. */
export function writeWhole(path: string, text: string | Uint8Array, mode = 0o600): void {
  replaceFile(path, (draft) => writeFileSync(draft, text), { mode });
}

/**
 * The same for what a running process says of itself: after a power failure it is worth nothing, and whoever starts a
 * process must not wait for a busy disk.
 */
export function writeForNow(path: string, text: string): void {
  replaceFile(path, (draft) => writeFileSync(draft, text), { isSynced: false });
}

/**
 * The same for figures that may be lost in a power failure: on a busy disk a sync takes a second, and who writes them on a
 * timer answers hooks in the same thread. Nothing catches errors on a timer, and a full disk or a deleted home would end the
 * daemon: what cannot be written is said, and the next figure writes it all. `what` is for people.
 */
export function writeFigures(path: string, figures: object, what: string): void {
  try {
    const text = `${JSON.stringify(figures)}\n`;
    replaceFile(path, (draft) => writeFileSync(draft, text), { isSynced: false });
  } catch (error) {
    process.stderr.write(`pawl: cannot write ${what}: ${toMessage(error)}\n`);
  }
}
