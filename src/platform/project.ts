/** Finds the project of a folder. Reads a few small files and starts no process. */
import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { branchOf, checkoutOf, commonGitDir, gitDirOf } from "./git.ts";
import { userHome } from "./paths.ts";

/**
 * The root of the repository that contains `cwd`, or `cwd` itself. A git worktree belongs to its main repository,
 * so that all worktrees share what was learned.
 */
export function projectRoot(cwd: string): string {
  const start = realPath(cwd);
  const checkout = checkoutOf(start);
  if (checkout === undefined) return start;
  const common = commonGitDir(checkout);
  // Only a worktree has its repository elsewhere; a submodule is its own project.
  if (common === undefined || common === gitDirOf(checkout)) return checkout;
  // A bare repository with worktrees has no checkout: its own folder is the project.
  return realPath(basename(common) === ".git" ? dirname(common) : common);
}

export function realPath(path: string): string {
  const full = resolve(path);
  try {
    return realpathSync.native(full);
  } catch {
    // Deleted or unreadable: the path is still the best key.
    return full;
  }
}

const MARKS = [
  // Version control.
  ...[".git", ".hg", ".svn", ".jj", ".bzr", "_darcs", ".fslckout", ".pijul"],
  // Manifests.
  ...["package.json", "deno.json", "deno.jsonc", "pyproject.toml", "setup.py", "requirements.txt", "Pipfile"],
  ...["go.mod", "go.work", "Cargo.toml", "pom.xml", "build.gradle", "build.gradle.kts", "settings.gradle"],
  ...["Gemfile", "composer.json", "mix.exs", "pubspec.yaml", "Package.swift", "build.sbt", "stack.yaml"],
  ...["CMakeLists.txt", "Makefile", "meson.build", "WORKSPACE", "MODULE.bazel", "flake.nix", "dune-project"],
  // A folder that a person set up for a coding agent, or for specifications.
  ...[".claude", ".specify", "openspec", "specs"],
];

/** The nearest folder at or above this one, and below the user's home, that is marked as a project. */
function markedFolder(dir: string, home: string): string | undefined {
  for (let at = dir; at !== home && dirname(at) !== at; at = dirname(at))
    if (MARKS.some((name) => existsSync(join(at, name)))) return at;
  return undefined;
}

/**
 * A folder is a project when it, or a folder above it and below the user's home, has version control, a manifest or
 * a `.claude` folder. The home itself and the root of a disk never are.
 */
export function isProject(dir: string, home: string): boolean {
  return markedFolder(realPath(dir), realPath(home)) !== undefined;
}

const MOST = 1000;
const ABSOLUTE = /^(?:[\\/]|[A-Za-z]:[\\/])/;

/** A folder's project does not change while a daemon or an import runs, so it is looked up once. */
export function createProjectOf(): (cwd: string) => string {
  const projects = new Map<string, string>();
  return (cwd) => {
    // A relative path is ambiguous here: the daemon's own folder is not a project.
    if (!ABSOLUTE.test(cwd)) return "";
    const known = projects.get(cwd);
    if (known !== undefined) return known;
    const root = projectRoot(cwd);
    if (projects.size > MOST) projects.clear();
    projects.set(cwd, root);
    return root;
  };
}

/** A checkout that contains a folder, and its branch. */
interface Checkout {
  /** The working tree's root: of a linked worktree its own folder, not the main repository's. */
  folder: string;
  /** Undefined outside git and for a detached HEAD. */
  branch?: string;
}

/** The nearest root at or above `cwd`; `cwd` itself when nothing marks one. */
export function placeOfWork(cwd: string, home = userHome()): Checkout {
  const start = resolve(cwd);
  const git = checkoutOf(start);
  if (git !== undefined) {
    const branch = branchOf(git);
    return { folder: git, ...(branch === undefined ? {} : { branch }) };
  }
  return { folder: markedFolder(start, resolve(home)) ?? start };
}
