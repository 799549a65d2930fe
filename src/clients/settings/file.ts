/** The settings file on disk: read as it is, written whole or not at all. */
import { lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { words } from "../../cli/words.ts";
import { PawlError, toMessage } from "../../platform/errors.ts";
import { writeWhole } from "../../platform/files.ts";

export interface SettingsFile {
  /** The real file: people link their settings into a dotfiles folder. */
  target: string;
  bytes: Buffer | undefined;
  text: string | undefined;
  mode: number | undefined;
}

export function readSettings(file: string): SettingsFile {
  try {
    const target = realTarget(resolve(file));
    const stat = statSync(target, { throwIfNoEntry: false });
    if (stat === undefined) return { target, bytes: undefined, text: undefined, mode: undefined };
    const bytes = readFileSync(target);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { target, bytes, text, mode: stat.mode & 0o777 };
  } catch (cause) {
    throw new PawlError("settings_unreadable", words.errors.settingsRead(file, toMessage(cause)), {
      cause,
      hint: words.errors.settingsReadHint,
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

/** Writes everything or nothing; a failure becomes a sentence. */
export function writeSettings(target: string, bytes: Uint8Array, mode: number): void {
  try {
    writeWhole(target, bytes, mode);
  } catch (cause) {
    throw unwritable(target, cause);
  }
}

export function unwritable(file: string, cause: unknown): PawlError {
  return new PawlError("settings_unwritable", words.errors.settingsWrite(file, toMessage(cause)), {
    cause,
    hint: words.errors.settingsWriteHint,
  });
}
