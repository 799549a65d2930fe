/** Programs that read what they run from a file of their own: `make`, `npm run`, `python -m`. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readRegular } from "../platform/files.ts";
import { nearestFile } from "./run/resolve.ts";

interface Tasks {
  files: string[];
  /** Commands that stand in these files. */
  commands: string[];
  /** Where those run. */
  cwd: string;
  /** What the runner sets for them. */
  variables?: ReadonlyMap<string, readonly string[]>;
  unpinned: string[];
}

const MAKEFILES = ["GNUmakefile", "makefile", "Makefile"];
const RUNNERS = /^(?:npm|pnpm|yarn|bun)$/;
/** Names that `npm` runs without `run`. */
const SHORTHANDS = /^(?:test|t|start|stop|restart)$/;
const OTHERS = /^(?:just|task|rake|gradle|gradlew|mvn|ant|tox|nox|invoke|composer|cargo|go|docker|ssh)$/;

export function taskFiles(words: readonly string[], cwd: string, isOurs: (file: string) => boolean): Tasks {
  const nothing: Tasks = { files: [], commands: [], cwd, unpinned: [] };
  const at = words.findIndex(
    (word) => !/^\w+=/.test(word) && !/^(?:env|exec|time|sudo|command|nice|nohup)$/.test(word),
  );
  const [program = "", ...rest] = words.slice(Math.max(0, at));
  const name = program.split("/").at(-1) ?? "";
  if (/^g?make$/.test(name)) return ofMake(rest, cwd, isOurs);
  if (RUNNERS.test(name)) return ofPackage(name, rest, cwd, isOurs);
  if (/^(?:python|pypy)[\d.]*$/.test(name)) return ofModule(rest, cwd, isOurs);
  return OTHERS.test(name) ? { ...nothing, unpinned: [words.join(" ")] } : nothing;
}

function ofMake(rest: readonly string[], cwd: string, isOurs: (file: string) => boolean): Tasks {
  const folder = optionValue(rest, /^(?:-C|--directory)$/);
  const here = folder === undefined ? cwd : resolve(cwd, folder);
  const named = optionValue(rest, /^(?:-f|--file|--makefile)$/);
  const file =
    named === undefined ? MAKEFILES.map((each) => join(here, each)).find(existsSync) : resolve(here, named);
  if (file === undefined || !isOurs(file)) return { files: [], commands: [], cwd: here, unpinned: ["make"] };
  const lines = readOr(file).split("\n");
  const values = new Map(
    lines.flatMap((line) => {
      const [, name, value] = /^(?:export\s+)?([\w.-]+)\s*[:?+]*=\s*(.*?)\s*$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
  const commands = lines
    .filter((line) => line.startsWith("\t"))
    .map((line) => putIn(line.slice(1).replace(/^[@+-]+/, ""), values));
  const included = lines
    .flatMap((line) => /^-?include\s+(\S+)/.exec(line)?.[1] ?? [])
    .map((each) => resolve(here, each));
  return { files: [file, ...included.filter(isOurs)], commands, cwd: here, unpinned: [] };
}

/** `$(NAME)` and `${NAME}` of a makefile; a value may name others. */
function putIn(text: string, values: ReadonlyMap<string, string>, left = 3): string {
  const put = text.replace(
    /\$(?:\(([\w.-]+)\)|\{([\w.-]+)\})/g,
    (whole, round?: string, curly?: string) => values.get(round ?? curly ?? "") ?? whole,
  );
  return put === text || left === 0 ? put.replaceAll("$$", "$") : putIn(put, values, left - 1);
}

function ofPackage(
  runner: string,
  rest: readonly string[],
  cwd: string,
  isOurs: (file: string) => boolean,
): Tasks {
  const plain = rest.filter((word) => !word.startsWith("-"));
  const isRun = plain[0] === "run" || plain[0] === "run-script";
  const task = isRun ? plain[1] : SHORTHANDS.test(plain[0] ?? "") || runner === "yarn" ? plain[0] : undefined;
  const file = nearestFile(cwd, "package.json");
  const nothing: Tasks = { files: [], commands: [], cwd, unpinned: [] };
  if (task === undefined || file === undefined || !isOurs(file)) return nothing;
  const { scripts, config } = packageOf(file);
  const commands = [`pre${task}`, task, `post${task}`].flatMap((each) => scripts.get(each) ?? []);
  if (commands.length === 0) return nothing;
  const set = [...config].map(([key, value]) => [`npm_package_config_${key}`, [value]] as const);
  const variables = set.length === 0 ? {} : { variables: new Map(set) };
  return { files: [file], commands, cwd: dirname(file), ...variables, unpinned: [] };
}

function ofModule(rest: readonly string[], cwd: string, isOurs: (file: string) => boolean): Tasks {
  const name = optionValue(rest, /^-\w*m$/);
  if (name === undefined) return { files: [], commands: [], cwd, unpinned: [] };
  const file = moduleFile(name, cwd);
  if (file !== undefined && isOurs(file)) return { files: [file], commands: [], cwd, unpinned: [] };
  return { files: [], commands: [], cwd, unpinned: [`python -m ${name} (an installed module)`] };
}

function optionValue(words: readonly string[], option: RegExp): string | undefined {
  const at = words.findIndex((word) => option.test(word));
  return at === -1 ? undefined : words[at + 1];
}

function packageOf(file: string) {
  const texts = (part: unknown) =>
    new Map(
      Object.entries(Object(part) as Record<string, unknown>).flatMap(([key, value]) =>
        typeof value === "string" ? [[key, value] as const] : [],
      ),
    );
  try {
    const { scripts, config } = Object(JSON.parse(readOr(file)));
    return { scripts: texts(scripts), config: texts(config) };
  } catch {
    return { scripts: texts({}), config: texts({}) };
  }
}

function readOr(file: string): string {
  try {
    return readRegular(file).toString("utf8");
  } catch {
    return "";
  }
}

const IMPORT = /^[ \t]*(?:from[ \t]+\.*([\w.]+)[ \t]+import|import[ \t]+([\w., \t]+))/gm;

/** Modules beside a Python file that it imports. Installed ones are nobody's file here. */
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
