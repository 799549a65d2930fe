import { expect, test } from "bun:test";
import { ImportGraph } from "../mutate/import-graph.ts";
import { moreThanAPart, testsBesideSource, unitTests } from "../unit-files.ts";
import { root } from "./source-files.ts";

test.each([
  [`import { openTestApp } from "../daemon/test-app.ts";`, "the whole app, with all its services"],
  [`import { serve } from "./serve.ts";`, "a daemon or a keeper that listens"],
  [`const child = Bun.spawn(["true"]);`, "another process"],
  [`Bun.spawnSync(["git", "init"]);`, "another process"],
  ["await Bun.$`git init`;", "another process"],
  [`import { execFile } from "node:child_process";`, "another process"],
])("a test with %p opens or starts %s, so it is no unit test", (line, what) => {
  expect(moreThanAPart(`import { expect, test } from "bun:test";\n${line}\n`)).toBe(what);
});

test("a test that imports only what it judges is a unit test", () => {
  expect(
    moreThanAPart(`import { test } from "bun:test";\nimport { stem } from "./words.ts";\n`),
  ).toBeUndefined();
});

test("most tests beside their source are unit tests, and no other file is", () => {
  const all = testsBesideSource(root);
  const unit = unitTests(root);
  expect(unit).toContain("src/memory/text/words.test.ts");
  expect(unit).not.toContain("src/pipeline/run.test.ts");
  expect(all).toContain("src/pipeline/run.test.ts");
  expect(unit.filter((path) => !all.includes(path))).toEqual([]);
  expect(unit.length).toBeGreaterThan(all.length / 2);
});

test("no unit test opens the app through a file that helps tests", () => {
  const files = [...new Bun.Glob("{src,test,bin,viewer,bench}/**/*.{ts,tsx}").scanSync(root)];
  const graph = ImportGraph.of(
    root,
    files.map((path) => path.replaceAll("\\", "/")),
  );
  const app = "src/daemon/test-app.ts";
  expect(graph.reachedFrom("src/pipeline/run.test.ts")).toContain(app);
  expect(unitTests(root).filter((path) => graph.reachedFrom(path).has(app))).toEqual([]);
});
