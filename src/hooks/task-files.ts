/** Programs that read their commands from a file of their own: `make`, `npm run`, `python -m`. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { tryParse } from "../clients/fields.ts";
import type { MeantCommand, ShellVariables } from "./paths/shell-meaning.ts";
import { lookUp, readScriptText } from "./paths/wildcards.ts";
import { nearestFile } from "./run/resolve.ts";

interface Tasks {
  /** The first one contains the tasks; it may include others. */
  files: string[];
  /** Commands that are in these files. */
  commands: string[];
  /** The folder in which they run. */
  cwd: string;
  /** Variables that the runner sets for them. */
  variables?: ReadonlyMap<string, readonly string[]>;
  /** Code that runs but cannot be pinned, described for people. */
  unpinned: string[];
}

const MAKEFILES = ["GNUmakefile", "makefile", "Makefile"];
const RUNNERS = /^(?:npm|pnpm|yarn|bun)$/;
/** Names that `npm` runs without `run`. */
const SHORTHANDS = /^(?:test|start|stop|restart)$/;
/** Commands of npm itself that run the lifecycle scripts. */
const INSTALLS =
  /^(?:i|in|ins|inst|install|add|ci|it|cit|clean-install|update|up|upgrade|link|ln|rebuild|rb|dedupe|prune|un|uninstall|remove|rm|pack|publish|version)$/;
const LIFECYCLE =
  /^(?:pre|post)?(?:install|uninstall|prepare|pack|publish|publishOnly|version|dependencies)$/;
const OTHERS = /^(?:just|task|rake|gradle|gradlew|mvn|ant|tox|nox|invoke|composer|cargo|go|docker|ssh)$/;

export function taskFiles(
  { run, variables }: Pick<MeantCommand, "run" | "variables">,
  cwd: string,
  isOurs: (file: string) => boolean,
): Tasks {
  const words = run.map(({ value }) => value);
  const [program = "", ...rest] = words;
  const name = program.split("/").at(-1) ?? "";
  const found = /^g?make$/.test(name) ? ofMake(rest, cwd, variables) : tasksOf(name, rest, cwd);
  const [file] = found?.files ?? [];
  if (found !== undefined && file !== undefined && isOurs(file))
    return { ...found, files: found.files.filter(isOurs), unpinned: [] };
  const unpinned = found?.unpinned ?? (OTHERS.test(name) ? [words.join(" ")] : []);
  return { files: [], commands: [], cwd: found?.cwd ?? cwd, unpinned };
}

/** `unpinned`: the name to report if its file is outside of the project. */
function tasksOf(name: string, rest: readonly string[], cwd: string): Tasks | undefined {
  if (RUNNERS.test(name)) return ofPackage(name, rest, cwd);
  const module = /^(?:python|pypy)[\d.]*$/.test(name) ? optionValue(rest, /^-\w*m$/) : undefined;
  if (module === undefined) return undefined;
  const files = [moduleFile(module, cwd)].filter((file) => file !== undefined);
  return { files, commands: [], cwd, unpinned: [`python -m ${module} (an installed module)`] };
}

function ofMake(given: readonly string[], folder: string, variables: ShellVariables): Tasks {
  const set = [...variables].flatMap(([key, [value]]) => (value === undefined ? [] : [`${key}=${value}`]));
  // `-fx` and `--file=x` are `-f x`.
  const rest = given.flatMap(
    (word) => /^(-[fC]|--(?:makefile|file|directory)(?==))=?(.+)/.exec(word)?.slice(1) ?? word,
  );
  const cwd = resolve(folder, optionValue(rest, /^(?:-C|--directory)$/) ?? ".");
  const named = optionValue(rest, /^(?:-f|--file|--makefile)$/);
  const file = (named === undefined ? MAKEFILES : [named])
    .map((each) => resolve(cwd, each))
    .find((each) => named !== undefined || existsSync(each));
  const included = [...textOf(file ?? "").matchAll(/^-?include\s+(\S+)/gm)].map(([, name = ""]) => name);
  // `MAKEFILES=x make` reads that one too.
  included.push(...(variables.get("MAKEFILES") ?? []).flatMap((value) => value.split(/\s+/)));
  const files = [file ?? [], included.map((each) => resolve(cwd, each))].flat();
  const lines = files.flatMap((each) => textOf(each).split("\n"));
  // The command line's values override the file's.
  const values = new Map([...set, ...lines, ...rest].flatMap(assignmentIn));
  // Every line counts as a command, because `$(shell …)`, `define` and `x: ; y` may be in any of them.
  const commands = lines
    .map((line) => putIn(line.replace(/^\t?[@+-]*/, ""), values))
    .filter((line) => line.trim() !== "");
  return { files, commands, cwd, unpinned: ["make"] };
}

/** In a shell, a line that ends with `\` continues directly after the next line's tab. */
const textOf = (file: string): string => (readScriptText(file) ?? "").replace(/\\\n\t?/g, "");

function assignmentIn(line: string): [string, string][] {
  const [, name, value] = /^(?:export\s+)?([\w.-]+)\s*[:?+]*=\s*(.*?)\s*$/.exec(line) ?? [];
  return name === undefined || value === undefined ? [] : [[name, value]];
}

/** `$(NAME)` and `${NAME}` of a makefile; a value may refer to others. */
function putIn(text: string, values: ReadonlyMap<string, string>, left = 3): string {
  const put = text.replace(
    /\$(?:\(([\w.-]+)\)|\{([\w.-]+)\})/g,
    (whole, round?: string, curly?: string) => values.get(round ?? curly ?? "") ?? whole,
  );
  return put === text || left === 0 ? put.replaceAll("$$", "$") : putIn(put, values, left - 1);
}

function ofPackage(runner: string, rest: readonly string[], folder: string): Tasks | undefined {
  const option = rest.findIndex((word) => /^(?:--prefix|--cwd|--dir|-C)(?:=|$)/.test(word));
  const [, joined] = /=(.*)/.exec(rest[option] ?? "") ?? [];
  const cwd = option === -1 ? folder : resolve(folder, joined ?? rest[option + 1] ?? ".");
  const words = rest.filter((_, i) => option === -1 || i !== option + (joined === undefined ? 1 : 0));
  const [first = "", second] = words.filter((word) => !word.startsWith("-"));
  const isRun = /^(?:run|run-script|rum|urn)$/.test(first);
  const short = /^(?:t|tst|it|cit)$/.test(first) ? "test" : first;
  const task = isRun ? second : SHORTHANDS.test(short) || runner !== "npm" ? short : undefined;
  const file = nearestFile(cwd, "package.json");
  if (file === undefined) return undefined;
  const { scripts, config, workspaces } = Object(tryParse(readScriptText(file) ?? ""));
  const known = textsOf(scripts);
  const names = [
    ...(task === undefined ? [] : [`pre${task}`, task, `post${task}`]),
    ...(INSTALLS.test(first) ? [...known.keys()].filter((each) => LIFECYCLE.test(each)) : []),
  ];
  const scriptsOf = (from: Map<string, string>) =>
    [...new Set(names)].flatMap((each) => from.get(each) ?? []);
  const commands = scriptsOf(known);
  // In folders of their own: `npm run x -w a`, `npm run x --workspaces`.
  const inAll = rest.some((word) => /^(?:-ws?|--workspaces?|-r|--recursive|--filter)(?:=|$)/.test(word));
  const patterns = inAll ? [Object(workspaces).packages ?? workspaces].flat() : [];
  for (const folder of patterns.flatMap((each) => lookUp(String(each), dirname(file)))) {
    const own = textsOf(Object(tryParse(readScriptText(join(folder, "package.json")) ?? "")).scripts);
    commands.push(...scriptsOf(own).map((text) => `cd '${folder}' && { ${text}; }`));
  }
  if (commands.length === 0) return undefined;
  const set = [...textsOf(config)].map(([key, value]) => [`npm_package_config_${key}`, [value]] as const);
  const variables = set.length === 0 ? {} : { variables: new Map(set) };
  return { files: [file], commands, cwd: dirname(file), ...variables, unpinned: [] };
}

const textsOf = (part: unknown): Map<string, string> =>
  new Map(
    Object.entries(Object(part)).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );

function optionValue(words: readonly string[], option: RegExp): string | undefined {
  const at = words.findIndex((word) => option.test(word));
  return at === -1 ? undefined : words[at + 1];
}

const IMPORT = /^[ \t]*(?:from[ \t]+\.*([\w.]+)[ \t]+import|import[ \t]+([\w., \t]+))/gm;

/** Modules beside a Python file that it imports. Installed modules are not files of the project. */
export function importsOfPython(text: string, folder: string): string[] {
  const names = [...text.matchAll(IMPORT)].flatMap(([, from, list]) =>
    from !== undefined ? [from] : (list ?? "").split(",").map((name) => name.trim().split(/\s/)[0] ?? ""),
  );
  return names.flatMap((name) => moduleFile(name, folder) ?? []);
}

/** `a.b` is `a/b.py` or a package. */
export function moduleFile(name: string, folder: string): string | undefined {
  const base = join(folder, ...name.split("."));
  return [`${base}.py`, join(base, "__main__.py"), join(base, "__init__.py")].find((file) =>
    existsSync(file),
  );
}
