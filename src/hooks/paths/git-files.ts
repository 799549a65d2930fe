/**
 * Finds files that git would write or delete from its history (`git checkout`, `git stash pop`, `git merge`). Only git can
 * list them, so git is run, but only with commands that read trees and file dates. Nothing here runs a filter, a hook or a
 * program of the repository's configuration.
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { processEnv } from "../../platform/env.ts";
import { type MeantCommand, programOf, toPlainText } from "./shell-meaning.ts";

interface GitFiles {
  paths: string[];
  /** What the paths start from. */
  cwd: string;
  /** Git did not answer, or the history does not exist yet. */
  isUnknown: boolean;
}

interface GitCall {
  name: string;
  args: string[];
  isUnknown: boolean;
}

const FROM_HISTORY =
  /^(?:checkout|switch|restore|reset|merge|pull|rebase|cherry-pick|revert|stash|clean|bisect|submodule)$/;
/** Common commands that are never an alias. */
const USUAL =
  /^(?:add|am|apply|archive|blame|branch|clone|commit|config|describe|diff|fetch|grep|init|log|ls-files|ls-remote|mv|push|remote|rev-list|rev-parse|rm|shortlog|show|status|tag|worktree|--version|--help|)$/;
/** Commands that create history, or bring it from another folder, for a later command of the same call. */
const MAKES_HISTORY =
  /\bgit\b.*\s(?:init|remote|commit-tree|update-ref|mktree|hash-object|fast-import|replace|symbolic-ref|bundle|alias\.\S+|branch\s+(?:-f|--force)|stash\s+(?:store|create)|fetch\s+\S*[/.:]\S*)(?:\s|=|$)/;
const MAX_SEARCHED = 5000;
/** Variables that make git use another repository, index or folder. */
const MOVES_GIT = /^GIT_(?!AUTHOR|COMMITTER|EDITOR|SEQUENCE_EDITOR|TERMINAL_PROMPT)/;

class NoRepository extends Error {}
class NotAnswered extends Error {}

/**
 * Returns undefined if this is not a git command, or if it adds no files. `earlier`: the commands before it in the call;
 * `until`: when git must have answered.
 */
export function filesFromHistory(
  command: MeantCommand,
  earlier: readonly MeantCommand[],
  folder: string,
  until: number,
): GitFiles | undefined {
  const isListed = programOf(command.run[0]) === "xargs";
  const at = isListed ? command.run.findIndex((word) => programOf(word) === "git") : 0;
  if (programOf(command.run[at]) !== "git") return undefined;
  const found = { paths: [], cwd: folder, isUnknown: true };
  const git = new Git(folder, until);
  try {
    const call = toGitCall(command, at, git);
    if (call === undefined) return undefined;
    const isMade = earlier
      .map(toPlainText)
      .some((each) => (each.length > MAX_SEARCHED ? /\bgit\b/ : MAKES_HISTORY).test(each));
    if (call.isUnknown || isMade || isListed) return found;
    // First, because outside a repository the other commands fail in their own ways.
    const [root = git.cwd] = git.ask(["rev-parse", "--show-toplevel"]);
    return { paths: broughtBy(call, git), cwd: root.trim(), isUnknown: false };
  } catch (error) {
    return error instanceof NoRepository ? undefined : found;
  }
}

/** Skips options in front of the subcommand, and expands an alias. */
function toGitCall({ run, variables }: MeantCommand, at: number, git: Git): GitCall | undefined {
  const rest = run.slice(at + 1);
  let isUnknown = [...variables.keys()].some((each) => MOVES_GIT.test(each));
  while (rest[0]?.value.startsWith("-") === true) {
    const option = rest.shift()?.value ?? "";
    isUnknown ||= /^--(?:git-dir|work-tree|namespace)/.test(option);
    if (!/^-[Cc]$/.test(option)) continue;
    const value = rest.shift()?.value ?? "";
    if (option === "-C") git.cwd = resolve(git.cwd, value);
    else isUnknown ||= /^(?:alias\.|core\.worktree)/i.test(value);
  }
  const [first, ...given] = rest;
  let name = first?.value ?? "";
  let args = given.map(({ value }) => value);
  if (!FROM_HISTORY.test(name) && !USUAL.test(name)) {
    const [alias = ""] = git.ask(["config", "--get", `alias.${name}`], { mayFail: true });
    const [own = "", ...before] = alias.trim().split(/\s+/);
    if (own.startsWith("!") || isUnknown) return { name, args, isUnknown: true };
    name = own;
    args = [...before, ...args];
  }
  if (!FROM_HISTORY.test(name)) return undefined;
  return { name, args, isUnknown: isUnknown || rest.some((word) => word.isUnknown) };
}

function broughtBy({ name, args }: GitCall, git: Git): string[] {
  const has = (option: RegExp) => args.some((arg) => option.test(arg));
  if (has(/^--(?:continue|abort|skip|quit|dry-run|edit-todo|show-current-patch)$/)) return [];
  if (has(/^--pathspec-from-file/)) throw new NotAnswered();
  const cut = args.includes("--") ? args.indexOf("--") : args.length;
  const after = args.slice(cut + 1);
  const before = args
    .slice(0, cut)
    .map((arg) => (arg === "-" ? "@{-1}" : arg.replace(/^(?:--(?:source|onto)=|-s(?=\w))/, "")))
    .filter((arg) => !arg.startsWith("-"));
  switch (name) {
    case "checkout":
    case "switch":
    case "restore":
    case "reset": {
      const isOfIndex = name === "reset" ? !has(/^--(?:hard|merge|keep)$/) : has(/^(?:-S|--staged)$/);
      if (isOfIndex && !has(/^(?:-W|--worktree)$/)) return [];
      const isForced = name === "reset" || has(/^(?:-f|--force|--discard-changes)$/);
      const bases = git.revisions(before, /^(?:checkout|switch)$/.test(name));
      if (bases.length === 0) return git.unsaved(isForced ? "HEAD" : undefined, [...before, ...after]);
      // Without paths, git keeps uncommitted changes, so only the two trees count.
      const isOfTrees = !isForced && name !== "restore" && after.length === 0 && before.length < 2;
      return bases.flatMap((base) =>
        isOfTrees
          ? git.ask(["diff-tree", "-r", "--name-only", "-z", "HEAD", base])
          : git.unsaved(base, after),
      );
    }
    case "stash": {
      const [what = "push", ...which] = before;
      if (/^(?:list|show|drop|clear|create|store)$/.test(what)) return [];
      if (!/^(?:pop|apply|branch)$/.test(what)) {
        const isAll = has(/^(?:-\w*[ua]\w*|--include-untracked|--all)$/);
        return [...git.unsaved("HEAD", []), ...(isAll ? git.untracked([":/"]) : [])];
      }
      if (git.revisions(["refs/stash"]).length === 0) return [];
      const stash = which[what === "branch" ? 1 : 0]?.replace(/^\d+$/, "stash@{$&}") ?? "stash@{0}";
      return git.ask(["stash", "show", "--include-untracked", "--name-only", "-z", stash]);
    }
    case "clean": {
      if (has(/^-\w*n/)) return [];
      const paths = has(/^-\w*e|^--exclude$/) ? [] : [...before, ...after];
      return git.untracked(has(/^-\w*[xX]/) ? paths : ["--exclude-standard", "--", ...paths]);
    }
    case "submodule": {
      const named = ["config", "-z", "-f", ".gitmodules", "--get-regexp", "\\.path$"];
      const paths = git.ask(named, { mayFail: true }).map((line) => line.split("\n")[1] ?? "");
      return /^(?:update|add)$/.test(before[0] ?? "") ? paths : [];
    }
    default:
      return changedIn(name, before, git);
  }
}

/** The files of the commits that it merges, picks, reverts or visits. */
function changedIn(name: string, words: readonly string[], git: Git): string[] {
  const named = name === "pull" ? git.pulled(words) : git.revisions(words);
  const hasUpstream = /^(?:merge|pull|rebase)$/.test(name);
  const commits = named.length === 0 && hasUpstream ? ["@{upstream}"] : named;
  if (name === "cherry-pick" || name === "revert") {
    const isRange = commits.some((each) => each.startsWith("^"));
    return commits.length === 0 ? [] : git.touched([...(isRange ? [] : ["--no-walk"]), ...commits]);
  }
  if (name === "bisect") return commits.flatMap((each) => git.touched([`HEAD...${each.replace("^", "")}`]));
  const since = (range: string) =>
    git.ask(["diff", "--no-ext-diff", "--no-textconv", "--name-only", "-z", range]);
  return commits.flatMap((each) => [
    ...since(`HEAD...${each}`),
    ...(name === "rebase" ? since(`${each}...HEAD`) : []),
  ]);
}

class Git {
  constructor(
    public cwd: string,
    private readonly until: number,
  ) {}

  /** Differs from a commit, or from the index. To compare a new file, git would run programs of its configuration. */
  unsaved(base: string | undefined, paths: readonly string[]): string[] {
    const names = this.ask(["config", "-z", "--name-only", "--get-regexp", "^filter\\."], { mayFail: true });
    const off = names.flatMap((name) => ["-c", name.endsWith(".required") ? `${name}=false` : `${name}=`]);
    const compare = base === undefined ? ["diff-files"] : ["diff-index", base];
    return this.ask([...off, ...compare, "--name-only", "-z", "--", ...paths]);
  }

  untracked = (paths: readonly string[]): string[] =>
    this.ask(["ls-files", "-o", "-z", "--full-name", ...paths]);

  touched = (commits: readonly string[]): string[] =>
    this.ask(["log", "-m", "--format=", "--name-only", "-z", ...commits, "--"]);

  /** The words that name commits; the excluded end of a range has `^`. `guesses`: `topic` may mean `origin/topic`. */
  revisions(words: readonly string[], guesses = false): string[] {
    if (words.length === 0) return [];
    const remote = guesses ? words.map((word) => `--glob=refs/remotes/*/${word}`) : [];
    const found = this.ask(["rev-parse", "--revs-only", ...words, ...remote]).flatMap((text) =>
      text.split("\n"),
    );
    return found.filter((each) => each !== "");
  }

  /** The locally recorded state of the pulled branch. A repository on this machine may have changed since. */
  pulled([remote, ...branches]: readonly string[]): string[] {
    if (remote === undefined) return [];
    const [url] = this.ask(["config", "--get", `remote.${remote}.url`], { mayFail: true });
    if (url === undefined || !/^(?!file:)\w+:\/\/|^[\w.-]+@?[\w.-]*:/.test(url)) throw new NotAnswered();
    return branches.flatMap((branch) => {
      const commits = this.revisions([`refs/remotes/${remote}/${branch.split(":")[0]}`]);
      if (commits.length === 0) throw new NotAnswered();
      return commits;
    });
  }

  ask(args: readonly string[], { mayFail = false } = {}): string[] {
    const left = this.until - performance.now();
    if (left <= 0) throw new NotAnswered();
    const kept = Object.entries(processEnv).filter(([name]) => !name.startsWith("GIT_"));
    const run = spawnSync("git", ["-c", "core.fsmonitor=false", "-c", "core.quotePath=false", ...args], {
      cwd: this.cwd,
      env: { ...Object.fromEntries(kept), GIT_OPTIONAL_LOCKS: "0", GIT_NO_LAZY_FETCH: "1", LC_ALL: "C" },
      timeout: Math.ceil(left),
      killSignal: "SIGKILL",
      maxBuffer: 16 * 1024 * 1024,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    // No git, or no such folder: then the command itself adds no file either.
    if ((run.error as NodeJS.ErrnoException | undefined)?.code === "ENOENT") throw new NoRepository();
    if (run.status !== 0 && /not a git repository/.test(run.stderr ?? "")) throw new NoRepository();
    if (run.error === undefined && run.status !== null && run.status !== 0 && mayFail) return [];
    if (run.error !== undefined || run.status !== 0) throw new NotAnswered();
    return run.stdout.split("\0").filter((each) => each.trim() !== "");
  }
}
