import { expect, test } from "bun:test";
import {
  type Budgets,
  HEAD,
  lowered,
  moved,
  readBudgets,
  rowsOf,
  type Today,
  today,
  toLine,
} from "./budgets.ts";
import { definedBySeveral, modulesOf, numericConstants } from "./counts.ts";
import { importCycles } from "./imports.ts";
import { readSource } from "./parsed-sources.ts";
import { isTestFile, sourceFiles } from "./source-files.ts";

test("every module and every count is within its budget", () => {
  const rows = rowsOf(readBudgets(), today());
  console.log([HEAD, ...rows.map(toLine)].join("\n"));
  // Make room first. If a budget has to go up, change budgets.json by hand, in a commit that says why.
  expect(rows.filter(({ today, budget }) => today > budget).map(toLine)).toEqual([]);
});

test("the lines of the modules of src are all lines of src", () => {
  const { modules, total, files } = today();
  const { viewer = 0, bench = 0, ...src } = modules;
  expect(Object.values(src).reduce((sum, lines) => sum + lines, 0)).toBe(total);
  expect(files).toBe(sourceFiles.length);
  expect(Math.min(viewer, bench)).toBeGreaterThan(1000);
  expect(["src/a/b.test.ts", "src/a/b.test.tsx", "src/a/test-app.ts"].filter(isTestFile)).toHaveLength(3);
  expect(["src/a/test.ts", "src/a/latest-app.ts"].filter(isTestFile)).toEqual([]);
});

const budgets: Budgets = {
  modules: { one: { budget: 500, target: 300 }, two: { budget: 100 }, later: { budget: 0, target: 50 } },
  total: { budget: 600, target: 350 },
  files: { budget: 9 },
  counts: { shortFiles: { budget: 3, target: 1 } },
  walk: { search: { budget: 30 } },
};
const numbers: Today = { modules: { one: 300, two: 120 }, total: 420, files: 8, counts: { shortFiles: 3 } };

test("budgets are only ever lowered", () => {
  expect(lowered(budgets, numbers)).toEqual({
    modules: { one: { budget: 300, target: 300 }, two: { budget: 100 }, later: { budget: 0, target: 50 } },
    total: { budget: 420, target: 350 },
    files: { budget: 8 },
    counts: { shortFiles: { budget: 3, target: 1 } },
    walk: { search: { budget: 30 } },
  });
});

test("what is above its budget is said to be, and what is far below it; a new module has no budget", () => {
  const rows = rowsOf(budgets, { ...numbers, modules: { ...numbers.modules, other: 1 } }).map(toLine);
  expect(rows.filter((row) => row.endsWith("above")).map((row) => row.split(" ")[0])).toEqual([
    "two",
    "other",
  ]);
  expect(rows.filter((row) => row.includes("can be lowered")).map((row) => row.split(" ")[0])).toEqual([
    "one",
    "src",
  ]);
});

test("files may move between modules within the total", () => {
  const before = { ...budgets, modules: { ...budgets.modules, bench: { budget: 10 } } };
  const later = { ...numbers, modules: { one: 370, later: 50, bench: 20 } };
  expect(moved(before, later).modules).toEqual({
    one: { budget: 370, target: 300 },
    later: { budget: 50, target: 50 },
    // The total does not hold it.
    bench: { budget: 10 },
  });
  expect(() => moved(budgets, { ...later, total: 601 })).toThrow("more lines");
});

test("the counts see what they count", () => {
  const one = readSource(
    "src/a/one.ts",
    `import { two } from "../b/two.ts";
export const MOST = 60 * 1000;
const SHARE = -0.5 as const;
const TEXT = "a";
const TWICE = MOST * 2;
const LIST = [1, 2];
export function place() {
  const inner = 1;
}
type Known = 1;
export { two };
`,
  );
  const two = readSource(
    "src/b/two.ts",
    `import type { place as other } from "../a/three.ts";
export const two = 2;
const place = () => 1;
export class Known {}
export const TEXT = "b";
export const MOST = 1;
`,
  );
  expect(numericConstants([one, two]).map((each) => each.split(" ")[1])).toEqual([
    "MOST",
    "SHARE",
    "two",
    "MOST",
  ]);
  expect(definedBySeveral([one, two], ({ kind }) => kind === "function" || kind === "type")).toEqual([
    "place: src/a/one.ts src/b/two.ts",
    "Known: src/a/one.ts src/b/two.ts",
  ]);
  expect(definedBySeveral([one, two], ({ name }, { exports }) => exports.includes(name))).toEqual([
    "MOST: src/a/one.ts src/b/two.ts",
  ]);
  const three = readSource("src/a/three.ts", 'import "../root.ts";\nimport "./one.ts";\n');
  expect(importCycles([one, two, three])).toEqual([["src/a/one.ts", "src/a/three.ts", "src/b/two.ts"]]);
  expect(importCycles(modulesOf([one, two, three]))).toEqual([["a", "b"]]);
  expect(importCycles(modulesOf([one, three]))).toEqual([]);
});
