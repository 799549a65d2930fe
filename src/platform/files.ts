/** Files that are written atomically and are private to the user. */

import {
  appendFileSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  promises,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { PawlError, toMessage } from "./errors.ts";

/** A folder that only its owner can access. */
export function makePrivateDir(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
}

/** For modules that work without the runtime. */
export const isThere = existsSync;

/** Changes when a file was changed, replaced or given another date. */
export function toStamp({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino}:${size}:${mtimeMs}:${ctimeMs}`;
}

/** The stamp of a file, or undefined if it does not exist. */
export function stampOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? undefined : toStamp(stats);
}

/** Larger than any file that Pawl reads as a whole: configuration, settings, scripts, its own lists. */
const MOST_BYTES = 20_000_000;

/** The content of a regular file. Throws if it is not one, or if it is larger than `most` bytes. */
export function readRegular(path: string, most = MOST_BYTES): Buffer {
  const { bytes, isPart } = readStart(path, most);
  if (isPart) throw new Error(`${path} is larger than ${most} bytes`);
  return bytes;
}

/** Well below the shortest time that a client waits for a hook. */
const READ_MS = 1000;
const PART_BYTES = 64 * 1024;

/**
 * The first bytes of a regular file. A FIFO or a device at that path would never end, and a gate that waits for it would be
 * open, so Pawl opens without blocking. It reads to the end instead of the size: files of /proc report 0 and may be endless.
 */
export function readStart(path: string, most: number): { bytes: Buffer; isPart: boolean } {
  const open = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(open);
    const code = stats.isDirectory() ? "EISDIR" : "ENXIO";
    if (!stats.isFile()) throw Object.assign(new Error(`${code}: ${path} is no regular file`), { code });
    const start = performance.now();
    const parts: Buffer[] = [];
    let total = 0;
    while (total <= most) {
      const part = Buffer.allocUnsafe(Math.max(Math.min(stats.size, most + 1) - total, PART_BYTES));
      const read = readSync(open, part);
      if (read === 0) break;
      total += read;
      parts.push(part.subarray(0, read));
      if (performance.now() - start > READ_MS) throw new Error(`${path} was not read within ${READ_MS} ms`);
    }
    return { bytes: Buffer.concat(parts, Math.min(total, most)), isPart: total > most };
  } finally {
    closeSync(open);
  }
}

/** The text of a regular file, or undefined if it does not exist. */
export function readIfThere(path: string): string | undefined {
  try {
    // Most of these files are missing, and this check is three times as fast as catching an error.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
    return readRegular(path).toString("utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  // ESRCH: a file in /proc whose process ended while it was read.
  return ["ENOENT", "ENOTDIR", "ESRCH"].includes((error as NodeJS.ErrnoException | undefined)?.code ?? "");
}

/** A crash leaves the old file or the new one. */
export function writeWhole(path: string, text: string | Uint8Array, mode = 0o600): void {
  replaceFile(path, (draft) => writeFileSync(draft, text), { mode });
}

/**
 * Like `writeWhole`, for the state of a running process. After a power failure that state is worthless, and a caller that
 * starts a process must not wait for a busy disk.
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

// * Puts a file in its place whole or not at all. It is written as a draft beside its place, synced, then renamed: a
// crash or a full disk leaves the old file or the new one. The global `crypto` is there anyway; importing `node:crypto`
// costs more than the runtime's whole start, and `pawl hook` comes here.

interface ReplaceOptions {
  /** Pawl's own files are private. */
  mode?: number;
}

/** `fill` writes the draft, which already exists, empty and with its mode. If it throws, the old file stays. */
export function replaceFile(
  path: string,
  fill: (draft: string) => void,
  {
    mode = PRIVATE,
    isSynced = true,
    ready,
  }: ReplaceOptions & { isSynced?: boolean; ready?: () => void } = {},
): void {
  refuseSpecial(path);
  const draft = draftOf(path);
  closeSync(openSync(draft, "wx", mode));
  try {
    fill(draft);
    if (isSynced) sync(draft);
    // The umask reduces the mode of open(); this one is exact.
    chmodSync(draft, mode);
    ready?.();
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function sync(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The same for a caller that must not block others. False if `ready` returned false and nothing changed. */
export async function replaceFileAsync(
  path: string,
  fill: (draft: string) => Promise<unknown>,
  { mode = PRIVATE, ready }: ReplaceOptions & { ready?: () => Promise<boolean> } = {},
): Promise<boolean> {
  refuseSpecial(path);
  const draft = draftOf(path);
  await (await promises.open(draft, "wx", mode)).close();
  try {
    await fill(draft);
    const file = await promises.open(draft, "r+");
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await promises.chmod(draft, mode);
    const isReady = ready === undefined || (await ready());
    if (isReady) await promises.rename(draft, path);
    else await promises.rm(draft, { force: true });
    return isReady;
  } catch (error) {
    await promises.rm(draft, { force: true });
    throw error;
  }
}

const PRIVATE = 0o600;

/** The rename would replace a device such as `/dev/null`, for everyone on the machine. Links are followed. */
function refuseSpecial(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== false) return;
  throw new PawlError("target_special", `${path} is not a regular file`, {
    hint: "Nothing was written.",
    params: { path },
  });
}

/** A unique name, because two processes may write the same file at once. The last one wins. */
const draftOf = (path: string): string =>
  join(dirname(path), `${draftStart(path)}${process.pid}-${crypto.randomUUID()}.tmp`);
/** Cut, so that a long name has room for what is added. */
const draftStart = (path: string): string => `.${basename(path).slice(0, 60)}.`;

/** Removes drafts of this file that a killed process left, with SQLite's journals of them. */
export function removeLeftDrafts(path: string): void {
  const start = draftStart(path);
  try {
    for (const name of readdirSync(dirname(path)).filter((one) => one.startsWith(start))) {
      const pid = /^(\d+)-[0-9a-f-]{36}\.tmp(?:-journal)?$/.exec(name.slice(start.length))?.[1];
      if (pid !== undefined && !processExists(Number(pid)))
        rmSync(join(dirname(path), name), { force: true });
    }
  } catch {
    // The folder is gone, or it is another user's.
  }
}

/** A process with this id runs, or has ended and was not reaped yet. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

// Paths that uninstalling must find, one per line: folders with state files, and backups, which stay.

export function rememberFolder(file: string, folder: string): void {
  // A line break in a folder's name would split the line, so such a folder is left out.
  if (folder.includes("\n") || readFolders(file).includes(folder)) return;
  appendFileSync(file, `${folder}\n`, { mode: 0o600 });
}

export function readFolders(file: string): string[] {
  return (readIfThere(file) ?? "").split("\n").filter((line) => line !== "");
}
