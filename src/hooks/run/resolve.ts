/**
 * The file behind a script's import. Aliases of tsconfig.json are resolved here, not by Bun: `pawl hooks trust` runs with
 * Bun's own resolution switched off, and the daemon does not, so they would pin different files.
 */
import { existsSync, statSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { readRegular } from "../../platform/files.ts";
import { resolveImport } from "../../platform/runtime.ts";

export const isRelative = (path: string): boolean => /^\.{0,2}\//.test(path);

const CONFIGS = ["tsconfig.json", "jsconfig.json"];

interface Aliases {
  base: string | undefined;
  paths: Readonly<Record<string, readonly string[]>>;
  /** What the paths start from. */
  from: string;
}

/** Undefined if the file does not exist; "built in" for modules of Node.js. */
export function fileOfImport(path: string, script: string): string | "built in" | undefined {
  if (isBuiltin(path)) return "built in";
  const folder = dirname(script);
  for (const candidate of [...(isRelative(path) ? [] : aliased(path, folder)), path]) {
    try {
      return resolveImport(candidate, folder);
    } catch {
      // The next candidate may exist.
    }
  }
  return undefined;
}

/** The nearest file with this name in the parent folders. */
export function nearestFile(folder: string, name: string): string | undefined {
  for (let dir = folder; ; dir = dirname(dir)) {
    const found = join(dir, name);
    if (existsSync(found)) return found;
    if (dir === dirname(dir)) return undefined;
  }
}

/** The file that defines an alias. */
export function aliasFile(alias: string, script: string): string[] {
  const names = alias.startsWith("#") ? ["package.json"] : CONFIGS;
  return names.flatMap((name) => nearestFile(dirname(script), name) ?? []);
}

/** Bun reads these files while it resolves, and would wait forever for a FIFO at their path. */
export function canResolve(script: string): boolean {
  return ["package.json", ...CONFIGS].every((name) => {
    const file = nearestFile(dirname(script), name);
    return file === undefined || statSync(file, { throwIfNoEntry: false })?.isFile() !== false;
  });
}

function aliased(path: string, folder: string): string[] {
  const config = CONFIGS.flatMap((name) => nearestFile(folder, name) ?? [])[0];
  if (config === undefined) return [];
  const { base, paths, from } = readAliases(config);
  const fitting = Object.keys(paths)
    .filter((pattern) => starOf(pattern, path) !== undefined)
    .sort((a, b) => b.indexOf("*") - a.indexOf("*"));
  const targets = (paths[fitting[0] ?? ""] ?? []).map((target) =>
    resolve(from, target.replace("*", starOf(fitting[0] ?? "", path) ?? "")),
  );
  return base === undefined ? targets : [...targets, resolve(base, path)];
}

/** Returns the text that `*` matches; undefined if the pattern does not match. */
function starOf(pattern: string, path: string): string | undefined {
  const [start = "", end] = pattern.split("*");
  if (end === undefined) return pattern === path ? "" : undefined;
  const isFit = path.startsWith(start) && path.endsWith(end) && path.length >= start.length + end.length;
  return isFit ? path.slice(start.length, path.length - end.length) : undefined;
}

/** At most five levels of `extends`. */
function readAliases(config: string, left = 5): Aliases {
  const folder = dirname(config);
  const nothing: Aliases = { base: undefined, paths: {}, from: folder };
  let content: { extends?: unknown; compilerOptions?: { baseUrl?: unknown; paths?: unknown } } | undefined;
  try {
    content = parseJsonc(readRegular(config).toString("utf8"), [], { allowTrailingComma: true });
  } catch {
    return nothing;
  }
  const parents = [content?.extends].flat().filter((each) => typeof each === "string");
  const inherited = parents
    .filter((each) => left > 0 && (isRelative(each) || isAbsolute(each)))
    .map((each) => readAliases(resolve(folder, each.endsWith(".json") ? each : `${each}.json`), left - 1))
    .reduce((all, one) => (Object.keys(one.paths).length + (one.base?.length ?? 0) > 0 ? one : all), nothing);
  const { baseUrl, paths } = content?.compilerOptions ?? {};
  const base = typeof baseUrl === "string" ? resolve(folder, baseUrl) : inherited.base;
  if (typeof paths !== "object" || paths === null) return { ...inherited, base };
  const own = Object.entries(paths).filter((entry): entry is [string, string[]] => Array.isArray(entry[1]));
  return { base, paths: Object.fromEntries(own), from: base ?? folder };
}
