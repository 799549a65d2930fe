/** Finds the project of a folder. Reads a few small files and starts no process. */
import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { readIfThere } from "./files.ts";

/**
 * The root of the repository that contains `cwd`, or `cwd` itself. A git worktree belongs to its main repository,
 * so that all worktrees share what was learned.
 */
export function projectRoot(cwd: string): string {
  const start = realPath(cwd);
  for (let dir = start; ; dir = dirname(dir)) {
    const git = join(dir, ".git");
    if (existsSync(git)) return statSync(git).isDirectory() ? dir : mainRepository(git, dir);
    if (dirname(dir) === dir) return start;
  }
}

/** `.git` is a file in worktrees and submodules: `gitdir: <repo>/.git/worktrees/<name>`. */
function mainRepository(gitFile: string, dir: string): string {
  const target = readIfThere(gitFile)?.match(/^gitdir:\s*(.+?)\s*$/m)?.[1];
  if (target === undefined) return dir;
  const gitDir = resolve(dir, target);
  // Only a worktree has a `commondir`; a submodule is its own project.
  const common = readIfThere(join(gitDir, "commondir"))?.trim();
  if (common === undefined) return dir;
  const commonDir = isAbsolute(common) ? common : resolve(gitDir, common);
  // A bare repository with worktrees has no checkout: its own folder is the project.
  return realPath(basename(commonDir) === ".git" ? dirname(commonDir) : commonDir);
}

export function realPath(path: string): string {
  const full = resolve(path);
  try {
    return realpathSync.native(full);
  } catch {
    // Deleted or not readable: the path is still the best key.
    return full;
  }
}

/** The project of a folder that a caller names. A relative name stays as it is and matches nothing: the daemon's own folder is no project. */
export function namedRoot(folder: string): string {
  return isAbsolute(folder) ? projectRoot(folder) : folder;
}

const MARKS = [
  // Version control.
  ...[".git", ".hg", ".svn", ".jj", ".bzr", "_darcs", ".fslckout", ".pijul"],
  // Manifests.
  ...["package.json", "deno.json", "deno.jsonc", "pyproject.toml", "setup.py", "requirements.txt", "Pipfile"],
  ...["go.mod", "go.work", "Cargo.toml", "pom.xml", "build.gradle", "build.gradle.kts", "settings.gradle"],
  ...["Gemfile", "composer.json", "mix.exs", "pubspec.yaml", "Package.swift", "build.sbt", "stack.yaml"],
  ...["CMakeLists.txt", "Makefile", "meson.build", "WORKSPACE", "MODULE.bazel", "flake.nix", "dune-project"],
  // A folder that somebody set up for Claude Code.
  ".claude",
];

/**
 * A folder is a project when it, or a folder above it and below the user's home, has version control, a manifest or
 * a `.claude` folder. The home itself and the root of a disk never are.
 */
export function isProject(dir: string, home: string): boolean {
  const top = realPath(home);
  for (let at = realPath(dir); at !== top && dirname(at) !== at; at = dirname(at)) {
    if (MARKS.some((name) => existsSync(join(at, name)))) return true;
  }
  return false;
}

const MOST = 1000;
const ABSOLUTE = /^(?:[\\/]|[A-Za-z]:[\\/])/;

/** A folder's project does not change while a daemon or an import runs; the walk up to `.git` is paid once. */
export function createProjectOf(): (cwd: string) => string {
  const projects = new Map<string, string>();
  return (cwd) => {
    // Relative to what? The daemon's own folder is nobody's project.
    if (!ABSOLUTE.test(cwd)) return "";
    const known = projects.get(cwd);
    if (known !== undefined) return known;
    const root = projectRoot(cwd);
    if (projects.size > MOST) projects.clear();
    projects.set(cwd, root);
    return root;
  };
}
