/** Where work happens: the checkout that contains a folder, and its branch. Reads a few small files, starts no process. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { branchOf, checkoutOf as gitCheckoutOf } from "./git.ts";
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
  const git = gitCheckoutOf(start);
  if (git !== undefined) {
    const branch = branchOf(git);
    return { folder: git, ...(branch === undefined ? {} : { branch }) };
  }
  // The home folder has a `.claude` of its own, which makes nothing below it a project.
  const top = resolve(home);
  for (let dir = start; dir !== top && dirname(dir) !== dir; dir = dirname(dir)) {
    if (MARKS.some((name) => existsSync(join(dir, name)))) return { folder: dir };
  }
  return { folder: start };
}
