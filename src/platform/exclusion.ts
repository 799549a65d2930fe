/**
 * What is never recorded: folders that the user's setting `exclude` names, and what a `.pawlignore` in a project names.
 * Both hold globs. A folder that matches takes everything below it along.
 */
import { statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { readIfThere, toStamp } from "./files.ts";
import { Lru } from "./lru.ts";

const IGNORE_FILE = ".pawlignore";
const MOST_PROJECTS = 1000;

export interface Exclusion {
  /** Whether nothing is recorded of a session in this folder. */
  folder(cwd: string, project: string): boolean;
  /** Whether nothing is recorded of a tool call on this file. */
  file(path: string, project: string): boolean;
}

export function createExclusion(options: {
  /** The file that has the setting. It may change while a daemon runs. */
  config: string;
  /** The setting, read again when the file has changed. */
  patterns(): readonly string[];
  userHome: string;
}): Exclusion {
  const setting = follow(options.config, options.patterns);
  const projects = new Lru<string, () => readonly string[]>(MOST_PROJECTS);

  function ignored(project: string): readonly string[] {
    const path = join(project, IGNORE_FILE);
    const list = projects.get(project) ?? follow(path, () => globsIn(path));
    projects.set(project, list);
    return list();
  }

  function bySetting(patterns: readonly string[], cwd: string, project: string): boolean {
    const globs = patterns.map((pattern) => absolute(pattern, options.userHome));
    const folders = [...foldersAbove(cwd), ...(project === "" ? [] : foldersAbove(project))].map(slashes);
    return folders.some((folder) => globs.some((glob) => new Bun.Glob(glob).match(folder)));
  }

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
      const patterns = setting();
      return (patterns.length > 0 && bySetting(patterns, cwd, project)) || byProject(cwd, project);
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

/** The list of a file, read again only when the file has changed. */
function follow(path: string, read: () => readonly string[]): () => readonly string[] {
  let known: string | undefined;
  let list: readonly string[] = [];
  return () => {
    const stamp = stampOfFile(path);
    if (stamp !== known) list = stamp === undefined ? [] : read();
    known = stamp;
    return list;
  };
}

function globsIn(path: string): readonly string[] {
  return (readIfThere(path) ?? "")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** Undefined for anything but a file: reading a pipe would wait for whoever writes into it. */
function stampOfFile(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true ? toStamp(stats) : undefined;
  } catch {
    // A folder's name may hold anything, also what no file can be called.
    return undefined;
  }
}
