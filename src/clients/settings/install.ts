/** Adds a part of Pawl to a client's file, and removes it again: hooks, an MCP server, a plugin. */
import { chmodSync, mkdirSync, rmdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { PawlError } from "../../platform/errors.ts";
import { OWN_ARGUMENT } from "../../platform/own-hook.ts";
import { unifiedDiff } from "./diff.ts";
import { PRIVATE, readSettings, type SettingsFile, unwritable, writeSettings } from "./file.ts";
import { deleteRecord, type InstallRecord, readRecord, sha256, writeRecorded } from "./record.ts";

/** An edit of the file, as a function from text to text. */
export interface Edit<Wanted, Report> {
  /** `text` is undefined if there is no file. */
  add(text: string | undefined, wanted: Wanted): { text: string; report: Report };
  /** Lists the removed entries. The text is undefined if the file would be empty. */
  remove(text: string): { text: string | undefined; removed: string[] };
  /** Lists Pawl's entries in the text. */
  own(text: string): string[];
}

type AnyEdit = Pick<Edit<never, unknown>, "remove" | "own">;

interface InstallOptions<Wanted, Report> {
  file: string;
  installsDir: string;
  edit: Edit<Wanted, Report>;
  wanted: Wanted;
  dryRun?: boolean;
  /** The entry contains a token, so only the user may read the file. */
  isPrivate?: boolean;
}

export interface Installed {
  file: string;
  changed: boolean;
  /** The file's permissions were reduced to the user. */
  tightened: boolean;
  /** The token in it is hidden. */
  diff: string;
}

export function install<Wanted, Report>(
  options: InstallOptions<Wanted, Report>,
): Installed & { report: Report } {
  const { file, installsDir, edit, wanted, dryRun = false, isPrivate = false } = options;
  const before = readSettings(file);
  const { text, report } = naming(file, () => edit.add(before.text, wanted));
  const changed = text !== (before.text ?? "");
  const tightened = isPrivate && readableByOthers(before.mode);
  if (!dryRun && changed) {
    const createdDir = makeFolder(before.target);
    // The hooks may be in the same file as the server. Then the hooks' original is the file's.
    const isFirst = edit.own(before.text ?? "").length === 0 && !before.text?.includes(OWN_ARGUMENT);
    const mode = tightened ? PRIVATE : (before.mode ?? PRIVATE);
    writeRecorded(before, text, { installsDir, isFirst, createdDir, mode });
  } else if (!dryRun && tightened) chmodSync(before.target, PRIVATE);
  return { file, report, changed, tightened, diff: unifiedDiff(file, before.text ?? "", text) };
}

interface Uninstalled {
  file: string;
  removed: string[];
  /** The file is byte for byte as before the installation. */
  restored: boolean;
}

/** Restores the original only if no one else has changed the file. Otherwise removes just Pawl's entries. */
export function uninstall(file: string, edit: AnyEdit, installsDir: string): Uninstalled {
  const now = readSettings(file);
  const record = readRecord(installsDir, now.target);
  const restored =
    record !== undefined &&
    (now.bytes === undefined ? record.original === null : record.written === sha256(now.bytes));
  const ours = now.text ?? "";
  // Pawl writes valid JSON, so this throws only if others broke the file.
  const left = naming(file, () =>
    restored ? { text: undefined, removed: edit.own(ours) } : edit.remove(ours),
  );
  if (now.bytes !== undefined && (restored || left.removed.length > 0)) {
    const original = restored ? record.original : null;
    if (original !== null) writeSettings(now.target, Buffer.from(original, "base64"), modeAfter(now, record));
    else if (left.text === undefined && (record?.original ?? null) === null)
      removeFile(now.target, record?.createdDir ?? null);
    else writeSettings(now.target, now.bom + (left.text ?? "{}\n"), modeAfter(now, record));
  }
  deleteRecord(installsDir, now.target);
  return { file, removed: left.removed, restored };
}

function makeFolder(target: string): string | null {
  try {
    return mkdirSync(dirname(target), { recursive: true }) ?? null;
  } catch (cause) {
    throw unwritable(target, cause);
  }
}

/** Deletes the file, and folders that were created for it if they are empty. */
function removeFile(target: string, createdDir: string | null): void {
  rmSync(target);
  if (createdDir === null) return;
  for (let dir = dirname(target); dir.startsWith(createdDir); dir = dirname(dir)) {
    try {
      rmdirSync(dir);
    } catch {
      return; // It contains other files by now.
    }
  }
}

function readableByOthers(mode: number | undefined): boolean {
  return process.platform !== "win32" && mode !== undefined && (mode & 0o077) !== 0;
}

/** Restores the previous mode, unless it was changed since. */
function modeAfter(now: SettingsFile, record: InstallRecord | undefined): number {
  const current = now.mode ?? PRIVATE;
  return current === PRIVATE ? (record?.mode ?? current) : current;
}

/** The parser reports the mistake; the file's name is available only here. */
function naming<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PawlError)) throw error;
    const { code, message, hint, params } = error;
    const options = { cause: error, params: { ...params, file }, ...(hint === undefined ? {} : { hint }) };
    throw new PawlError(code, `${file}: ${message}`, options);
  }
}
