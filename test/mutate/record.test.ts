import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ImportGraph } from "./import-graph.ts";
import { BaselineRecord, Fingerprints } from "./record.ts";

const FILES: Record<string, string> = {
  "src/a/one.ts": "export const one = 1;",
  "src/a/other.ts": "export const other = 1;",
  "src/a/one.test.ts": "import './one.ts';",
  "src/a/program.test.ts": "import '../../test/e2e/pawl.ts';",
  "test/e2e/pawl.ts": "export const run = 1;",
  "test/faults/x.test.ts": "import '../../src/a/one.ts';",
};

function fingerprints(changed: Record<string, string> = {}): Fingerprints {
  const files = { ...FILES, ...changed };
  const paths = Object.keys(files);
  const graph = new ImportGraph(paths, (path) => files[path] ?? "");
  return new Fingerprints(paths, graph, (path) => Buffer.from(files[path] ?? ""));
}

/** The tests whose record does not hold after the change. */
function measuredAgain(changed: Record<string, string>): string[] {
  const [before, after] = [fingerprints(), fingerprints(changed)];
  return Object.keys(FILES).filter((path) => path.includes(".test.") && before.of(path) !== after.of(path));
}

test("a test beside its source is measured again when something it loads changes", () => {
  expect(measuredAgain({})).toEqual([]);
  expect(measuredAgain({ "src/a/one.ts": "export const one = 2;" })).toContain("src/a/one.test.ts");
  expect(measuredAgain({ "src/a/other.ts": "export const other = 2;" })).not.toContain("src/a/one.test.ts");
});

test("a test that starts programs may run any source, so every one counts", () => {
  expect(measuredAgain({ "src/a/other.ts": "export const other = 2;" })).toEqual([
    "src/a/program.test.ts",
    "test/faults/x.test.ts",
  ]);
});

test("another test's text does not count", () => {
  expect(measuredAgain({ "src/a/one.test.ts": "import './one.ts'; 1;" })).toEqual(["src/a/one.test.ts"]);
});

const dir = mkdtempSync(join(tmpdir(), "record-"));
afterAll(() => rmSync(dir, { recursive: true }));

/** The fingerprints of a tree in which `changed` differ from those of the tree before. */
function prints(...changed: string[]) {
  const of = (name: string) => (changed.includes(name) ? "new" : "old");
  return {
    of,
    own: (test: string) => of(`own of ${test}`),
    ofFile: of,
    startsPrograms: (test: string) => test.startsWith("test/"),
  };
}

test("the record gives back what was measured, until something that a test can load changes", () => {
  const file = join(dir, "cache", "baseline.json");
  const executes = new Set(["src/a/one.ts:1:5", "src/a/one.ts:7:9", "src/b.ts:0:2"]);
  const record = new BaselineRecord(file, prints());
  expect(record.find("src/a.test.ts")).toBeUndefined();
  record.add({ file: "src/a.test.ts", ms: 12, executes });
  record.add({ file: "src/b.test.ts", ms: 5 });
  record.add({ file: "test/c.test.ts", ms: 7, executes });
  record.save();
  const read = new BaselineRecord(file, prints());
  expect(read.find("src/a.test.ts")).toEqual({ file: "src/a.test.ts", ms: 12, executes });
  expect(read.find("src/b.test.ts")).toEqual({ file: "src/b.test.ts", ms: 5 });
  expect(new BaselineRecord(file, prints("src/a.test.ts")).find("src/a.test.ts")).toBeUndefined();
});

test("a slow test stays known when sources change: it executes all of a changed file, and has to pass again", () => {
  const file = join(dir, "cache", "baseline.json");
  const changed = prints("test/c.test.ts", "src/b.ts");
  expect(new BaselineRecord(file, changed).find("test/c.test.ts")).toEqual({
    file: "test/c.test.ts",
    ms: 7,
    isStale: true,
    executes: new Set(["src/a/one.ts:1:5", "src/a/one.ts:7:9", "src/b.ts:*"]),
  });
  const itself = prints("test/c.test.ts", "own of test/c.test.ts");
  expect(new BaselineRecord(file, itself).find("test/c.test.ts")).toBeUndefined();
});
