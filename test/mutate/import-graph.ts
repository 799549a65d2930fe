/** Which files a file loads, directly or not. Computed once for the whole project. */
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** Programs and workers are started by path: `new URL("./worker.ts", import.meta.url)`. */
const PATH_TEXT = /(?<!\bfrom\s)(?<!\bimport\s)["'`](\.{1,2}\/[^"'`\s]+\.tsx?)["'`]/g;

export class ImportGraph {
  private readonly direct = new Map<string, string[]>();
  private readonly closures = new Map<string, Set<string>>();

  constructor(
    paths: string[],
    private readonly read: (path: string) => string,
  ) {
    const known = new Set(paths);
    for (const path of paths) {
      if (/\.tsx?$/.test(path)) this.direct.set(path, this.importsOf(path, known));
    }
  }

  static of(root: string, paths: string[]): ImportGraph {
    return new ImportGraph(paths, (path) => readFileSync(join(root, path), "utf8"));
  }

  private importsOf(path: string, known: Set<string>): string[] {
    const text = this.read(path);
    // Bun leaves out imports that only bring types.
    const scanner = new Bun.Transpiler({ loader: path.endsWith("x") ? "tsx" : "ts" });
    const named = scanner.scanImports(text).map((found) => found.path);
    const byPath = [...text.matchAll(PATH_TEXT)].map(([, found = ""]) => found);
    const resolved = [...named, ...byPath]
      .filter((target) => target.startsWith("."))
      .map((target) => posix.join(posix.dirname(path), target));
    return [...new Set(resolved)].filter((target) => known.has(target));
  }

  /** The file itself and everything it may load. */
  reachedFrom(path: string): Set<string> {
    const cached = this.closures.get(path);
    if (cached !== undefined) return cached;
    const reached = new Set([path]);
    // A Set visits what is added while it is walked.
    for (const next of reached) for (const target of this.direct.get(next) ?? []) reached.add(target);
    this.closures.set(path, reached);
    return reached;
  }
}
