/**
 * The entries of version 0.2, wherever they are. Their shell stood in `command` and their line in `args`: a client that
 * ignores `args` starts the bare shell, which reads the event as its program.
 */
import { resolve } from "node:path";
import { settingsFilesOf } from "../../../hooks/unsent-events.ts";
import { claudeConfigDir, type Home } from "../../../platform/paths.ts";
import { readSettings } from "./file.ts";
import { renewFile } from "./install.ts";
import { recordedFiles } from "./record.ts";

/** The files with such entries, which are changed unless it is a dry run. A file that cannot be read or written stays. */
export function renewEntries(home: Home, { dryRun = false } = {}): string[] {
  const here = settingsFilesOf(claudeConfigDir(), resolve("."));
  const targets = [...here, ...recordedFiles(home.installs)].flatMap((file) => quietly(() => targetOf(file)));
  return [...new Set(targets)].filter((file) => {
    const renewed = () => renewFile({ file, installsDir: home.installs, now: () => new Date(), dryRun });
    return quietly(renewed).includes(true);
  });
}

/** The same file may be there by a link as well. */
const targetOf = (file: string) => readSettings(file).target;

function quietly<T>(read: () => T): T[] {
  try {
    return [read()];
  } catch {
    // `pawl doctor` names what is wrong with it.
    return [];
  }
}
