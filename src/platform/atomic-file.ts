/** Files that are written atomically, read with limits, and changed by one process at a time. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { mkdir, open, readFile, stat, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { toMessage } from "./errors.ts";
import { replaceFileAsync } from "./files.ts";

/** Why a file of Pawl's could not be read or written. */
export type FileFault =
  | "missing"
  | "empty"
  | "damaged"
  | "newer"
  | "unreadable"
  | "not_a_file"
  | "too_large"
  | "busy"
  | "changed"
  | "unwritable"
  | "disk_full";

export interface Fault {
  ok: false;
  fault: FileFault;
  /** The operating system's message, for the log. */
  detail: string;
}

export type FileOutcome<T = object> = ({ ok: true } & T) | Fault;

export function faultOf(error: unknown, otherwise: FileFault): Fault {
  return { ok: false, fault: FAULTS[codeOf(error)] ?? otherwise, detail: toMessage(error) };
}

const FAULTS: Readonly<Record<string, FileFault>> = {
  ENOENT: "missing",
  ENOSPC: "disk_full",
  EDQUOT: "disk_full",
  EFBIG: "disk_full",
  EISDIR: "not_a_file",
  target_special: "not_a_file",
};

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Reads at most `limit` bytes. A pipe or a folder at the path is a fault; never wait for it. */
export function readBounded(path: string, limit: number): FileOutcome<{ text: string; partial: boolean }> {
  const read = readBoundedBytes(path, limit);
  return read.ok ? { ok: true, text: read.bytes.toString("utf8"), partial: read.partial } : read;
}

export function readBoundedBytes(
  path: string,
  limit: number,
): FileOutcome<{ bytes: Buffer; partial: boolean }> {
  let file: number | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe waits for a writer.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const { size, isFile } = statOf(file);
    if (!isFile) return { ok: false, fault: "not_a_file", detail: path };
    const bytes = Buffer.allocUnsafe(Math.min(size, limit));
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(file, bytes, length, bytes.length - length, length);
      if (read === 0) break;
      length += read;
    }
    return { ok: true, bytes: bytes.subarray(0, length), partial: size > limit };
  } catch (error) {
    return faultOf(error, codeOf(error) === "ENOTDIR" ? "missing" : "unreadable");
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function statOf(file: number): { size: number; isFile: boolean } {
  const stats = fstatSync(file);
  return { size: stats.size, isFile: stats.isFile() };
}

/** A reader sees the old text or the new one. */
export async function writeAtomic(
  path: string,
  text: string,
  options: {
    /** Checked last, right before the rename. */
    confirm?: () => Promise<boolean>;
    /** Mode of folders that must be created; Pawl's own are private. */
    folderMode?: number;
  } = {},
): Promise<FileOutcome> {
  const { confirm, folderMode = 0o700 } = options;
  try {
    await mkdir(dirname(path), { recursive: true, mode: folderMode });
    const ready = confirm === undefined ? {} : { ready: confirm };
    const isReplaced = await replaceFileAsync(path, (draft) => writeFile(draft, text), ready);
    return isReplaced ? { ok: true } : { ok: false, fault: "changed", detail: path };
  } catch (error) {
    return writeFault(error);
  }
}

/** For a writer, "missing" means that the folder could not be created. */
export function writeFault(error: unknown): Fault {
  const fault = faultOf(error, "unwritable");
  return fault.fault === "missing" ? { ...fault, fault: "unwritable" } : fault;
}

/** For a file that may not exist. */
export async function removeQuietly(path: string): Promise<boolean> {
  return unlink(path).then(
    () => true,
    () => false,
  );
}

/** No process holds a lock this long: its holder is gone, even if another process now has its pid. */
const STALE_MS = 30_000;
const PAUSE_MS = 4;

/**
 * Runs `work` while no other process does so under the same name. The lock is a file with its holder's pid, so
 * that a lock left behind by a crash is recognized. `stillMine` tells whether the lock was taken over in the
 * meantime.
 */
export async function withLock<T extends FileOutcome>(
  path: string,
  work: (stillMine: () => Promise<boolean>) => Promise<T>,
  waitMs = 5000,
): Promise<T | Fault> {
  const lock = `${path}.lock`;
  const mine = `${hostname()} ${process.pid} ${crypto.randomUUID()}`;
  const taken = await acquire(lock, mine, waitMs);
  if (!taken.ok) return taken;
  const stillMine = async (): Promise<boolean> => (await holderOf(lock)) === mine;
  try {
    return await work(stillMine);
  } finally {
    if (await stillMine()) await removeQuietly(lock);
  }
}

async function acquire(lock: string, mine: string, waitMs: number): Promise<FileOutcome> {
  const deadline = performance.now() + waitMs;
  try {
    await mkdir(dirname(lock), { recursive: true, mode: 0o700 });
    for (;;) {
      if (await take(lock, mine)) return { ok: true };
      if (performance.now() > deadline) return { ok: false, fault: "busy", detail: lock };
      if (!(await breakStale(lock))) await Bun.sleep(PAUSE_MS * (1 + Math.random()));
    }
  } catch (error) {
    return writeFault(error);
  }
}

async function take(lock: string, mine: string): Promise<boolean> {
  const file = await open(lock, "wx", 0o600).catch((error: unknown) => {
    if (codeOf(error) === "EEXIST") return undefined;
    throw error;
  });
  if (file === undefined) return false;
  try {
    await file.writeFile(mine);
    return true;
  } catch (error) {
    await removeQuietly(lock);
    throw error;
  } finally {
    await file.close();
  }
}

async function holderOf(lock: string): Promise<string | undefined> {
  return readFile(lock, "utf8").catch(() => undefined);
}

/**
 * Removes a lock whose holder is gone. Only one process at a time does this, and it checks again before it
 * removes; otherwise the slower of two could remove the lock that the faster one just acquired.
 */
async function breakStale(lock: string): Promise<boolean> {
  if (!(await isStale(lock))) return false;
  const breaker = `${lock}.break`;
  try {
    await (await open(breaker, "wx", 0o600)).close();
  } catch {
    // Another process is removing it, or died while doing so long ago.
    if (await isOlder(breaker, STALE_MS)) await removeQuietly(breaker);
    return false;
  }
  try {
    return (await isStale(lock)) && (await removeQuietly(lock));
  } finally {
    await removeQuietly(breaker);
  }
}

async function isStale(lock: string): Promise<boolean> {
  if (await isOlder(lock, STALE_MS)) return true;
  const holder = await holderOf(lock);
  const [host, pid] = holder?.split(" ") ?? [];
  // Empty: its holder has opened it and is about to write its pid.
  if (host !== hostname() || pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return codeOf(error) === "ESRCH";
  }
}

async function isOlder(path: string, ms: number): Promise<boolean> {
  return stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > ms,
    () => false,
  );
}
