/**
 * Files of the project that a command would run: `./check.sh`, `node tools/lint.js`. These are pinned with the user's
 * consent. Files that it only reads or writes are not: they change with every day's work, and a hook that has to be
 * allowed again after each edit is one that people stop reading.
 */
import { type Stats, statSync } from "node:fs";
import { resolve } from "node:path";
import { toShellCommands } from "../memory/text/shell.ts";
import { isInside } from "./script-paths.ts";
import { expandFolders } from "./variables.ts";

/** What they are given is a program. */
const INTERPRETERS = new Set(
  "sh bash zsh dash ksh fish source . node nodejs bun deno tsx ts-node python python3 pypy ruby perl php lua Rscript pwsh powershell java osascript uv poetry".split(
    " ",
  ),
);
/** The program stands behind them. */
const WRAPPERS = new Set(
  "env exec time nohup nice sudo command xargs npx bunx pnpx timeout then do else if while until ! {".split(
    " ",
  ),
);
/** Options of interpreters whose value is code that runs before the program. */
const LOADS = /^(-r|--require|--import|--loader|--experimental-loader|--preload)$/;
const MAX_WORD = 250;

/** A word may itself be a command, `sh -c './check.sh'`, and so on within it. */
const DEEPEST = 4;

export function filesInCommand(command: string, project: string): string[] {
  return [...new Set(filesIn(expandFolders(command, { projectDir: project }), project, 0))];
}

function filesIn(text: string, project: string, depth: number): string[] {
  return toShellCommands(text).flatMap((command) => {
    const nested = [...command.words, ...command.assignments]
      .filter(({ value, quoted }) => quoted && /[\s;|&()<>`]/.test(value))
      .map(({ value }) => value);
    // Its redirections are no programs; what a heredoc hands to an interpreter is one.
    const inside = [...nested, ...command.heredocs];
    return [
      ...filesOfWords(
        command.words.map(({ value }) => value),
        project,
      ),
      ...(depth < DEEPEST ? inside.flatMap((each) => filesIn(each, project, depth + 1)) : []),
    ];
  });
}

function filesOfWords(words: readonly string[], project: string): string[] {
  const files: string[] = [];
  /** `program`: the next word is one; `first`: an interpreter's file is still to come; `rest`: what follows is data. */
  let expects: "program" | "first" | "rest" = "program";
  let interpreted = false;
  for (const [i, written] of words.entries()) {
    // What a substitution puts in may be nothing: then the rest of the word, or the next word, is the program.
    const word = written.replace(/`[^`]*`|\$\([^)]*\)/g, "");
    if (expects === "program" && (word === "" || /^\$\w+$/.test(word))) continue;
    if (expects === "program" && (/^\w+=|^\d+$/.test(word) || WRAPPERS.has(word))) continue;
    if (word.startsWith("-")) continue;
    const name = word.split(/[/\\]/).at(-1) ?? "";
    const candidate = toFile(word, project);
    const isLoaded = interpreted && LOADS.test(words[i - 1] ?? "");
    if (candidate !== undefined && (expects !== "rest" || isLoaded || isExecutable(candidate))) {
      files.push(candidate);
      if (!isLoaded) expects = "rest";
    } else if (expects === "program") {
      interpreted =
        INTERPRETERS.has(name.replace(/\.exe$/i, "").replace(/[\d.]+$/, "")) || INTERPRETERS.has(name);
      expects = interpreted ? "first" : "rest";
    }
  }
  return files;
}

/** In the project, and there; one with a `/` counts even before it exists. */
function toFile(word: string, project: string): string | undefined {
  // Longer than a name can be, it names nothing.
  if (word.length > MAX_WORD || /[*?$[\]{}=]/.test(word)) return undefined;
  const file = resolve(project, word);
  if (!isInside(file, project)) return undefined;
  const stat = statOf(file);
  const isPath = word.includes("/") && !/[\s;|&<>()]/.test(word);
  return stat?.isFile() === true || (stat === undefined && isPath) ? file : undefined;
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
