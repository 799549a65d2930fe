/** Whether what a memory names is still there. Reads the project's own files; starts nothing. */
import { existsSync, readdirSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { readBounded } from "../../platform/atomic-file.ts";
import { namedIn } from "./names.ts";

export interface Problem {
  kind: "file" | "command" | "flag" | "package" | "link" | "source";
  name: string;
}

const LARGEST = 1 << 20;

/** `folders`: of the same project; what one of them has is there. */
export function problemsOf(text: string, folders: readonly string[]): Problem[] {
  const roots = folders.filter((folder) => folder !== "" && existsSync(folder));
  if (roots.length === 0) return [];
  const { files, commands, packages } = namedIn(text);
  return [
    ...files.filter((file) => roots.every((root) => isMissing(root, file))).map(asProblem("file")),
    ...commands.flatMap((command) => commandProblems(command, roots)),
    ...packages.filter((name) => roots.every((root) => isDropped(root, name))).map(asProblem("package")),
  ];
}

const asProblem = (kind: Problem["kind"]) => (name: string) => ({ kind, name });

/**
 * A path of another project is no mistake: only one whose first folder is here counts. A bare name counts at the root.
 * `path`: relative; others are never taken for a name (`namedIn`).
 */
function isMissing(root: string, path: string): boolean {
  if (path.startsWith("../") || existsSync(resolve(root, path))) return false;
  const [first = "", ...rest] = path.split("/");
  if (rest.length === 0) return !isAnywhere(root, first);
  return existsSync(join(root, first));
}

const MOST_FOLDERS = 400;
const SKIPPED = new Set(["node_modules", ".git", "dist", "build", "target", "vendor", ".venv"]);

/** A bare name may lie in any folder; in a large project the answer is yes. */
function isAnywhere(root: string, name: string): boolean {
  const folders = [root];
  for (const [looked, folder] of folders.entries()) {
    if (looked >= MOST_FOLDERS) return true;
    for (const entry of entriesOf(folder)) {
      if (entry.name === name) return true;
      if (entry.isDirectory() && !SKIPPED.has(entry.name) && !entry.name.startsWith(".git"))
        folders.push(join(folder, entry.name));
    }
  }
  return false;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Not ours to list.
    return [];
  }
}

const RUNNERS = /^(?:(?:npm|pnpm|bun)\s+(?:run|run-script)|yarn(?:\s+run)?)\s+([\w:.-]+)/;
const ALONE = /^(?:npm|pnpm)\s+(test|start)\b/;
const OWN_COMMANDS = new Set(
  "add install remove up upgrade init create dlx exec global why list link pack publish version config cache info workspaces workspace set import".split(
    " ",
  ),
);

function commandProblems(command: string, roots: readonly string[]): Problem[] {
  const script = RUNNERS.exec(command)?.[1] ?? ALONE.exec(command)?.[1];
  if (script !== undefined && !(command.startsWith("yarn") && OWN_COMMANDS.has(script))) {
    const manifests = roots.map((root) => manifestOf(root)).filter((one) => one !== undefined);
    const isGone = manifests.length > 0 && manifests.every(({ scripts }) => scripts[script] === undefined);
    return isGone && !roots.some((root) => existsSync(join(root, script)))
      ? [{ kind: "command", name: command }]
      : [];
  }
  const target = /^make\s+([\w.-]+)/.exec(command)?.[1];
  if (target !== undefined) {
    const makefiles = roots
      .map((root) => textOf(join(root, "Makefile")))
      .filter((text) => text !== undefined);
    const isGone =
      makefiles.length > 0 &&
      makefiles.every((text) => !new RegExp(`^${target.replace(/\W/g, "\\$&")}\\s*:`, "m").test(text));
    return isGone ? [{ kind: "command", name: command }] : [];
  }
  return ownProgramProblems(command, roots);
}

/** A program of the project's: that it is there, and that its source knows the flags. */
function ownProgramProblems(command: string, roots: readonly string[]): Problem[] {
  const file = /^(?:(?:node|bun|deno run|python3?|sh|bash)\s+)?((?:\.\/)?[\w@.-]+(?:\/[\w@.-]+)+)(?:\s|$)/
    .exec(command)?.[1]
    ?.replace(/^\.\//, "");
  if (file === undefined) return [];
  const root = roots.find((one) => existsSync(join(one, file)));
  if (root === undefined)
    return roots.every((one) => isMissing(one, file)) ? [{ kind: "command", name: command }] : [];
  const flags = [...command.matchAll(/\s--([a-z][\w-]+)/gi)].map(([, flag = ""]) => flag);
  const source = flags.length === 0 ? "" : sourcesNear(join(root, file));
  return flags
    .filter((flag) => source !== "" && !source.includes(flag) && !source.includes(toCamel(flag)))
    .map((flag) => ({ kind: "flag", name: `${file} --${flag}` }));
}

const toCamel = (flag: string) => flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const MOST_SOURCES = 40;

/** The file and what lies beside it: arguments are often parsed next door. */
function sourcesNear(path: string): string {
  const folder = path.slice(0, path.lastIndexOf(sep));
  const beside = entriesOf(folder)
    .filter((entry) => entry.isFile())
    .slice(0, MOST_SOURCES)
    .map(({ name }) => textOf(join(folder, name)) ?? "");
  return [textOf(path) ?? "", ...beside].join("\n");
}

interface Manifest {
  scripts: Record<string, unknown>;
  packages: Set<string>;
}

function manifestOf(root: string): Manifest | undefined {
  try {
    const json = JSON.parse(textOf(join(root, "package.json")) ?? "null") as Record<string, unknown> | null;
    if (json === null) return undefined;
    const kinds = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
    const packages = kinds.flatMap((kind) => Object.keys(Object(json[kind]) as object));
    return {
      scripts: Object(json.scripts) as Record<string, unknown>,
      packages: new Set([...packages, String(json.name)]),
    };
  } catch {
    // Broken at the moment: then nothing is known to be gone.
    return undefined;
  }
}

function isDropped(root: string, name: string): boolean {
  const manifest = manifestOf(root);
  if (manifest === undefined || manifest.packages.has(name)) return false;
  // A workspace's package, or one of another language's manifest.
  const others = ["requirements.txt", "pyproject.toml", "Cargo.toml", "go.mod", "Gemfile", "pom.xml"];
  if (others.some((file) => textOf(join(root, file))?.includes(name) === true)) return false;
  return !existsSync(join(root, "node_modules", name)) && !existsSync(join(root, "packages", name));
}

function textOf(path: string): string | undefined {
  const read = readBounded(path, LARGEST);
  return read.ok ? read.text : undefined;
}
