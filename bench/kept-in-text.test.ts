import { expect, test } from "bun:test";
import type { WorkingSet } from "../src/work/workflow/working-set.ts";
import { checkText } from "./kept-in-text.ts";

const EMPTY: WorkingSet = { files: [], commands: [], standing: [], open: [], failures: [], decisions: [] };
const file = (path: string) => ({ path, reads: 0, edits: 1, lastAt: 0 });

test("a summary says a line in other words if it has seven of ten of them in one line", () => {
  const open = (text: string, summary: string) => checkText({ ...EMPTY, open: [text] }, summary).open.lost;
  const ten = "alpha beta gamma delta epsilon zeta eta theta iota kappa";
  expect(open(ten, "alpha beta gamma delta epsilon zeta eta")).toEqual([]);
  expect(open(ten, "alpha beta gamma delta epsilon zeta")).toEqual([ten]);
  expect(open(ten, "alpha beta gamma delta\nepsilon zeta eta theta")).toEqual([ten]);
  expect(open("!!", "it ends with !!")).toEqual([]);
  expect(open("!!", "it ends")).toEqual(["!!"]);
});

test("a failure is said by its command or by its error; a file only as a whole word", () => {
  const failures = [{ what: "npm test", error: "rounding failed badly", at: 0 }];
  const lost = (summary: string) => checkText({ ...EMPTY, failures }, summary).failures.lost.length;
  expect([lost("npm test is red"), lost("the rounding failed badly"), lost("all is well")]).toEqual([
    0, 0, 1,
  ]);
  const files = (summary: string) => checkText({ ...EMPTY, files: [file("src/a.ts")] }, summary).files.lost;
  expect(files("data.ts and a.tsx, then a.ts")).toEqual([]);
  expect(files("aa.ts a.ts")).toEqual([]);
  expect(files("data.ts, a.ts-old and x-a.ts")).toHaveLength(1);
});
