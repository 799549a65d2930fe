/**
 * Finds project files that a command would run: `./check.sh`, `cd tools && sh x.sh`, `make`, `npm run lint`, and the files
 * that those run in turn, as far as their text shows. They are pinned with the user's consent. Files that a command only
 * reads or writes are not pinned: they change every day, and users stop reading a question that comes back after each edit.
 */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, extname, join, resolve } from "node:path";
import { statOf } from "./file-cache.ts";
import {
  innerTexts,
  isLiteral,
  isShell,
  type MeantCommand,
  type MeantWord,
  programOf,
  readBy,
  type ShellVariables,
  toMeaning,
  toPlainText,
  withoutWrappers,
} from "./paths/shell-meaning.ts";
import { isInside } from "./paths/spellings.ts";
import { listedFiles, lookUp, MAX_TEXT, readScriptText } from "./paths/wildcards.ts";
import { scanScript } from "./run/script-files.ts";
import { importsOfPython, taskFiles } from "./task-files.ts";
import { expandFolders } from "./variables.ts";

export interface RunFiles {
  /** Absolute paths. */
  files: string[];
  /** Code that runs but cannot be pinned, described for people. */
  unpinned: string[];
}

interface Place {
  cwd: string;
  variables: ShellVariables;
}

/** A text of a call: the call itself, a text inside another one, or a project script or task that it runs. */
export interface CallText extends Place {
  text: string;
  commands: MeantCommand[];
  kind: "own" | "inner" | "script";
  /** It is passed to a program that runs it: neither a message nor data. */
  isCode: boolean;
  isShell: boolean;
  /** A shell script that is too long to scan. */
  isUnread: boolean;
}

/** Their argument is a program. */
const INTERPRETERS = new Set(
  "sh bash zsh dash ksh fish source . node nodejs bun deno tsx ts-node python python3 pypy ruby perl php lua Rscript pwsh powershell java osascript uv poetry".split(
    " ",
  ),
);
/** Wrappers: the program follows them on the command line. */
const WRAPPERS = /^(?:xargs|npx|bunx|pnpx|uvx|env|nice|sudo|timeout)$/;
const RUNS_GIT_HOOKS =
  /^(?:commit|merge|push|pull|rebase|checkout|switch|am|cherry-pick|revert|worktree|gc|hook)$/;
const PACKAGES = /^(?:npx|bunx|pnpx|uvx)$/;
/** Options of interpreters whose value is code that runs before the program. */
const LOADS = /^(-r|--require|--import|--loader|--experimental-loader|--preload)$/;
/** Programs that run their arguments or input as code. For others, a text is data. */
const RUNS_CODE =
  /^(?:(?:ba|da|k|z|a|fi)?sh|eval|source|\.|trap|alias|python[\d.]*|node|nodejs|bun|deno|perl|ruby|php|lua|osascript|pwsh|powershell|[gm]?awk|sed|ed|ex|n?vim?|xargs|find|flock|ssh|su|sudo|watch|parallel|script|tclsh|expect|make|sqlite3|psql|m4|dc|gdb)$/;
/** Options whose value is a command of the shell. By words: a text of many words would be searched again from each. */
const CODE_OPTIONS: readonly [program: RegExp, option: RegExp][] = [
  [/^git$/, /^(?:(?:-x|-c|--exec|foreach|--\w+-filter|config)(?:=|$)|ext::)/],
  [/^(?:npm|npx|pnpm|yarn|rsync)$/, /^(?:-c|--call|-e|--rsh|--rsync-path)(?:=|$)/],
  [/^tar$/, /^(?:--(?:checkpoint-action|[\w-]+-(?:command|program|script))(?:=|$)|-[IF])/],
  [/^(?:zip|env)$/, /^(?:-TT|-\w*S)/],
];
/** Settings of git whose value is a program. */
const GIT_PROGRAM =
  /^\s*(?:clean|smudge|process|textconv|command|driver|editor|pager|sshCommand|fsmonitor|askPass|program|helper|external|cmd)\s*=\s*"?(.+)/gim;
/** Options whose value is a file of commands, for programs whose first argument is none. */
const SCRIPT_OPTIONS: readonly [program: RegExp, option: RegExp][] = [
  [/^(?:sed|[gm]?awk|sqlite3|psql)$/, /^(?:-init|-\w*f|--file)(?:=|$)/],
  [/^(?:ex|n?vim?|cmake|gdb)$/, /^-[sSuPx]$/],
  [/^curl$/, /^(?:-\w*K|--config)(?:=|$)/],
];
/** Programs that run redirected input. */
const READS_COMMANDS = /^(?:ed|ex|n?vim?|sqlite3|psql|m4|dc|bc|gdb|tclsh|expect|git-shell)$/;
const MAX_WORD = 250;
/** Programs that are installed, not written by a session. */
const OF_THE_SYSTEM =
  /^\/(?:usr|bin|sbin|lib\w*|opt|nix|snap|etc|proc|sys|dev(?!\/shm)|System|Library|Applications)(?:\/|$)|\/node_modules\//;
/** A word may itself be a command, `sh -c './check.sh'`, and a script may run a script. */
const DEEPEST = 4;

interface Reading {
  /** The folder in which the command runs; default: the project's folder. */
  cwd?: string;
  /** Also reads files outside of the project, such as `/tmp/x.sh`. They run, but the project does not pin them. */
  isAnywhere?: boolean;
}

export function readCommand(
  command: string,
  project: string,
  { cwd = project, isAnywhere = false }: Reading = {},
): RunFiles & { texts: readonly CallText[] } {
  const reader = new Reader(project, isAnywhere);
  const variables = new Map([["CLAUDE_PROJECT_DIR", [project]]]);
  const own = { kind: "own", isCode: true, isShell: true, isRun: true } as const;
  reader.read(expandFolders(command, { projectDir: project }), { cwd, variables }, 0, own);
  return { files: [...reader.files], unpinned: [...reader.unpinned], texts: reader.texts };
}

interface About extends Pick<CallText, "kind" | "isCode" | "isShell"> {
  /** The programs are resolved: their content is run. */
  isRun: boolean;
}

class Reader {
  readonly files = new Set<string>();
  readonly unpinned = new Set<string>();
  readonly texts: CallText[] = [];

  constructor(
    private readonly project: string,
    private readonly isAnywhere: boolean,
  ) {}

  read(text: string, place: Place, depth: number, { isRun, ...about }: About): void {
    const commands = toMeaning(text, place);
    this.texts.push({ text, ...place, commands, ...about, isUnread: false });
    const lastReader = commands.findLastIndex(readsCommands);
    const lastUse = new Map(commands.flatMap(({ words }, i) => words.map((word) => [plainName(word), i])));
    for (const [i, command] of commands.entries()) {
      const here = { cwd: command.cwd ?? place.cwd, variables: command.variables };
      if (isRun) this.command(command, here, depth);
      if (depth === DEEPEST) continue;
      const kind = about.kind === "own" ? "inner" : about.kind;
      const isRunLater =
        about.kind === "own" && writtenNames(command).some((name) => (lastUse.get(name) ?? 0) > i);
      // `(echo a; echo b) | sh` reads both.
      const isRead = i < lastReader && isLiteral(command);
      const isCode = about.isCode && (isRunLater || isRead || runsCode(command, commands[i + 1]));
      for (const { value, isUnknown } of innerTexts(command)) {
        const isData = isUnknown || !(/[\s;|&()<>]/.test(value) || command.heredocs.includes(value));
        this.read(value, here, depth + 1, { ...about, kind, isCode, isRun: isRun && !isData });
      }
      // `GIT_EDITOR='touch secrets/k' git commit`
      const given = command.words.length === 0 ? [] : command.assigned;
      for (const { value } of given.filter((each) => /\s/.test(each.value)))
        this.read(value, here, depth + 1, { ...about, kind, isRun: false });
    }
  }

  private command(command: MeantCommand, place: Place, depth: number): void {
    const { cwd } = place;
    if (command.cwd === undefined)
      this.unpinned.add(`${toPlainText(command)} (in a folder that is not known)`);
    const isSource = /^(?:(?:ba|da|k|z|a)?sh|source|\.)$/.test(programOf(command.words[0]));
    const named = [
      ...this.ofWords(command, cwd),
      ...this.ofOptions(command, cwd),
      ...this.ofPython(command, cwd),
    ];
    for (const file of named) this.file(file, place, depth, isSource);
    for (const file of [
      ...this.ofInput(command, cwd),
      ...this.runFirst(command, cwd),
      ...this.ofList(command, cwd),
    ])
      this.file(file, place, depth, true);
    if (this.isAnywhere && command.words.some((word) => programOf(word) === "git") && depth < DEEPEST)
      for (const [, program = ""] of this.gitConfig().matchAll(GIT_PROGRAM))
        this.read(program, place, DEEPEST, SHELL_SCRIPT);
    const isOurs = (file: string) => isInside(file, this.project) || dirname(file) === this.project;
    const task = taskFiles(command, cwd, isOurs);
    for (const file of task.files) this.files.add(file);
    for (const name of task.unpinned) this.unpinned.add(name);
    const variables =
      task.variables === undefined ? place.variables : new Map([...place.variables, ...task.variables]);
    for (const text of depth < DEEPEST ? task.commands : [])
      this.read(text, { cwd: task.cwd, variables }, depth + 1, SHELL_SCRIPT);
  }

  /** Code that runs besides the program: files that a shell reads first, and git hooks. */
  private runFirst({ words, variables }: MeantCommand, cwd: string): string[] {
    const valuesOf = (...names: string[]) => names.flatMap((name) => variables.get(name) ?? []);
    const options = valuesOf("NODE_OPTIONS", "BUN_OPTIONS").flatMap((value) => value.split(/[\s=]+/));
    const modules = valuesOf("PYTHONPATH").flatMap((value) =>
      value
        .split(":")
        .flatMap((folder) => ["sitecustomize.py", "usercustomize.py"].map((name) => join(folder, name))),
    );
    const named = [...valuesOf("BASH_ENV", "ENV", "PYTHONSTARTUP"), ...options, ...modules];
    const first = named.flatMap((file) => this.toFile(file, cwd, true) ?? []);
    const at = words.findIndex(({ value }) => basename(value) === "git");
    const values = words.slice(at + 1).map(({ value }) => value);
    if (at === -1 || !values.some((value) => RUNS_GIT_HOOKS.test(value))) return first;
    const option = values.flatMap((value) => /^core\.hookspath=(.+)/i.exec(value)?.[1] ?? []);
    const set = [...this.gitConfig().matchAll(/^\s*hookspath\s*=\s*"?([^"\n]+)/gim)].map(
      ([, path = ""]) => path,
    );
    const folders = [...option, ...set, ".git/hooks"].map((folder) => resolve(this.project, folder));
    const hooks = folders.flatMap((folder) => lookUp("*", folder));
    return [...first, ...hooks.filter((file) => !file.endsWith(".sample") && statOf(file)?.isFile())];
  }

  /** `python src/tool`, `python -c "import tool"`. */
  private ofPython({ run }: MeantCommand, cwd: string): string[] {
    if (!/^(?:python|pypy)[\d.]*$/.test(programOf(run[0]))) return [];
    return run
      .slice(1)
      .flatMap(({ value }) => [
        ...(/\bimport\b/.test(value) ? importsOfPython(value.replaceAll(";", "\n"), cwd) : []),
        ...(existsSync(resolve(cwd, value, "__main__.py")) ? [resolve(cwd, value, "__main__.py")] : []),
      ])
      .filter((file) => this.isRead(file));
  }

  private gitConfig(): string {
    const files = [join(this.project, ".git", "config"), join(homedir(), ".gitconfig")];
    return files.map((file) => readScriptText(file) ?? "").join("\n");
  }

  /** `sed -f x.sed`, `ed < x`: command files for programs other than shells. */
  private ofOptions(command: MeantCommand, cwd: string): string[] {
    const name = programOf(command.run[0]);
    const values = command.run.slice(1).map(({ value }) => value);
    const named = SCRIPT_OPTIONS.filter(([of]) => of.test(name)).flatMap(([, option]) =>
      values.flatMap((value, i) =>
        option.test(value) ? (/=(.+)/.exec(value)?.[1] ?? values[i + 1] ?? []) : [],
      ),
    );
    const read = READS_COMMANDS.test(name) ? readBy(command) : [];
    return [...named, ...read].flatMap((file) => this.toFile(file, cwd, true) ?? []);
  }

  /** `find -exec sh {} \\;`, `xargs -a list sh`: programs that run on files from a list or search. */
  private ofList({ run }: MeantCommand, cwd: string): string[] {
    const values = run.map(({ value }) => value);
    if (!values.slice(1).some((value) => value !== "." && INTERPRETERS.has(value))) return [];
    const { files, lists } = listedFiles(values, [], cwd);
    for (const list of lists) if (readScriptText(list) !== undefined) this.files.add(list);
    return files.flatMap((word) => this.toFile(word, cwd) ?? []);
  }

  /** Adds the file, and everything it runs. */
  private file(file: string, place: Place, depth: number, isSource: boolean): void {
    if (this.files.has(file)) return;
    this.files.add(file);
    const kind = extname(file).toLowerCase();
    const isNamedShell = isSource || /^\.(?:ba|z|k)?sh$/.test(kind);
    const text = depth < DEEPEST ? readScriptText(file) : undefined;
    if (text === undefined) {
      const isUnread = isNamedShell && (statOf(file)?.size ?? 0) > MAX_TEXT;
      if (isUnread) this.texts.push({ text: "", ...place, commands: [], ...SHELL_SCRIPT, isUnread });
      return;
    }
    const isPython = kind === ".py" || /^#!.*\bpython/.test(text);
    const isJavaScript = /^\.[cm]?[jt]sx?$/.test(kind);
    const isShellText = isNamedShell || /^#!.*sh\b/.test(text);
    const isRun = isShellText && !isPython && !isJavaScript;
    this.read(text, place, depth + 1, { ...SHELL_SCRIPT, isShell: isShellText, isRun });
    const [, split] = /^#!.*\benv\s+-S\s*(.+)/.exec(text) ?? [];
    if (split !== undefined) this.read(split, place, depth + 1, SHELL_SCRIPT);
    if (isPython && !isJavaScript)
      for (const each of importsOfPython(text, dirname(file))) this.file(each, place, depth + 1, false);
    if (!isJavaScript) return;
    const { stamps, unknown } = scanScript(file);
    for (const each of stamps.keys()) this.files.add(each);
    for (const line of unknown) this.unpinned.add(line);
  }

  private ofWords({ run: words }: MeantCommand, cwd: string): string[] {
    const files: string[] = [];
    /** `program`: the next word is one; `first`: an interpreter's file is expected; `rest`: the remaining words are data. */
    let expects: "program" | "first" | "rest" = "program";
    let interpreted = false;
    for (const [i, { value: written, isUnknown }] of words.entries()) {
      // A substitution may expand to nothing. Then the rest of the word, or the next word, is the program.
      const word = written.replace(/`[^`]*`|\$\([^)]*\)/g, "");
      if (expects === "program" && isUnknown && !/\$\(|`/.test(written)) this.unpinned.add(written);
      if (expects === "program" && (word === "" || /^\$\w+$/.test(word))) continue;
      if (expects === "program" && (/^\w+=|^\d+$/.test(word) || WRAPPERS.test(word))) {
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
    const { pipedFrom } = command;
    const at = command.run.findIndex(({ value }) => !PACKAGES.test(value) && value !== "xargs");
    const [program, ...words] = withoutWrappers(command.run.slice(at));
    if (!INTERPRETERS.has(programOf(program))) return [];
    const files = readBy(command).flatMap((name) => this.toFile(name, cwd, true) ?? []);
    const isFed = words.every(({ value }) => value.startsWith("-"));
    if (pipedFrom === undefined || !isFed || isLiteral(pipedFrom)) return files;
    const piped = pipedFrom.run
      .slice(1)
      .flatMap(({ value }) => this.toFile(value, pipedFrom.cwd ?? cwd, true) ?? []);
    const isRead = /^(?:cat|head|tail|sed|tac)$/.test(pipedFrom.run[0]?.value ?? "");
    if (piped.length === 0 || !isRead)
      this.unpinned.add(`${toPlainText(pipedFrom)} | ${toPlainText(command)}`);
    return [...files, ...piped];
  }

  private package(words: readonly string[], cwd: string): void {
    const name = words.slice(1).find((word) => !word.startsWith("-"));
    if (name === undefined || this.toFile(name, cwd) !== undefined || INTERPRETERS.has(name)) return;
    this.unpinned.add(`${words[0]} ${name} (a package)`);
  }

  /** Expands a wildcard to the files here. */
  private toFiles(pattern: string, cwd: string): string[] {
    return lookUp(pattern, cwd).flatMap((file) => this.toFile(file, cwd) ?? []);
  }

  private isRead(file: string): boolean {
    return isInside(file, this.project) || (this.isAnywhere && !OF_THE_SYSTEM.test(file));
  }

  /** A file in the project that exists. A word with a `/` counts even before it exists. */
  private toFile(word: string, cwd: string, mayBeBare = false): string | undefined {
    // Too long for a file name.
    if (word === "" || word.length > MAX_WORD || /[*?$[\]{}=]/.test(word)) return undefined;
    const file = resolve(cwd, word);
    if (!this.isRead(file)) return undefined;
    const stat = statOf(file);
    const isPath = (mayBeBare || word.includes("/")) && !/[\s;|&<>()]/.test(word) && !word.endsWith("/");
    return stat?.isFile() === true || (stat === undefined && isPath) ? file : undefined;
  }
}

const SHELL_SCRIPT = { kind: "script", isCode: true, isShell: true, isRun: true } as const;

const readsCommands = ({ run: [program], pipedFrom }: MeantCommand): boolean =>
  pipedFrom !== undefined && (isShell(programOf(program)) || READS_COMMANDS.test(programOf(program)));

/** True if the command, or the next one in its pipe, runs its input as code. */
function runsCode(command: MeantCommand, next: MeantCommand | undefined): boolean {
  return [command, ...(next?.pipedFrom === command ? [next] : [])].some((each) => {
    const words = [...each.words, ...each.redirections.map(({ target }) => target)];
    const has = (pattern: RegExp) => words.some((word) => pattern.test(word.value));
    const names = words.map(programOf);
    return (
      names.some((name) => RUNS_CODE.test(name)) ||
      CODE_OPTIONS.some(([program, option]) => has(option) && names.some((name) => program.test(name)))
    );
  });
}

const plainName = (word: MeantWord): string => word.value.replace(/^\.\//, "");

/** `printf … > w.sh; sh w.sh`: the printed text is code of this call. */
const writtenNames = ({ redirections }: MeantCommand): string[] =>
  redirections.filter(({ operator }) => operator.includes(">")).map(({ target }) => plainName(target));

function isExecutable(file: string): boolean {
  const stat = statOf(file);
  return stat !== undefined && process.platform !== "win32" && (stat.mode & 0o111) !== 0;
}
