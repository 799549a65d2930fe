/** Installs Pawl's hooks into a settings file, and uninstalls them. */
import { chmodSync, mkdirSync, rmdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { PawlError } from "../../platform/errors.ts";
import { unifiedDiff } from "./diff.ts";
import { type AddResult, jsonHooks, type SettingsEdit, type Warn } from "./edit.ts";
import { hasToken, type InstalledEntry } from "./entries.ts";
import { readSettings, type SettingsFile, unwritable, writeSettings } from "./file.ts";
import { deleteRecord, type InstallRecord, PRIVATE, readRecord, sha256, writeRecorded } from "./record.ts";

interface InstallOptions {
  file: string;
  entries: readonly InstalledEntry[];
  installsDir: string;
  dryRun?: boolean;
  /** What keeps the client from using the file. */
  warn?: Warn | undefined;
  /** How entries stand in it; default: as hooks in JSON. */
  edit?: SettingsEdit | undefined;
}

export interface InstallResult extends Omit<AddResult, "text"> {
  file: string;
  changed: boolean;
  /** The file now contains a token, so its permissions were reduced to the user. */
  tightened: boolean;
  /** The token in it is hidden. */
  diff: string;
}

interface UninstallResult {
  file: string;
  removed: string[];
  /** The file is byte for byte as before the installation. */
  restored: boolean;
}

export function installHooks(options: InstallOptions): InstallResult {
  const { file, entries, installsDir, dryRun, warn, edit = jsonHooks } = options;
  const before = readSettings(file);
  const { text, ...outcome } = naming(file, () => edit.add(before.text, entries, warn));
  const changed = text !== before.text;
  const tightened = hasToken(entries) && readableByOthers(before.mode);
  if (dryRun !== true && (changed || tightened)) {
    const createdDir = makeFolder(before.target);
    const isFirst = before.text === undefined || edit.own(before.text).length === 0;
    const mode = tightened ? PRIVATE : (before.mode ?? PRIVATE);
    if (changed) writeRecorded(before, Buffer.from(text), { installsDir, isFirst, createdDir, mode });
    else chmodSync(before.target, mode);
  }
  return { file, ...outcome, changed, tightened, diff: unifiedDiff(file, before.text ?? "", text) };
}

export function uninstallHooks({
  file,
  installsDir,
  edit = jsonHooks,
}: Pick<InstallOptions, "file" | "installsDir" | "edit">): UninstallResult {
  const now = readSettings(file);
  const record = readRecord(installsDir, now.target);
  if (now.bytes === undefined || now.text === undefined) {
    deleteRecord(installsDir, now.target);
    return { file, removed: [], restored: record?.original === null };
  }
  const restored = record !== undefined && record.written === sha256(now.bytes);
  // Pawl writes valid JSON, so this throws only if others broke the file.
  const ours = now.text;
  const removed = naming(file, () => (restored ? edit.own(ours) : removeOurs(now, record, edit)));
  if (restored) {
    if (record.original === null) removeFile(now.target, record.createdDir);
    else writeSettings(now.target, Buffer.from(record.original, "base64"), modeAfter(now, record));
  }
  deleteRecord(installsDir, now.target);
  return { file, removed, restored };
}

/** Whether the change did anything. The record of the installation follows, so that uninstalling still restores every byte. */
export function rewriteFile(
  file: string,
  installsDir: string,
  change: (text: string) => string,
  dryRun: boolean,
): boolean {
  const before = readSettings(file);
  if (before.text === undefined) return false;
  const text = change(before.text);
  if (text === before.text) return false;
  if (dryRun) return true;
  writeRecorded(before, Buffer.from(text), { installsDir, isFirst: false });
  return true;
}

function removeOurs(now: SettingsFile, record: InstallRecord | undefined, edit: SettingsEdit): string[] {
  const { text, removed } = edit.remove(now.text ?? "");
  if (removed.length === 0) return removed;
  if (text === undefined && (record === undefined || record.original === null)) {
    removeFile(now.target, record?.createdDir ?? null);
  } else {
    writeSettings(now.target, Buffer.from(text ?? "{}\n"), modeAfter(now, record));
  }
  return removed;
}

function makeFolder(target: string): string | null {
  try {
    return mkdirSync(dirname(target), { recursive: true }) ?? null;
  } catch (cause) {
    throw unwritable(target, cause);
  }
}

/** Deletes the file and the folders that were created for it, if they are empty. */
function removeFile(target: string, createdDir: string | null): void {
  rmSync(target);
  if (createdDir === null) return;
  for (let dir = dirname(target); dir.startsWith(createdDir); dir = dirname(dir)) {
    try {
      rmdirSync(dir);
    } catch {
      return; // Something else lives in it by now.
    }
  }
}

function readableByOthers(mode: number | undefined): boolean {
  return process.platform !== "win32" && mode !== undefined && (mode & 0o077) !== 0;
}

/** Restores the previous mode, unless somebody has changed it since. */
function modeAfter(now: SettingsFile, record: InstallRecord | undefined): number {
  const current = now.mode ?? PRIVATE;
  return current === PRIVATE ? (record?.mode ?? current) : current;
}

/** The parser knows what is wrong; only here is it known in which file. */
function naming<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PawlError)) throw error;
    const options = { cause: error, ...(error.hint === undefined ? {} : { hint: error.hint }) };
    throw new PawlError(error.code, `${file}: ${error.message}`, options);
  }
}
