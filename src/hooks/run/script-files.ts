/** A script and the files that it imports by relative path: what must be the same for it to be the same script. */
import { readFileSync, statSync } from "node:fs";
import { dirname, extname } from "node:path";

/** Real path → a stamp that changes when the file does. */
export type Stamps = ReadonlyMap<string, string>;

const LOADERS: Readonly<Record<string, "ts" | "tsx" | "js" | "jsx">> = {
  ".ts": "ts",
  ".mts": "ts",
  ".cts": "ts",
  ".tsx": "tsx",
  ".jsx": "jsx",
  ".js": "js",
  ".mjs": "js",
  ".cjs": "js",
};
/** A script that pulls in more than this is followed no further. */
const MAX_FILES = 200;

/** Throws when the script itself cannot be read. */
export function scanScript(entry: string): Stamps {
  const stamps = new Map<string, string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined && stamps.size < MAX_FILES; file = open.pop()) {
    if (stamps.has(file)) continue;
    const stamp = stampOf(file);
    if (stamp === undefined && file !== entry) continue;
    // Stamp first: a change in between is seen at the next look.
    stamps.set(file, stamp ?? "");
    open.push(...importsOf(file));
  }
  return stamps;
}

export function isCurrent(stamps: Stamps): boolean {
  for (const [file, stamp] of stamps) if (stampOf(file) !== stamp) return false;
  return true;
}

function stampOf(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? undefined : `${stat.ino}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}`;
}

function importsOf(file: string): string[] {
  const loader = LOADERS[extname(file).toLowerCase()];
  if (loader === undefined) return [];
  const source = readFileSync(file, "utf8");
  try {
    const imports = new Bun.Transpiler({ loader }).scanImports(source);
    return imports.flatMap(({ path }) => (/^\.{0,2}\//.test(path) ? resolved(path, dirname(file)) : []));
  } catch {
    // It does not parse: running it will say so, better than we can here.
    return [];
  }
}

function resolved(path: string, from: string): string[] {
  try {
    return [Bun.resolveSync(path, from)];
  } catch {
    // What is not there cannot change; the import itself will fail.
    return [];
  }
}

/** Remembers scans, and looks again only when one of the files changed. */
export class ScriptFiles {
  private readonly known = new Map<string, Stamps>();

  of(entry: string): Stamps {
    const before = this.known.get(entry);
    if (before !== undefined && isCurrent(before)) return before;
    const now = scanScript(entry);
    this.known.set(entry, now);
    return now;
  }
}
