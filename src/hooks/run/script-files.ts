/**
 * A script and the files that it imports, by relative path or by an alias of tsconfig.json or package.json. All of them must
 * be unchanged for the script to be unchanged. Packages are not followed.
 */
import { extname } from "node:path";
import { readRegular, stampOf } from "../../platform/files.ts";
import { importsIn } from "../../platform/runtime.ts";
import type { Stamps } from "../file-cache.ts";
import { aliasFile, canResolve, fileOfImport, isRelative } from "./resolve.ts";

export const LOADERS: Readonly<Record<string, "ts" | "tsx" | "js" | "jsx">> = {
  ".ts": "ts",
  ".mts": "ts",
  ".cts": "ts",
  ".tsx": "tsx",
  ".jsx": "jsx",
  ".js": "js",
  ".mjs": "js",
  ".cjs": "js",
};
/** The maximum number of files to follow. */
const MAX_FILES = 200;

interface ScriptScan {
  stamps: Stamps;
  /** Code that it loads but that its text does not show, described for people. */
  unknown: string[];
}

/** Throws if the script itself cannot be read. */
export function scanScript(entry: string): ScriptScan {
  const stamps = new Map<string, string>();
  const unknown: string[] = [];
  const open = [entry];
  for (let file = open.pop(); file !== undefined && stamps.size < MAX_FILES; file = open.pop()) {
    if (stamps.has(file)) continue;
    const stamp = stampOf(file);
    if (stamp === undefined && file !== entry) continue;
    // Stamp first, so that a concurrent change is detected at the next check.
    stamps.set(file, stamp ?? "");
    const { files, unknown: hidden, aliases } = importsOf(file);
    open.push(...files);
    unknown.push(...hidden);
    // If an alias leads to another file, the script is another one.
    for (const config of aliases.flatMap((alias) => aliasFile(alias, file)))
      stamps.set(config, stampOf(config) ?? "");
  }
  if (open.length > 0)
    unknown.push(`${entry} imports more than ${MAX_FILES} files; the rest is not followed`);
  return { stamps, unknown };
}

/** `import(name)`: only running the script shows which file it is. */
const HIDDEN = /\b(?:import|require)\s*\(\s*(?!["'`]|\/[*/])[^)\s]|\b(?:import|require)\s*\(\s*`[^`]*\$\{/g;

interface Imports {
  files: string[];
  unknown: string[];
  /** Names that are neither a path nor a package. */
  aliases: string[];
}

function importsOf(file: string): Imports {
  const loader = LOADERS[extname(file).toLowerCase()];
  if (loader === undefined || !canResolve(file)) return { files: [], unknown: [], aliases: [] };
  const source = readRegular(file).toString("utf8");
  const unknown = [...source.matchAll(HIDDEN)].map(({ index }) => {
    const line = source.slice(0, index).split("\n").length;
    return `${file}:${line} loads a file whose name is computed`;
  });
  try {
    const imports = importsIn(source, loader);
    const found = imports.map((path) => ({ path, files: resolved(path, file) }));
    const aliases = found
      .filter(({ path, files }) => files.length > 0 && !isRelative(path))
      .map(({ path }) => path);
    return { files: found.flatMap(({ files }) => files), unknown, aliases };
  } catch {
    // It does not parse. Running it will report that better than this check could.
    return { files: [], unknown, aliases: [] };
  }
}

function resolved(path: string, script: string): string[] {
  const file = fileOfImport(path, script);
  // A missing file cannot change; the import itself will fail.
  if (file === undefined || file === "built in") return [];
  // A package's files are not pinned. Otherwise hundreds of them would be.
  return isRelative(path) || !/[\\/](?:node_modules|\.bun)[\\/]/.test(file) ? [file] : [];
}
