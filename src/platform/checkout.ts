/** Where work happens: the checkout that contains a folder, and its branch. Reads a few small files, starts no process. */
import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readIfThere } from "./files.ts";
import { userHome } from "./paths.ts";

interface Checkout {
  /** The working tree's root: of a linked worktree its own folder, not the main repository's. */
  folder: string;
  /** Undefined outside git and for a detached HEAD. */
  branch?: string;
}

/** What marks the root of a project that is not in git. */
const MARKS = [
  "package.json",
  "pyproject.toml",
  "go.mod",
  "Cargo.toml",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "composer.json",
  "Gemfile",
  "mix.exs",
  "deno.json",
  ".hg",
  ".svn",
  ".jj",
  ".claude",
  ".specify",
  "openspec",
  "specs",
];

/** The nearest root at or above `cwd`; `cwd` itself when nothing marks one. */
export function checkoutOf(cwd: string, home = userHome()): Checkout {
  const start = resolve(cwd);
  const git = upwards(start, (dir) => existsSync(join(dir, ".git")));
  if (git !== undefined) {
    const branch = branchOf(git);
    return { folder: git, ...(branch === undefined ? {} : { branch }) };
  }
  // The home folder has a `.claude` of its own, which makes nothing below it a project.
  const top = resolve(home);
  const marked = upwards(
    start,
    (dir) => MARKS.some((name) => existsSync(join(dir, name))),
    (dir) => dir === top || dirname(dir) === dir,
  );
  return { folder: marked ?? start };
}

function upwards(
  start: string,
  isIt: (dir: string) => boolean,
  isEnd: (dir: string) => boolean = () => false,
): string | undefined {
  for (let dir = start; ; dir = dirname(dir)) {
    if (isEnd(dir)) return undefined;
    if (isIt(dir)) return dir;
    if (dirname(dir) === dir) return undefined;
  }
}

function branchOf(folder: string): string | undefined {
  const git = join(folder, ".git");
  const isFolder = statSync(git, { throwIfNoEntry: false })?.isDirectory() === true;
  // In a worktree `.git` is a file that names the folder with its HEAD.
  const target = isFolder ? git : textOf(git).match(/^gitdir:\s*(.+?)\s*$/m)?.[1];
  if (target === undefined) return undefined;
  return textOf(join(resolve(folder, target), "HEAD")).match(/^ref:\s*refs\/heads\/(.+?)\s*$/m)?.[1];
}

function textOf(path: string): string {
  try {
    return readIfThere(path) ?? "";
  } catch {
    // Not readable by this user: then there is no branch to go by.
    return "";
  }
}
