import { expect, test } from "bun:test";
import { importCycles, unusedExports } from "./imports.ts";
import { readSource, readSources } from "./parsed-sources.ts";

const all = readSources(["src", "viewer", "test", "bench", "bin", "generate"]);
const isTest = (path: string) => /^(?:test|bench|generate)\/|\.test\.tsx?$|\/test-[\w-]+\.ts$/.test(path);
/** What runs at a user's: the program and its page. */
const product = all.filter(({ path }) => /^(?:src|viewer\/src)\//.test(path) && !isTest(path));

/** Files that are imported from outside of this repository; their exports are the package's API. */
const PUBLIC = new Map([
  ["src/index.ts", "`pawl` in package.json's exports"],
  ["src/sdk/index.ts", "`pawl/sdk` in package.json's exports"],
  ["src/platform/runtime-node.ts", "stands for runtime.ts in the library on node (bin/library.ts)"],
  [
    "src/hooks/matcher/glob-engine-node.ts",
    "stands for glob-engine.ts in the library on node (bin/library.ts)",
  ],
  ["src/memory/digest/types.ts", "agreed on before the parts that use it are built; remove this line then"],
]);

test("no file imports itself by way of others", () => {
  expect(importCycles(all)).toEqual([]);
});

test("every export of the product is imported somewhere, or is the package's API", () => {
  const { unused } = unusedExports(product, all, isTest);
  expect(unused.filter((each) => !PUBLIC.has(each.split(":")[0] ?? ""))).toEqual([]);
});

test("no function is longer than 120 lines", () => {
  const long = product.flatMap(({ path, functions }) =>
    functions()
      .filter(({ lines }) => lines > 120)
      .map(({ name, line, lines }) => `${path}:${line} ${name} (${lines})`),
  );
  expect(long).toEqual([]);
});

test("no file is longer than 400 lines", () => {
  const long = product.filter(({ lines }) => lines > 400);
  expect(long.map(({ path, lines }) => `${path} (${lines})`)).toEqual([]);
});

test("no file imports from more than 25 places", () => {
  const many = product.filter(({ imports }) => imports.filter(({ dynamic }) => !dynamic).length > 25);
  expect(many.map(({ path, imports }) => `${path} (${imports.length})`)).toEqual([]);
});

test("these checks see what they look for", () => {
  const one = readSource("a/one.ts", 'import { two } from "./two.ts";\nexport const one = two;\n');
  const two = readSource("a/two.ts", 'import type { one } from "./one.ts";\nexport let two: typeof one;\n');
  expect(importCycles([one, two])).toEqual([["a/one.ts", "a/two.ts"]]);
  const lazy = readSource("a/two.ts", 'export const two = () => import("./one.ts");\n');
  expect(importCycles([one, lazy])).toEqual([]);
  const three = readSource(
    "a/three.ts",
    'export { two } from "./two.ts";\nexport type A = 1;\nexport interface B {}\nexport default function () {}\n',
  );
  const found = unusedExports([one, two, three], [one, two, three], (path) => path.endsWith("two.ts"));
  expect(found.unused).toEqual(["a/three.ts: two", "a/three.ts: A", "a/three.ts: B", "a/three.ts: default"]);
  expect(found.testsOnly).toEqual(["a/one.ts: one"]);
  const nested = readSource("a/four.ts", "const four = {\n  five: () => {\n    six();\n  },\n};\n");
  expect(nested.functions()).toEqual([{ name: "five", line: 2, lines: 3 }]);
});
