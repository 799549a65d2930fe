import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { importCycles, unusedExports } from "./imports.ts";
import { readSource, root } from "./parsed-sources.ts";
import { all, isTest, PUBLIC, product } from "./product.ts";

test("no file imports itself by way of others", () => {
  expect(importCycles(all)).toEqual([]);
});

test("every export of the product is imported somewhere, or is the package's API", () => {
  const { unused } = unusedExports(product, all, isTest);
  expect(unused.filter((each) => !PUBLIC.has(each.split(":")[0] ?? ""))).toEqual([]);
});

/** One term for one thing: a reader who searches for a type finds one. What stands here is the package's API. */
const SAME_NAME = new Map([
  ["Log", "the SDK's name for the log that it is given"],
  ["Session", "the SDK's name for a conversation"],
]);

test("no two modules export different types under one name", () => {
  const places = new Map<string, string[]>();
  for (const { path } of product.filter(({ path }) => path.startsWith("src/"))) {
    for (const name of typesDefinedIn(readFileSync(join(root, path), "utf8")))
      places.set(name, [...(places.get(name) ?? []), path]);
  }
  expect([...places].filter(([name, at]) => at.length > 1 && !SAME_NAME.has(name))).toEqual([]);
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

function typesDefinedIn(text: string): string[] {
  return [...text.matchAll(/^export (?:interface|type|(?:abstract )?class) (\w+)/gm)].map(
    ([, name]) => `${name}`,
  );
}

test("these checks see what they look for", () => {
  expect(
    typesDefinedIn(
      "export type A = 1;\nexport interface B {}\nexport class C {}\ntype D = 1;\nexport type { E };\n",
    ),
  ).toEqual(["A", "B", "C"]);
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
