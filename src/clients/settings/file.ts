/** The settings file on disk: read unchanged, written atomically. */
import { lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { PawlError, toMessage } from "../../platform/errors.ts";
import { writeWhole } from "../../platform/files.ts";

export const PRIVATE = 0o600;
const BOM = "\uFEFF";

export interface SettingsFile {
  /** The real file, because people link their settings into a dotfiles folder. */
  target: string;
  bytes: Buffer | undefined;
  /** Without its byte order mark, which is `bom`. */
  text: string | undefined;
  bom: string;
  mode: number | undefined;
}

export function readSettings(file: string): SettingsFile {
  try {
    const target = realTarget(resolve(file));
    const stat = statSync(target, { throwIfNoEntry: false });
    if (stat === undefined) return { target, bytes: undefined, text: undefined, bom: "", mode: undefined };
    const bytes = readFileSync(target);
    const all = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const bom = all.startsWith(BOM) ? BOM : "";
    return { target, bytes, text: all.slice(bom.length), bom, mode: stat.mode & 0o777 };
  } catch (cause) {
    const reason = toMessage(cause);
    throw new PawlError("settings_unreadable", `Cannot read ${file}: ${reason}`, {
      cause,
      hint: "It must be a UTF-8 text file that you can read.",
      params: { kind: "file", file, reason },
    });
  }
}

/** Follows links, even to a file that does not exist yet. */
function realTarget(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink() === true && statSync(path, { throwIfNoEntry: false }) === undefined) {
    return realTarget(resolve(dirname(path), readlinkSync(path)));
  }
  if (stat !== undefined) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realTarget(parent), basename(path));
}

/** Writes atomically. A failure becomes a readable error. */
export function writeSettings(target: string, content: Uint8Array | string, mode: number): void {
  try {
    writeWhole(target, content, mode);
  } catch (cause) {
    throw unwritable(target, cause);
  }
}

export function unwritable(file: string, cause: unknown): PawlError {
  const reason = toMessage(cause);
  return new PawlError("settings_unwritable", `Cannot write ${file}: ${reason}`, {
    cause,
    hint: "Check the permissions of its folder. Nothing changed.",
    params: { file, reason },
  });
}
