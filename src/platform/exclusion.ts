/**
 * What is never recorded: folders that the user's setting `exclude` names, and what a `.pawlignore` in a project names.
 * Both hold globs. A folder that matches takes everything below it along.
 */
import { type Stats, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { readIfThere } from "./files.ts";

export const IGNORE_FILE = ".pawlignore";

export interface Exclusion {
  /** Whether nothing is recorded of a session in this folder. */
  folder(cwd: string, project: string): boolean;
  /** Whether nothing is recorded of a tool call on this file. */
  file(path: string, project: string): boolean;
}

export function createExclusion(options: {
  /** The setting, asked each time: it may change while a daemon runs. */
  patterns(): readonly string[];
  userHome: string;
}): Exclusion {
  const ignored = createIgnoreFiles();

  function byProject(path: string, project: string): boolean {
    const globs = project === "" ? [] : ignored(project);
    if (globs.length === 0) return false;
    const inside = slashes(relative(project, isAbsolute(path) ? path : join(project, path)));
    if (inside.startsWith("../") || isAbsolute(inside)) return false;
    return selfAndAbove(inside).some((at) => globs.some((glob) => matches(glob, at)));
  }

  return {
    folder(cwd, project) {
      if (cwd === "") return false;
      const globs = options.patterns().map((pattern) => absolute(pattern, options.userHome));
      const folders = [...foldersAbove(cwd), ...(project === "" ? [] : foldersAbove(project))].map(slashes);
      if (folders.some((folder) => globs.some((glob) => new Bun.Glob(glob).match(folder)))) return true;
      return byProject(cwd, project);
    },
    file: byProject,
  };
}

/** `~/private`, `/srv/clients/*`: with or without a slash at the end. */
function absolute(pattern: string, userHome: string): string {
  const full = pattern === "~" || pattern.startsWith("~/") ? userHome + pattern.slice(1) : pattern;
  return slashes(full).replace(/\/+$/, "") || "/";
}

/** A glob without a folder matches a name anywhere, as in `.gitignore`; `*` and `.` mean the whole project. */
function matches(glob: string, path: string): boolean {
  if (glob === "*" || glob === "**" || glob === ".") return true;
  const plain = glob.replace(/^\//, "").replace(/\/+$/, "");
  if (!glob.replace(/\/+$/, "").includes("/")) return new Bun.Glob(plain).match(path.split("/").at(-1) ?? "");
  return new Bun.Glob(plain).match(path);
}

/** `a/b/c` → `a/b/c`, `a/b`, `a`. */
function selfAndAbove(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, i) => parts.slice(0, i + 1).join("/"));
}

function foldersAbove(path: string): string[] {
  const folders = [path];
  for (let dir = path; dirname(dir) !== dir; dir = dirname(dir)) folders.push(dirname(dir));
  return folders;
}

const slashes = (path: string): string => (sep === "\\" ? path.replaceAll("\\", "/") : path);

/** Each project's file is read again only when it changed. */
function createIgnoreFiles(): (project: string) => readonly string[] {
  const known = new Map<string, { stamp: string; globs: readonly string[] }>();
  return (project) => {
    const path = join(project, IGNORE_FILE);
    const stat = statOf(path);
    if (stat === undefined || !stat.isFile()) return [];
    const stamp = `${stat.ino}:${stat.size}:${stat.mtimeMs}`;
    const before = known.get(project);
    if (before?.stamp === stamp) return before.globs;
    const globs = (readIfThere(path) ?? "")
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== "" && !line.startsWith("#"));
    known.set(project, { stamp, globs });
    return globs;
  };
}

/** A folder's name may hold anything, also what no file can be called. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
