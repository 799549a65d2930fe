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
/** A client waits at least two seconds for a gate. */
const ASK_MS = 1000;

class NoRepository extends Error {}
class NotAnswered extends Error {}

/** Returns undefined if this is not a git command, or if it adds no files. `earlier`: the commands before it in the call. */
export function filesFromHistory(
  command: MeantCommand,
  earlier: readonly MeantCommand[],
  folder: string,
): GitFiles | undefined {
  const isListed = programOf(command.run[0]) === "xargs";
  const at = isListed ? command.run.findIndex((word) => programOf(word) === "git") : 0;
  if (programOf(command.run[at]) !== "git") return undefined;
  const found = { paths: [], cwd: folder, isUnknown: true };
  const git = new Git(folder);
  try {
    const call = toGitCall(command, at, git);
    if (call === undefined) return undefined;
    const isMade = earlier
      .map(toPlainText)
      .some((each) => (each.length > MAX_SEARCHED ? /\bgit\b/ : MAKES_HISTORY).test(each));
    if (call.isUnknown || isMade || isListed) return found;
    // First, because outside a repository the other commands fail in their own ways.
    const root = git.root();
    const paths = broughtBy(call, git);
    return { paths, cwd: call.name === "clean" ? git.cwd : root, isUnknown: false };
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
  const revisions = () => git.revisions(before, /^(?:checkout|switch)$/.test(name));
  const changed = (base: string, paths: readonly string[] = []) =>
    git.ask([...git.withoutFilters(), "diff-index", "--name-only", "-z", base, "--", ...paths]);
  const unsaved = (paths: readonly string[]) =>
    git.ask([...git.withoutFilters(), "diff-files", "--name-only", "-z", "--", ...paths]);
  const since = (from: string, to: string) =>
    git.ask(["diff", "--no-ext-diff", "--no-textconv", "--name-only", "-z", `${from}...${to}`]);
  const touched = (...commits: string[]) =>
    git.ask(["log", "-m", "--format=", "--name-only", "-z", ...commits, "--"]);
  switch (name) {
    case "checkout":
    case "switch":
    case "restore": {
      if (has(/^(?:-S|--staged)$/) && !has(/^(?:-W|--worktree)$/)) return [];
      const bases = revisions();
      const isForced = has(/^(?:-f|--force|--discard-changes)$/);
      if (bases.length === 0) {
        const paths = [...before, ...after];
        return [...unsaved(paths), ...(isForced ? changed("HEAD", paths) : [])];
      }
      // Without paths, git keeps uncommitted changes, so only the two trees count.
      return bases.flatMap((base) =>
        isForced || after.length > 0 || name === "restore" || before.length > 1
          ? changed(base, after)
          : git.ask(["diff-tree", "-r", "--name-only", "-z", "HEAD", base]),
      );
    }
    case "reset": {
      const [base = "HEAD"] = revisions();
      return has(/^--(?:hard|merge|keep)$/) ? changed(base) : [];
    }
    case "merge":
      return orUpstream(revisions()).flatMap((each) => since("HEAD", each));
    case "pull":
      return orUpstream(git.pulled(before)).flatMap((each) => since("HEAD", each));
    case "rebase":
      return orUpstream(revisions()).flatMap((each) => [...since("HEAD", each), ...since(each, "HEAD")]);
    case "cherry-pick":
    case "revert": {
      const commits = revisions();
      const isRange = commits.some((each) => each.startsWith("^"));
      return commits.length === 0 ? [] : touched(...(isRange ? [] : ["--no-walk"]), ...commits);
    }
    case "bisect":
      return revisions().flatMap((each) => touched(`HEAD...${each.replace("^", "")}`));
    case "stash": {
      const [what = "push", ...which] = before;
      if (/^(?:list|show|drop|clear|create|store)$/.test(what)) return [];
      const isPut = /^(?:pop|apply|branch)$/.test(what);
      if (isPut && git.revisions(["refs/stash"]).length === 0) return [];
      const named = which.at(-1)?.replace(/^\d+$/, "stash@{$&}");
      const stash = named === undefined || (what === "branch" && which.length === 1) ? "stash@{0}" : named;
      if (isPut) return git.ask(["stash", "show", "--include-untracked", "--name-only", "-z", stash]);
      const isAll = has(/^(?:-\w*[ua]\w*|--include-untracked|--all)$/);
      return [...changed("HEAD"), ...(isAll ? git.ask(["ls-files", "-o", "-z", "--full-name"]) : [])];
    }
    case "clean": {
      if (has(/^-\w*n/)) return [];
      // Without options that would hide the names.
      const short = args.map((arg) => (/^-\w/.test(arg) ? arg.replace(/[qi]/g, "") : arg));
      const said = git.ask([
        "clean",
        "-n",
        ...short.filter((arg) => !/^-(?:|-quiet|-interactive)$/.test(arg)),
      ]);
      return said.flatMap((text) =>
        [...text.matchAll(/^Would remove (.+?)\/?$/gm)].map(([, path = ""]) => path),
      );
    }
    default: {
      const paths = git.ask(["config", "-z", "-f", ".gitmodules", "--get-regexp", "\\.path$"], {
        mayFail: true,
      });
      return /^(?:update|add)$/.test(before[0] ?? "") ? paths.map((line) => line.split("\n")[1] ?? "") : [];
    }
  }
}

const orUpstream = (commits: readonly string[]): readonly string[] =>
  commits.length === 0 ? ["@{upstream}"] : commits;

class Git {
  private readonly until = performance.now() + ASK_MS;

  constructor(public cwd: string) {}

  root(): string {
    return this.ask(["rev-parse", "--show-toplevel"])[0]?.trim() ?? this.cwd;
  }

  /** To compare a file that was just written, git would run programs from its configuration. */
  withoutFilters(): string[] {
    const names = this.ask(["config", "-z", "--name-only", "--get-regexp", "^filter\\."], { mayFail: true });
    return names.flatMap((name) => ["-c", name.endsWith(".required") ? `${name}=false` : `${name}=`]);
  }

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
    const kept = Object.entries(processEnv).filter(([name]) => !name.startsWith("GIT_"));
    const run = spawnSync("git", ["-c", "core.fsmonitor=false", "-c", "core.quotePath=false", ...args], {
      cwd: this.cwd,
      env: { ...Object.fromEntries(kept), GIT_OPTIONAL_LOCKS: "0", GIT_NO_LAZY_FETCH: "1", LC_ALL: "C" },
      timeout: Math.max(1, Math.ceil(this.until - performance.now())),
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
