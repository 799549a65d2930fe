import { afterAll, beforeEach, expect, test } from "bun:test";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Verdict } from "./judge.ts";
import { Results, survivorsOf } from "./results.ts";
import { findMutations, type Mutation } from "./sites.ts";

const TEXT = "x = a < b;\ny = c > d;\n";
const mutationsOf = (text: string) => findMutations({ path: "src/a.ts", module: "src", text });
const [FIRST, SECOND] = mutationsOf(TEXT) as [Mutation, Mutation];
const HEAD = { seed: 1, tree: "t" };

const dir = mkdtempSync(join(tmpdir(), "results-"));
const file = join(dir, "deep", "seed-1.jsonl");
afterAll(() => rmSync(dir, { recursive: true }));
beforeEach(() => rmSync(file, { force: true }));

function verdict(mutation: Mutation, outcome: Verdict["outcome"]): Verdict {
  return { mutation, outcome, tests: 1, notRun: 0, unsteady: [], ms: 1 };
}

test("a stopped run goes on with what it has, and a line that was cut is judged again", () => {
  new Results(file, HEAD, false).add(verdict(FIRST, "killed"));
  appendFileSync(file, JSON.stringify(verdict(SECOND, "killed")).slice(0, 30));
  const resumed = new Results(file, HEAD, true);
  expect(resumed.has(FIRST)).toBe(true);
  expect(resumed.has(SECOND)).toBe(false);
});

test("without resume the old results are gone", () => {
  new Results(file, HEAD, false).add(verdict(FIRST, "killed"));
  expect(new Results(file, HEAD, false).has(FIRST)).toBe(false);
  expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(1);
});

test("results of other sources or of another seed are not mixed in", () => {
  new Results(file, HEAD, false);
  expect(() => new Results(file, { seed: 1, tree: "other" }, true)).toThrow("without --resume");
  expect(() => new Results(file, { seed: 2, tree: "t" }, true)).toThrow("without --resume");
});

test("survivors are found again after their lines have moved, and left out when they are gone", () => {
  const results = new Results(file, HEAD, false);
  results.add(verdict(FIRST, "killed"));
  results.add(verdict(SECOND, "survived"));
  const moved = mutationsOf(`first();\n${TEXT}`);
  expect(survivorsOf(file, moved).map(({ line, before }) => `${line} ${before}`)).toEqual(["3 c > d"]);
  expect(survivorsOf(file, mutationsOf("x = a < b;\n"))).toEqual([]);
});
