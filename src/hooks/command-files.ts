/**
 * Files of the project that a command would run: `./check.sh`, `cd tools && sh x.sh`, `make`, `npm run lint`, and what those
 * run in turn as far as their text shows. These are pinned with the user's consent. Files that it only reads or writes
 * are not: they change with every day's work, and a hook that has to be allowed again after each edit is one that people
 * stop reading.
 */
import { readFileSync, type Stats, statSync } from "node:fs";
import { basename, dirname, extname, resolve } from "node:path";
import { isLiteral } from "./paths/call-paths.ts";
import { isInside } from "./paths/is-inside.ts";
import { type MeantCommand, toMeaning, toPlainText } from "./paths/shell-meaning.ts";
import { importsOfPython } from "./python-imports.ts";
import { scanScript } from "./run/script-files.ts";
import { taskFiles } from "./task-files.ts";
import { expandFolders } from "./variables.ts";

export interface RunFiles {
  /** Absolute paths. */
  files: string[];
  /** What runs and cannot be pinned, in words for people. */
  unpinned: string[];
}

/** What they are given is a program. */
const INTERPRETERS = new Set(
  "sh bash zsh dash ksh fish source . node nodejs bun deno tsx ts-node python python3 pypy ruby perl php lua Rscript pwsh powershell java osascript uv poetry".split(
    " ",
  ),
);
const SHELL = /^(?:ba|da|k|z|a)?sh$|^(?:source|\.)$/;
/** The program stands behind them. */
const WRAPPERS = new Set(
  "env exec time nohup nice sudo command xargs npx bunx pnpx uvx timeout then do else if while until ! {".split(
    " ",
  ),
);
/** They run a package, which is nobody's file here. */
const PACKAGES = /^(?:npx|bunx|pnpx|uvx)$/;
/** Options of interpreters whose value is code that runs before the program. */
const LOADS = /^(-r|--require|--import|--loader|--experimental-loader|--preload)$/;
const MAX_WORD = 250;
const MAX_TEXT = 500_000;
/** A word may itself be a command, `sh -c './check.sh'`, and a script may run a script. */
const DEEPEST = 4;

/** `cwd`: where the command runs; default: in the project's folder. */
export function filesInCommand(command: string, project: string, cwd = project): string[] {
  return runFiles(command, project, cwd).files;
}

export function runFiles(command: string, project: string, cwd = project): RunFiles {
  const search = new Search(project);
  search.text(expandFolders(command, { projectDir: project }), cwd, 0);
  return { files: [...search.files], unpinned: [...search.unpinned] };
}

class Search {
  readonly files = new Set<string>();
  readonly unpinned = new Set<string>();

  constructor(private readonly project: string) {}

  text(text: string, cwd: string, depth: number): void {
    for (const command of toMeaning(text, { cwd, variables: { CLAUDE_PROJECT_DIR: this.project } }))
      this.command(command, cwd, depth);
  }

  private command(command: MeantCommand, folder: string, depth: number): void {
    const { words } = command;
    if (command.cwd === undefined)
      this.unpinned.add(`${toPlainText(command)} (in a folder that is not known)`);
    const cwd = command.cwd ?? folder;
    const values = words.map(({ value }) => value);
    for (const file of this.ofWords(command, cwd)) this.file(file, cwd, depth, values[0] ?? "");
    for (const file of this.ofInput(command, cwd)) this.file(file, cwd, depth, "sh");
    const task = taskFiles(
      values,
      cwd,
      (file) => isInside(file, this.project) || dirname(file) === this.project,
    );
    for (const file of task.files) this.files.add(file);
    for (const name of task.unpinned) this.unpinned.add(name);
    if (depth >= DEEPEST) return;
    for (const each of task.commands) this.text(each, task.cwd, depth + 1);
    const inner = words.filter(({ value, isUnknown }) => !isUnknown && /[\s;|&()<>`]/.test(value));
    // Its redirections are no programs; what a heredoc hands to an interpreter is one.
    for (const each of [...inner.map(({ value }) => value), ...command.heredocs])
      this.text(each, cwd, depth + 1);
  }

  /** Adds the file, and what it runs. */
  private file(file: string, cwd: string, depth: number, runner: string): void {
    if (this.files.has(file)) return;
    this.files.add(file);
    const text = depth < DEEPEST ? readText(file) : undefined;
    if (text === undefined) return;
    const kind = extname(file).toLowerCase();
    if (/^\.[cm]?[jt]sx?$/.test(kind)) {
      const { stamps, unknown } = scanScript(file);
      for (const each of stamps.keys()) this.files.add(each);
      for (const line of unknown) this.unpinned.add(line);
    } else if (kind === ".py" || /^#!.*\bpython/.test(text)) {
      for (const each of importsOfPython(text, dirname(file))) this.file(each, cwd, depth + 1, "python");
    } else if (/^\.(?:ba|z|k)?sh$/.test(kind) || /^#!.*sh\b/.test(text) || SHELL.test(basename(runner))) {
      this.text(text, cwd, depth + 1);
    }
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
    const name =
      words
        .find(({ value }) => !WRAPPERS.has(value) && !/^\w+=/.test(value))
        ?.value.split("/")
        .at(-1) ?? "";
    if (!INTERPRETERS.has(name)) return [];
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

function readText(file: string): string | undefined {
  const stat = statOf(file);
  if (stat?.isFile() !== true || stat.size > MAX_TEXT) return undefined;
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function isExecutable(file: string): boolean {
  const stat = statOf(file);
  return stat !== undefined && process.platform !== "win32" && (stat.mode & 0o111) !== 0;
}

/** What a repository writes into its configuration must not make this throw: it would take the user's own hooks along. */
export function statOf(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}
