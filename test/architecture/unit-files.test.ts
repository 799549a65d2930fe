import { expect, test } from "bun:test";
import { ImportGraph } from "../mutate/import-graph.ts";
import { moreThanAPart, testsBesideSource, unitTests } from "../unit-files.ts";
import { root } from "./source-files.ts";

test.each([
  [`import { openTestApp } from "../daemon/test-app.ts";`, "the whole app, with all its services"],
  [
    `import { openCli } from "../../test/cli-call.ts";`,
    "a whole command, with the store and whatever it loads",
  ],
  [`import { openCli } from "./test-doctor.ts";`, "a whole command, with the store and whatever it loads"],
  [`import { serve } from "./serve.ts";`, "a daemon or a keeper that listens"],
  [`const thread = openWorkThread({ place });`, "another thread, with its own store"],
  [`import { secretCases } from "./corpus.ts";`, "hundreds of cases of all kinds of secrets"],
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
  expect(unit).toContain("src/text/words.test.ts");
  expect(unit).not.toContain("src/pipeline/run.test.ts");
  expect(all).toContain("src/pipeline/run.test.ts");
  expect(unit.filter((path) => !all.includes(path))).toEqual([]);
  expect(unit.length).toBeGreaterThan(all.length / 2);
});

test("no unit test opens the app or a command through a file that helps tests", () => {
  const files = [...new Bun.Glob("{src,test,bin,viewer,bench}/**/*.{ts,tsx}").scanSync(root)];
  const graph = ImportGraph.of(
    root,
    files.map((path) => path.replaceAll("\\", "/")),
  );
  const opens = ["src/daemon/test-app.ts", "test/cli-call.ts"];
  const opensMore = (path: string) => opens.some((one) => graph.reachedFrom(path).has(one));
  expect(["src/pipeline/run.test.ts", "src/cli/forget.test.ts"].filter(opensMore)).toHaveLength(2);
  expect(unitTests(root).filter(opensMore)).toEqual([]);
});
