/**
 * Counts what makes the source hard to know, over `src/` without tests: `bun test/architecture/counts.ts` prints the
 * totals, with `--list KIND` the items. budgets.json holds the totals, and budgets.test.ts compares.
 *
 *   exportedBySeveral  names that two or more files define and export. A name that is exported on from another file does not count.
 *   definedBySeveral   names of functions and types that two or more files define at module level, exported or not.
 *   numericConstants   each `const X = ...` at module level, where `...` is a number or arithmetic of numbers.
 *                      Numbers in objects and lists, and constants made of other constants, do not count.
 *   unusedExports      exports that no other file of the product imports, but for the package's API. A name that only tests,
 *                      benches or generators import counts.
 *   shortFiles         files of at most 25 lines.
 *   filesOnCycles      files that import themselves by way of others, types included.
 *   modulesOnCycles    folders of `src/` that do. The files directly in `src/` are no module.
 *
 * What is imported with `import()` closes no cycle.
 */
import { importCycles, unusedExports } from "./imports.ts";
import { ROOT } from "./module-rules.ts";
import type { Definition, SourceFile } from "./parsed-sources.ts";
import { all, isTest, PUBLIC, product } from "./product.ts";
import { moduleOf } from "./source-files.ts";

const MOST_LINES_OF_SHORT = 25;

export type Kind =
  | "exportedBySeveral"
  | "definedBySeveral"
  | "numericConstants"
  | "unusedExports"
  | "shortFiles"
  | "filesOnCycles"
  | "modulesOnCycles";

/** Each kind's items, as they are printed. */
export function countedItems(): Record<Kind, string[]> {
  const files = product.filter(({ path }) => path.startsWith("src/"));
  const { unused, testsOnly } = unusedExports(files, all, isTest);
  return {
    exportedBySeveral: definedBySeveral(files, ({ name }, { exports }) => exports.includes(name)),
    definedBySeveral: definedBySeveral(files, ({ kind }) => kind === "function" || kind === "type"),
    numericConstants: numericConstants(files),
    unusedExports: [...unused, ...testsOnly].filter((each) => !PUBLIC.has(each.split(":")[0] ?? "")),
    shortFiles: files
      .filter(({ lines }) => lines <= MOST_LINES_OF_SHORT)
      .map(({ path, lines }) => `${path}: ${lines}`),
    filesOnCycles: importCycles(files).flat(),
    modulesOnCycles: importCycles(modulesOf(files)).flat(),
  };
}

export function definedBySeveral(
  files: readonly SourceFile[],
  counts: (definition: Definition, file: SourceFile) => boolean,
): string[] {
  const places = new Map<string, Set<string>>();
  for (const file of files) {
    for (const definition of file.definitions()) {
      if (!counts(definition, file)) continue;
      places.set(definition.name, (places.get(definition.name) ?? new Set()).add(file.path));
    }
  }
  return [...places]
    .filter(([, at]) => at.size > 1)
    .sort(([, a], [, b]) => b.size - a.size)
    .map(([name, at]) => `${name}: ${[...at].join(" ")}`);
}

export function numericConstants(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, definitions }) =>
    definitions().flatMap(({ name, kind }) => (kind === "number" ? [`${path}: ${name}`] : [])),
  );
}

/** The modules as if each were one file. */
export function modulesOf(files: readonly SourceFile[]): Pick<SourceFile, "path" | "imports">[] {
  const isModule = (path: string) => path.startsWith("src/") && moduleOf(path) !== ROOT;
  const modules = Map.groupBy(
    files.filter(({ path }) => isModule(path)),
    ({ path }) => moduleOf(path),
  );
  return [...modules].map(([path, members]) => ({
    path,
    imports: members
      .flatMap(({ imports }) => imports)
      .flatMap((each) =>
        each.target !== undefined && isModule(each.target)
          ? [{ ...each, target: moduleOf(each.target) }]
          : [],
      )
      .filter(({ target }) => target !== path),
  }));
}

if (import.meta.main) {
  const [flag, kind = ""] = process.argv.slice(2);
  const items = new Map<string, string[]>(Object.entries(countedItems()));
  if (flag === "--list") console.log(items.get(kind)?.join("\n") ?? `Kinds: ${[...items.keys()].join(" ")}`);
  else for (const [name, { length }] of items) console.log(`${name}: ${length}`);
}
