import { expect, test } from "bun:test";
import type { Verdict } from "./judge.ts";
import { formatReport, type Report, tally, toJson } from "./report.ts";
import { findMutations } from "./sites.ts";

function verdict(module: string, outcome: Verdict["outcome"], tests = 2): Verdict {
  const [mutation] = findMutations({ path: `src/${module}/f.ts`, module, text: "\nx = a\n  < b;" });
  if (mutation === undefined) throw new Error("no mutation");
  return { mutation, outcome, tests, notRun: 0, unsteady: [], ms: 1 };
}

const report: Report = {
  seed: 42,
  verdicts: [
    verdict("b", "killed"),
    verdict("b", "killed"),
    verdict("b", "survived"),
    verdict("a", "survived", 0),
  ],
  equivalent: [
    {
      mutation: verdict("c", "killed").mutation,
      entry: { file: "", line: "", before: "", after: "", reason: "a is a whole number" },
    },
  ],
  leftOut: ["src/a/broken.test.ts"],
  seconds: 3,
};

test("killed and survived are counted by module and in all; equivalent ones are not", () => {
  expect(tally(report.verdicts)).toEqual({
    modules: [
      { module: "a", killed: 0, survived: 1, percent: 0 },
      { module: "b", killed: 2, survived: 1, percent: 66.7 },
    ],
    all: { module: "all", killed: 2, survived: 2, percent: 50 },
  });
});

test("the report names survivors on one line each, reasons, broken tests and the seed", () => {
  const text = formatReport(report);
  expect(text).toContain("src/b/f.ts:2  swap comparison: a < b → a <= b  (2 test files)");
  expect(text).toContain("src/a/f.ts:2  swap comparison: a < b → a <= b  (no test runs this code)");
  expect(text).toContain("a is a whole number");
  expect(text).toContain("src/a/broken.test.ts");
  expect(text).toContain("Seed 42");
  expect(text).toMatch(/^b +2 +1 +66\.7 % +3$/m);
});

test("the JSON holds the counts and every verdict", () => {
  const parsed = JSON.parse(toJson(report));
  expect(parsed).toMatchObject({ seed: 42, all: { killed: 2, survived: 2 } });
  expect(parsed.verdicts).toHaveLength(4);
});
