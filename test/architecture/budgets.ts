/**
 * How large each module may be, and how often what makes the source hard to know may occur. budgets.json has each number
 * beside its target; budgets.test.ts fails where today's number is above its budget.
 *
 *   bun test/architecture/budgets.ts          prints every number beside its budget and target
 *   bun test/architecture/budgets.ts --lower  lowers the budgets to today's numbers; it raises none
 *   bun test/architecture/budgets.ts --moved  after files moved between modules: today's lines for every module,
 *                                             as long as the total is within its own budget
 *
 * Commit lower budgets together with the change that made them possible. If they conflict with another's, take either
 * side and lower again. A budget goes up only by hand, in a commit that says why.
 *
 * Lines are counted as `wc -l` does, in TypeScript without tests; files directly in `src/` are the module `root`. The total
 * and the number of files are those of `src/`. counts.ts says what the counts are, bench/walk.ts what the walk is.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { countedItems } from "./counts.ts";
import { moduleOf, programFiles, root, sourceFiles, textOf } from "./source-files.ts";

export interface Budget {
  budget: number;
  /** What the design wants in the end. */
  target?: number;
  /** The sum of the modules' targets, where the target is what this round must reach. */
  aim?: number;
}
type Table = Record<string, Budget>;

export interface Budgets {
  modules: Table;
  total: Budget;
  files: Budget;
  counts: Table;
  walk: Table;
}

const PATH = "test/architecture/budgets.json";

/** Folders beside `src/` that have a budget too. */
const BESIDE_SRC = ["viewer", "bench"];

export const readBudgets = (): Budgets => JSON.parse(textOf(PATH));

/** Today's numbers, in the shape of the budgets. The walk takes long and is measured by its own test. */
export interface Today {
  modules: Record<string, number>;
  total: number;
  files: number;
  counts: Record<string, number>;
}

export function today(): Today {
  const modules: Record<string, number> = {};
  for (const file of [...sourceFiles, ...BESIDE_SRC.flatMap(programFiles)]) {
    // The keeper has import rules of its own, but the daemon's budget is for both.
    const module = moduleOf(file) === "keeper" ? "daemon" : moduleOf(file);
    modules[module] = (modules[module] ?? 0) + linesOf(file);
  }
  return {
    modules,
    total: sourceFiles.reduce((sum, file) => sum + linesOf(file), 0),
    files: sourceFiles.length,
    counts: Object.fromEntries(Object.entries(countedItems()).map(([kind, { length }]) => [kind, length])),
  };
}

const linesOf = (file: string): number => textOf(file).split("\n").length - 1;

export interface Row extends Budget {
  name: string;
  today: number;
}

/** Every number beside its budget; what has no budget yet may have nothing. */
export function rowsOf(budgets: Omit<Budgets, "walk">, numbers: Today): Row[] {
  const rows = (table: Table, of: Record<string, number>): Row[] =>
    [...new Set([...Object.keys(table), ...Object.keys(of)])].map((name) => ({
      name,
      today: of[name] ?? 0,
      ...(table[name] ?? { budget: 0 }),
    }));
  return [
    ...rows(budgets.modules, numbers.modules),
    { name: "src", today: numbers.total, ...budgets.total },
    { name: "files of src", today: numbers.files, ...budgets.files },
    ...rows(budgets.counts, numbers.counts),
  ];
}

/** A budget this many lines too high is named: it could be lowered. */
const SLACK = 150;

export function toLine({ name, today, budget, target }: Row): string {
  const cells = [name.padEnd(18), ...[today, budget, target ?? "-"].map((cell) => `${cell}`.padStart(7))];
  return (
    cells.join(" ") +
    (today > budget
      ? "  above"
      : today < budget - SLACK
        ? "  can be lowered: bun test/architecture/budgets.ts --lower"
        : "")
  );
}

export const HEAD = ["".padEnd(18), ...["today", "budget", "target"].map((cell) => cell.padStart(7))].join(
  " ",
);

/** Budgets at today's numbers where these are lower. A module that is gone and has no target leaves the table. */
export function lowered(budgets: Budgets, numbers: Today): Budgets {
  const lower = (entry: Budget, now: number): Budget => ({ ...entry, budget: Math.min(entry.budget, now) });
  const table = (entries: Table, of: Record<string, number>): Table =>
    Object.fromEntries(
      Object.entries(entries)
        .filter(([name, { target }]) => name in of || target !== undefined)
        .map(([name, entry]) => [name, lower(entry, of[name] ?? 0)]),
    );
  return {
    modules: table(budgets.modules, numbers.modules),
    total: lower(budgets.total, numbers.total),
    files: lower(budgets.files, numbers.files),
    counts: table(budgets.counts, numbers.counts),
    walk: budgets.walk,
  };
}

/** Budgets for the modules that there are now. Files that move leave the total as it is, so that it still holds. */
export function moved(budgets: Budgets, numbers: Today): Budgets {
  if (numbers.total > budgets.total.budget) throw new Error("src has more lines than its total allows.");
  const names = new Set([...Object.keys(budgets.modules), ...Object.keys(numbers.modules)]);
  const modules: Table = { ...budgets.modules };
  for (const name of names) {
    if (BESIDE_SRC.includes(name)) continue;
    modules[name] = { ...modules[name], budget: numbers.modules[name] ?? 0 };
  }
  return lowered({ ...budgets, modules }, numbers);
}

/** JSON with one line for each number, as the formatter leaves it. */
function write(budgets: Budgets): void {
  const entry = (each: Budget) =>
    `{ ${Object.entries(each)
      .map(([name, value]) => `"${name}": ${value}`)
      .join(", ")} }`;
  const table = (each: Table) =>
    `{\n${Object.entries(each)
      .map(([name, value]) => `    "${name}": ${entry(value)}`)
      .join(",\n")}\n  }`;
  const { modules, total, files, counts, walk } = budgets;
  const parts = [
    `"modules": ${table(modules)}`,
    `"total": ${entry(total)}`,
    `"files": ${entry(files)}`,
    `"counts": ${table(counts)}`,
    `"walk": ${table(walk)}`,
  ];
  writeFileSync(join(root, PATH), `{\n  ${parts.join(",\n  ")}\n}\n`);
}

if (import.meta.main) {
  const numbers = today();
  const flag = process.argv[2];
  if (flag === "--lower") write(lowered(readBudgets(), numbers));
  if (flag === "--moved") write(moved(readBudgets(), numbers));
  console.log([HEAD, ...rowsOf(readBudgets(), numbers).map(toLine)].join("\n"));
}
