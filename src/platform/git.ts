/** Reads a checkout's state from git's own files: a few small files, no process. */
import { existsSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { readIfThere } from "./files.ts";

/** The branch checked out in the repository around `cwd`; undefined without one, or on a detached HEAD. */
export function branchOf(cwd: string): string | undefined {
  const git = gitDirOf(cwd);
  if (git === undefined) return undefined;
  return /^ref:\s*refs\/heads\/(.+?)\s*$/m.exec(headOf(git))?.[1];
}

function headOf(git: string): string {
  try {
    return readIfThere(join(git, "HEAD")) ?? "";
  } catch {
    // Unreadable for this user, so the branch is unknown.
    return "";
  }
}

/** The folder of the checkout around `cwd`: in a worktree the worktree's own. */
export function checkoutOf(cwd: string): string | undefined {
  if (cwd === "") return undefined;
  for (let dir = resolve(cwd); ; dir = dirname(dir)) {
    if (existsSync(join(dir, ".git"))) return dir;
    if (dirname(dir) === dir) return undefined;
  }
}

const USUAL_MAINLINES = ["main", "master", "trunk", "develop"];

/** Branches that everyone works on: the remote's default branch, if known, and the usual names. */
export function mainlinesOf(cwd: string): ReadonlySet<string> {
  const git = gitDirOf(cwd);
  const common = git === undefined ? undefined : commonDirOf(git);
  const head =
    common === undefined ? "" : (readIfThere(join(common, "refs", "remotes", "origin", "HEAD")) ?? "");
  const named = /^ref: refs\/remotes\/origin\/(.+?)\s*$/.exec(head)?.[1];
  return new Set(named === undefined ? USUAL_MAINLINES : [...USUAL_MAINLINES, named]);
}

/** The folder of git's data for `cwd`: for a worktree, its main repository's folder. */
export function commonGitDir(cwd: string): string | undefined {
  const git = gitDirOf(cwd);
  return git === undefined ? undefined : commonDirOf(git);
}

export interface BranchOrigin {
  /** The time when the branch was created here, in milliseconds. */
  at: number;
  /** The branch's starting point, as git recorded it: `HEAD`, `main`, `origin/topic`. */
  from: string;
  /** Names that it had before. */
  names: readonly string[];
}

/** The origin of a branch according to git's reflog; undefined if there is none. */
export function branchOrigin(cwd: string, branch: string): BranchOrigin | undefined {
  const common = commonGitDir(cwd);
  if (common === undefined) return undefined;
  let log: string;
  try {
    log = readIfThere(join(common, "logs", "refs", "heads", ...branch.split("/"))) ?? "";
  } catch {
    // Not readable by this user.
    return undefined;
  }
  const made = /^0+ [0-9a-f]+ .*> (\d+) [+-]\d{4}\tbranch: Created from (.+)$/m.exec(log);
  const names = [...log.matchAll(/\tBranch: renamed refs\/heads\/(.+) to refs\/heads\/.+$/gm)];
  if (made === null && names.length === 0) return undefined;
  return {
    at: Number(made?.[1] ?? 0) * 1000,
    from: made?.[2] ?? "",
    names: names.map(([, name = ""]) => name),
  };
}

export function gitDirOf(cwd: string): string | undefined {
  const dir = checkoutOf(cwd);
  if (dir === undefined) return undefined;
  const git = join(dir, ".git");
  try {
    return statSync(git).isDirectory() ? git : linkedDir(git, dir);
  } catch {
    // Not readable by this user, so its branch is unknown.
    return undefined;
  }
}

/** In a worktree, `.git` is a file that contains the path of its own folder. */
function linkedDir(file: string, dir: string): string | undefined {
  const target = readIfThere(file)?.match(/^gitdir:\s*(.+?)\s*$/m)?.[1];
  return target === undefined ? undefined : resolve(dir, target);
}

function commonDirOf(git: string): string {
  const common = readIfThere(join(git, "commondir"))?.trim();
  if (common === undefined) return git;
  return isAbsolute(common) ? common : resolve(git, common);
}
