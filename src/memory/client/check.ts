/** Checks whether the names in a memory still exist. Reads the project's own files and starts no process. */
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { readBounded } from "../../platform/atomic-file.ts";
import { namedIn } from "./names.ts";

export interface Problem {
  kind: "file" | "command" | "link" | "source";
  name: string;
}

const LARGEST = 1 << 20;

/** `folders`: folders of the same project. A name exists if one of them has it. */
export function problemsOf(text: string, folders: readonly string[]): Problem[] {
  const roots = folders.filter((folder) => folder !== "" && existsSync(folder));
  if (roots.length === 0) return [];
  const { files, commands } = namedIn(text);
  return [
    ...files.filter((file) => roots.every((root) => isMissing(root, file))).map(asProblem("file")),
    ...commands.filter((command) => isGone(command, roots)).map(asProblem("command")),
  ];
}

const asProblem = (kind: Problem["kind"]) => (name: string) => ({ kind, name });

/**
 * A path of another project is not an error: only paths whose first folder exists here are checked. A bare name is checked at
 * the root. `path` is relative; other paths are never treated as names (`namedIn`).
 */
function isMissing(root: string, path: string): boolean {
  if (path.startsWith("../") || existsSync(resolve(root, path))) return false;
  const [first = "", ...rest] = path.split("/");
  if (rest.length === 0) return !isAnywhere(root, first);
  return existsSync(join(root, first));
}

const MOST_FOLDERS = 400;
const SKIPPED = new Set(["node_modules", ".git", "dist", "build", "target", "vendor", ".venv"]);

/** A bare name may be in any folder; in a large project the answer is yes. */
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

const SCRIPT = /^(?:(?:npm|pnpm|bun|yarn)\s+(?:run|run-script)|npm|pnpm)\s+([\w:.-]+)/;
const TARGET = /^make\s+([\w.-]+)/;
/** A script or program in the project, by its path. */
const PROGRAM = /^(?:(?:node|bun|deno run|python3?|sh|bash)\s+)?((?:\.\/)?[\w@.-]+(?:\/[\w@.-]+)+)(?:\s|$)/;

function isGone(command: string, roots: readonly string[]): boolean {
  const script = SCRIPT.exec(command)?.[1];
  if (script !== undefined && (/\srun(?:-script)?\s/.test(command) || /^(?:test|start)$/.test(script)))
    return isMissingIn(roots, "package.json", (text) => hasScript(text, script), script);
  const target = TARGET.exec(command)?.[1];
  if (target !== undefined)
    return isMissingIn(roots, "Makefile", (text) =>
      text.split("\n").some((line) => line.startsWith(`${target}:`)),
    );
  const file = PROGRAM.exec(command)?.[1]?.replace(/^\.\//, "");
  return file !== undefined && roots.every((root) => isMissing(root, file));
}

/** At least one folder has the manifest, and none of them has the name in it or as a file. */
function isMissingIn(
  roots: readonly string[],
  manifest: string,
  has: (text: string) => boolean,
  file?: string,
): boolean {
  const texts = roots.flatMap((root) => textOf(join(root, manifest)) ?? []);
  const isFile = file !== undefined && roots.some((root) => existsSync(join(root, file)));
  return texts.length > 0 && !isFile && !texts.some(has);
}

function hasScript(manifest: string, script: string): boolean {
  try {
    const { scripts } = Object(JSON.parse(manifest)) as { scripts?: Record<string, unknown> };
    return scripts?.[script] !== undefined;
  } catch {
    // Unreadable at the moment, so nothing is known to be missing.
    return true;
  }
}

function textOf(path: string): string | undefined {
  const read = readBounded(path, LARGEST);
  return read.ok ? read.text : undefined;
}
