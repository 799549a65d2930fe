/**
 * Files of the project that a command would run: `./check.sh`, `cd tools && sh x.sh`, `make`, `npm run lint`, and what those
 * run in turn as far as their text shows. These are pinned with the user's consent. Files that it only reads or writes
 * are not: they change with every day's work, and a hook that has to be allowed again after each edit is one that people
 * stop reading.
 */
import { basename, dirname, extname, join, resolve } from "node:path";
import { readRegular } from "../platform/files.ts";
import { statOf } from "./file-cache.ts";
import {
  isLiteral,
  isShell,
  type MeantCommand,
  programOf,
  type ShellVariables,
  toMeaning,
  toPlainText,
} from "./paths/shell-meaning.ts";
import { isInside } from "./paths/spellings.ts";
import { filesBelow, lookUp } from "./paths/wildcards.ts";
import { scanScript } from "./run/script-files.ts";
import { importsOfPython, taskFiles } from "./task-files.ts";
import { expandFolders } from "./variables.ts";

export interface RunFiles {
  /** Absolute paths. */
  files: string[];
  /** What runs and cannot be pinned, in words for people. */
  unpinned: string[];
}

/** A text that the command runs, beyond its own. */
export interface RanText {
  text: string;
  cwd: string;
  isShell: boolean;
  /** It is a script of the shell, and too long to be looked at. */
  isUnread: boolean;
  variables: ShellVariables;
}

/** What they are given is a program. */
const INTERPRETERS = new Set(
  "sh bash zsh dash ksh fish source . node nodejs bun deno tsx ts-node python python3 pypy ruby perl php lua Rscript pwsh powershell java osascript uv poetry".split(
    " ",
  ),
);
const SOURCES = /^(?:source|\.)$/;
/** The program stands behind them. */
const WRAPPERS = new Set(
  "env exec time nohup nice sudo command xargs npx bunx pnpx uvx timeout then do else if while until ! {".split(
    " ",
  ),
);
const RUNS_GIT_HOOKS =
  /^(?:commit|merge|push|pull|rebase|checkout|switch|am|cherry-pick|revert|worktree|gc|hook)$/;
/** They run a package, which is nobody's file here. */
const PACKAGES = /^(?:npx|bunx|pnpx|uvx)$/;
/** Options of interpreters whose value is code that runs before the program. */
const LOADS = /^(-r|--require|--import|--loader|--experimental-loader|--preload)$/;
const MAX_WORD = 250;
const MAX_TEXT = 200_000;
/** A word may itself be a command, `sh -c './check.sh'`, and a script may run a script. */
const DEEPEST = 4;

/** `cwd`: where the command runs; default: in the project's folder. */
export function runFiles(command: string, project: string, cwd = project): RunFiles & { ran: RanText[] } {
  const search = new Search(project);
  const variables = new Map([["CLAUDE_PROJECT_DIR", [project]]]);
  search.text(expandFolders(command, { projectDir: project }), { cwd, variables }, 0);
  return { files: [...search.files], unpinned: [...search.unpinned], ran: search.ran };
}

interface Place {
  cwd: string;
  variables: ShellVariables;
}

class Search {
  readonly files = new Set<string>();
  readonly unpinned = new Set<string>();
  readonly ran: RanText[] = [];

  constructor(private readonly project: string) {}

  text(text: string, place: Place, depth: number): void {
    for (const command of toMeaning(text, place)) this.command(command, place.cwd, depth);
  }

  private run(text: string, place: Place, depth: number): void {
    this.ran.push({ text, ...place, isShell: true, isUnread: false });
    this.text(text, place, depth);
  }

  private command(written: MeantCommand, folder: string, depth: number): void {
    const { command, cwd } = inItsFolder(written, written.cwd ?? folder);
    const { words } = command;
    if (command.cwd === undefined)
      this.unpinned.add(`${toPlainText(command)} (in a folder that is not known)`);
    const values = words.map(({ value }) => value);
    const place = { cwd, variables: command.variables };
    for (const file of this.ofWords(command, cwd)) this.file(file, place, depth, values[0] ?? "");
    for (const file of this.ofInput(command, cwd)) this.file(file, place, depth, "sh");
    for (const file of this.runFirst(command, cwd)) this.file(file, place, depth, "sh");
    this.handedOn(command, place, depth);
    const task = taskFiles(
      values,
      cwd,
      (file) => isInside(file, this.project) || dirname(file) === this.project,
    );
    for (const file of task.files) this.files.add(file);
    for (const name of task.unpinned) this.unpinned.add(name);
    if (depth >= DEEPEST) return;
    const variables = new Map([...place.variables, ...(task.variables ?? [])]);
    for (const each of task.commands) this.run(each, { cwd: task.cwd, variables }, depth + 1);
    const inner = words.filter(({ value, isUnknown }) => !isUnknown && /[\s;|&()<>`]/.test(value));
    // Its redirections are no programs; what a heredoc hands to an interpreter is one.
    for (const each of [...inner.map(({ value }) => value), ...command.heredocs])
      this.text(each, place, depth + 1);
  }

  /** What runs beside the program: the files that a shell reads first, and the hooks of git. */
  private runFirst({ words, variables }: MeantCommand, cwd: string): string[] {
    const named = ["BASH_ENV", "ENV"].flatMap((name) => variables.get(name) ?? []);
    const first = named.flatMap((file) => this.toFile(file, cwd, true) ?? []);
    const at = words.findIndex(({ value }) => basename(value) === "git");
    const values = words.slice(at + 1).map(({ value }) => value);
    if (at === -1 || !values.some((value) => RUNS_GIT_HOOKS.test(value))) return first;
    const option = values.flatMap((value) => /^core\.hookspath=(.+)/i.exec(value)?.[1] ?? []);
    const config = readText(join(this.project, ".git", "config")) ?? "";
    const set = [...config.matchAll(/^\s*hookspath\s*=\s*"?([^"\n]+)/gim)].map(([, path = ""]) => path);
    const folders = [...option, ...set, ".git/hooks"].map((folder) => resolve(this.project, folder));
    const hooks = folders.flatMap((folder) => lookUp("*", folder));
    return [...first, ...hooks.filter((file) => !file.endsWith(".sample") && statOf(file)?.isFile())];
  }

  /** `find -exec sh {} \;`, `xargs -a list sh`: programs that are run on files which others name. */
  private handedOn({ words }: MeantCommand, place: Place, depth: number): void {
    const values = words.map(({ value }) => value);
    const program = basename(values[0] ?? "");
    if (!values.some((value) => INTERPRETERS.has(value))) return;
    if (program === "find" && values.some((value) => /^-(?:exec|execdir|ok)$/.test(value))) {
      const named = values[values.findIndex((value) => /^-i?name$/.test(value)) + 1] ?? "*";
      const folders = values.slice(1).filter((value, i) => i === 0 || !value.startsWith("-"));
      for (const file of filesBelow(resolve(place.cwd, folders[0] ?? "."), named))
        if (isInside(file, this.project)) this.file(file, place, depth, "sh");
    }
    if (program !== "xargs") return;
    const list = values[values.findIndex((value) => /^(?:-a|--arg-file)$/.test(value)) + 1] ?? "";
    const lines = readText(resolve(place.cwd, list))?.split(/\s+/) ?? [];
    if (lines.length > 0) this.files.add(resolve(place.cwd, list));
    for (const line of lines) {
      const file = this.toFile(line, place.cwd);
      if (file !== undefined) this.file(file, place, depth, "sh");
    }
  }

  /** Adds the file, and what it runs. */
  private file(file: string, place: Place, depth: number, runner: string): void {
    if (this.files.has(file)) return;
    this.files.add(file);
    const kind = extname(file).toLowerCase();
    const isNamedShell = /^\.(?:ba|z|k)?sh$/.test(kind) || isShell(basename(runner)) || SOURCES.test(runner);
    const text = depth < DEEPEST ? readText(file) : undefined;
    if (text === undefined) {
      const isUnread = isNamedShell && (statOf(file)?.size ?? 0) > MAX_TEXT;
      if (isUnread) this.ran.push({ text: "", ...place, isShell: true, isUnread });
      return;
    }
    const isShellText = isNamedShell || /^#!.*sh\b/.test(text);
    this.ran.push({ text, ...place, isShell: isShellText, isUnread: false });
    const [, split] = /^#!.*\benv\s+-S\s*(.+)/.exec(text) ?? [];
    if (split !== undefined) this.run(split, place, depth + 1);
    if (/^\.[cm]?[jt]sx?$/.test(kind)) {
      const { stamps, unknown } = scanScript(file);
      for (const each of stamps.keys()) this.files.add(each);
      for (const line of unknown) this.unpinned.add(line);
    } else if (kind === ".py" || /^#!.*\bpython/.test(text)) {
      for (const each of importsOfPython(text, dirname(file))) this.file(each, place, depth + 1, "python");
    } else if (isShellText) this.text(text, place, depth + 1);
  }

  private ofWords({ words }: MeantCommand, cwd: string): string[] {
    const files: string[] = [];
    /** `program`: the next word is one; `first`: an interpreter's file is still to come; `rest`: what follows is data. */
    let expects: "program" | "first" | "rest" = "program";
    let interpreted = false;
    for (const [i, { value: written, isUnknown }] of words.entries()) {
      // What a substitution puts in may be nothing: then the rest of the word, or the next word, is the program.
      const word = written.replace(/`[^`]*`|\$\([^)]*\)/g, "");
      if (expects === "program" && isUnknown && !/\$\(|`/.test(written)) this.unpinned.add(written);
      if (expects === "program" && (word === "" || /^\$\w+$/.test(word))) continue;
      if (expects === "program" && (/^\w+=|^\d+$/.test(word) || WRAPPERS.has(word))) {
        if (PACKAGES.test(word))
          this.package(
            words.slice(i).map(({ value }) => value),
            cwd,
          );
        continue;
      }
      if (word.startsWith("-")) continue;
      const name = word.split(/[/\\]/).at(-1) ?? "";
      const candidate = this.toFile(word, cwd);
      if (expects !== "rest" && /[*?[]/.test(word)) files.push(...this.toFiles(word, cwd));
      const isLoaded = interpreted && LOADS.test(words[i - 1]?.value ?? "");
      if (candidate !== undefined && (expects !== "rest" || isLoaded || isExecutable(candidate))) {
        files.push(candidate);
        if (!isLoaded) expects = "rest";
      } else if (expects === "program") {
        interpreted =
          INTERPRETERS.has(name.replace(/\.exe$/i, "").replace(/[\d.]+$/, "")) || INTERPRETERS.has(name);
        expects = interpreted ? "first" : "rest";
        if (name === "eval" && words.slice(i + 1).some((each) => each.isUnknown))
          this.unpinned.add(words.map(({ value }) => value).join(" "));
      } else if (expects === "first" && isUnknown)
        this.unpinned.add(words.map(({ value }) => value).join(" "));
    }
    return files;
  }

  /** `sh < f`, `cat f | sh`, `curl … | sh`. */
  private ofInput(command: MeantCommand, cwd: string): string[] {
    const { words, redirections, pipedFrom } = command;
    const program = words.find(({ value }) => !WRAPPERS.has(value) && !/^\w+=/.test(value));
    if (!INTERPRETERS.has(programOf(program))) return [];
    const read = redirections.filter(({ operator }) => /^0?<$/.test(operator));
    const files = read.flatMap(({ target }) => this.toFile(target.value, cwd, true) ?? []);
    const isFed = !words.slice(1).some(({ value }) => !value.startsWith("-"));
    if (pipedFrom === undefined || !isFed || isLiteral(pipedFrom)) return files;
    const piped = pipedFrom.words
      .slice(1)
      .flatMap(({ value }) => this.toFile(value, pipedFrom.cwd ?? cwd, true) ?? []);
    const isRead = /^(?:cat|head|tail|sed|tac)$/.test(pipedFrom.words[0]?.value ?? "");
    if (piped.length === 0 || !isRead)
      this.unpinned.add(`${toPlainText(pipedFrom)} | ${toPlainText(command)}`);
    return [...files, ...piped];
  }

  private package(words: readonly string[], cwd: string): void {
    const name = words.slice(1).find((word) => !word.startsWith("-"));
    if (name === undefined || this.toFile(name, cwd) !== undefined || INTERPRETERS.has(name)) return;
    this.unpinned.add(`${words[0]} ${name} (a package)`);
  }

  /** What a wildcard stands for here. */
  private toFiles(pattern: string, cwd: string): string[] {
    return lookUp(pattern, cwd).flatMap((file) => this.toFile(file, cwd) ?? []);
  }

  /** In the project, and there; one with a `/` counts even before it exists. */
  private toFile(word: string, cwd: string, mayBeBare = false): string | undefined {
    // Longer than a name can be, it names nothing.
    if (word === "" || word.length > MAX_WORD || /[*?$[\]{}=]/.test(word)) return undefined;
    const file = resolve(cwd, word);
    if (!isInside(file, this.project)) return undefined;
    const stat = statOf(file);
    const isPath = (mayBeBare || word.includes("/")) && !/[\s;|&<>()]/.test(word) && !word.endsWith("/");
    return stat?.isFile() === true || (stat === undefined && isPath) ? file : undefined;
  }
}

/** `env -C DIR …`: the same command, in another folder. */
function inItsFolder(command: MeantCommand, cwd: string): { command: MeantCommand; cwd: string } {
  const { words } = command;
  const at = words.findIndex(({ value }) => /^(?:-C|--chdir)(?:=|$)/.test(value));
  if (at < 1 || basename(words[0]?.value ?? "") !== "env") return { command, cwd };
  const joined = /=(.+)$/.exec(words[at]?.value ?? "")?.[1];
  const folder = joined ?? words[at + 1]?.value ?? ".";
  const rest = words.filter((_, i) => i !== at && (joined !== undefined || i !== at + 1));
  return { command: { ...command, words: rest }, cwd: resolve(cwd, folder) };
}

/** Undefined where it is no file, gone, or too long to be a script. */
export function readText(file: string): string | undefined {
  try {
    return readRegular(file, MAX_TEXT).toString("utf8");
  } catch {
    return undefined;
  }
}

function isExecutable(file: string): boolean {
  const stat = statOf(file);
  return stat !== undefined && process.platform !== "win32" && (stat.mode & 0o111) !== 0;
}
