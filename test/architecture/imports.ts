/** Questions to the import graph: which files import each other in a circle, which exports nobody imports. */
import type { SourceFile } from "./parsed-sources.ts";

/** Each cycle as the files on it. What is imported at run time, when it is needed, closes none. */
export function importCycles(files: readonly Pick<SourceFile, "path" | "imports">[]): string[][] {
  const next = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.flatMap(({ target, dynamic }) => (target === undefined || dynamic ? [] : [target])),
    ]),
  );
  // Tarjan: strongly connected components with more than one file, or a file that imports itself.
  const order = new Map<string, { index: number; low: number; open: boolean }>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const walk = (path: string) => {
    const mark = { index: order.size, low: order.size, open: true };
    order.set(path, mark);
    stack.push(path);
    for (const target of next.get(path) ?? []) {
      if (!next.has(target)) continue;
      const seen = order.get(target) ?? walk(target);
      if (seen.open) mark.low = Math.min(mark.low, seen.low);
    }
    if (mark.low === mark.index) {
      const group = stack.splice(stack.indexOf(path));
      for (const member of group) (order.get(member) ?? mark).open = false;
      if (group.length > 1 || next.get(path)?.includes(path)) cycles.push(group.sort());
    }
    return mark;
  };
  for (const path of next.keys()) if (!order.has(path)) walk(path);
  return cycles;
}

export interface UnusedExports {
  /** Nobody imports them. */
  unused: string[];
  /** Only tests import them. */
  testsOnly: string[];
}

/** `file: name` for exports of `files` that no file of `all` imports. A name that is exported on is used by that file. */
export function unusedExports(
  files: readonly SourceFile[],
  all: readonly SourceFile[],
  isTest: (path: string) => boolean,
): UnusedExports {
  const users = new Map<string, Map<string, string[]>>();
  for (const { path, imports } of all) {
    for (const { target, names } of imports) {
      if (target === undefined) continue;
      const byName = users.get(target) ?? new Map<string, string[]>();
      users.set(target, byName);
      for (const name of names) byName.set(name, [...(byName.get(name) ?? []), path]);
    }
  }
  const result: UnusedExports = { unused: [], testsOnly: [] };
  for (const { path, exports } of files) {
    const byName = users.get(path);
    const whole = byName?.get("*") ?? [];
    for (const name of exports) {
      const by = [...(byName?.get(name) ?? []), ...whole];
      if (by.length === 0) result.unused.push(`${path}: ${name}`);
      else if (by.every(isTest)) result.testsOnly.push(`${path}: ${name}`);
    }
  }
  return result;
}
