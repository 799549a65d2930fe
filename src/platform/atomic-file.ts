/** Files that are written atomically, read with limits, and changed by one process at a time. */
import { closeSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { mkdir, unlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { toMessage } from "./errors.ts";
import { readStart, replaceFileAsync } from "./files.ts";
import { takeLock } from "./lock.ts";

/** The reason why a file of Pawl's could not be read or written. */
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
  ENXIO: "not_a_file",
  target_special: "not_a_file",
};

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Reads at most `limit` bytes. A pipe or folder at the path is a fault, without waiting for it. */
export function readBounded(path: string, limit: number): FileOutcome<{ text: string; partial: boolean }> {
  const read = readBoundedBytes(path, limit);
  return read.ok ? { ok: true, text: read.bytes.toString("utf8"), partial: read.partial } : read;
}

/** The fields of a small JSON file; empty if the file is missing, too large or damaged. */
export function readFields(path: string): Record<string, unknown> {
  const read = readBounded(path, 4 << 20);
  if (!read.ok || read.partial) return {};
  try {
    return { ...Object(JSON.parse(read.text)) };
  } catch {
    // Another tool's file, or an incomplete one.
    return {};
  }
}

/** The entries of a folder; empty if it does not exist or is unreadable. */
export function entriesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function readBoundedBytes(
  path: string,
  limit: number,
): FileOutcome<{ bytes: Buffer; partial: boolean }> {
  try {
    const { bytes, isPart } = readStart(path, limit);
    return { ok: true, bytes, partial: isPart };
  } catch (error) {
    return faultOf(error, codeOf(error) === "ENOTDIR" ? "missing" : "unreadable");
  }
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

const PAUSE_MS = 4;

/** Runs `work` while no other process holds this lock. The system releases it however a process ends. */
export async function withLock<T extends FileOutcome>(
  path: string,
  work: () => Promise<T>,
  waitMs = 5000,
): Promise<T | Fault> {
  const deadline = performance.now() + waitMs;
  const lockFile = `${path}.lock`;
  let lock: ReturnType<typeof takeLock>;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    lock = takeOwn(lockFile);
    while (lock === undefined) {
      if (performance.now() > deadline) return { ok: false, fault: "busy", detail: lockFile };
      await Bun.sleep(PAUSE_MS * (1 + Math.random()));
      lock = takeOwn(lockFile);
    }
  } catch (error) {
    return writeFault(error);
  }
  try {
    return await work();
  } finally {
    rmSync(lockFile, { force: true });
    lock.release();
  }
}

/** The holder deletes the file. If it was locked a moment too late, its name is gone and it excludes no one. */
function takeOwn(lockFile: string): ReturnType<typeof takeLock> {
  closeSync(openSync(lockFile, "a", 0o600));
  const inode = () => statSync(lockFile, { throwIfNoEntry: false })?.ino;
  const before = inode();
  try {
    const lock = takeLock(lockFile, 0);
    if (lock === undefined || inode() === before) return lock;
    lock.release();
  } catch (error) {
    const code = codeOf(error);
    if (!code.startsWith("SQLITE_")) throw error;
    // Version 0.2 left it: its locks were text files. Any other error means that the file was deleted while it was opened.
    if (code === "SQLITE_NOTADB") rmSync(lockFile, { force: true });
  }
  return undefined;
}
