/** Folders that are never recorded: globs of the user's setting `exclude`. Everything below a matching folder is left out too. */
import { statSync } from "node:fs";
import { dirname, sep } from "node:path";
import { toStamp } from "./files.ts";

export interface Exclusion {
  /** True if sessions in this folder are not recorded. */
  folder(cwd: string, project: string): boolean;
}

export function createExclusion(options: {
  /** The file with the setting. It may change while a daemon runs. */
  config: string;
  /** The setting, read again when the file has changed. */
  patterns(): readonly string[];
  userHome: string;
}): Exclusion {
  let stamp: string | undefined;
  let patterns: readonly string[] = [];
  return {
    folder(cwd, project) {
      if (cwd === "") return false;
      const now = stampOfFile(options.config);
      if (now !== stamp) patterns = now === undefined ? [] : options.patterns();
      stamp = now;
      if (patterns.length === 0) return false;
      const globs = patterns.map((pattern) => new Bun.Glob(absolute(pattern, options.userHome)));
      const folders = [...foldersAbove(cwd), ...(project === "" ? [] : foldersAbove(project))].map(slashes);
      return folders.some((folder) => globs.some((glob) => glob.match(folder)));
    },
  };
}

/** `~/private`, `/srv/clients/*`: with or without a trailing slash. */
function absolute(pattern: string, userHome: string): string {
  const full = pattern === "~" || pattern.startsWith("~/") ? userHome + pattern.slice(1) : pattern;
  return slashes(full).replace(/\/+$/, "") || "/";
}

function foldersAbove(path: string): string[] {
  const folders = [path];
  for (let dir = path; dirname(dir) !== dir; dir = dirname(dir)) folders.push(dirname(dir));
  return folders;
}

const slashes = (path: string): string => (sep === "\\" ? path.replaceAll("\\", "/") : path);

/** Returns undefined for anything but a file. Reading a pipe would block until something writes to it. */
function stampOfFile(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true ? toStamp(stats) : undefined;
  } catch {
    // A folder's name may contain anything, even characters that are invalid in file names.
    return undefined;
  }
}
