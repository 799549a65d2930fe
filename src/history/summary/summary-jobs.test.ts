import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSummaryJobs } from "./summary-jobs.ts";

const dir = mkdtempSync(join(tmpdir(), "pawl-summary-jobs-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
let files = 0;
const newFile = () => join(dir, `jobs-${files++}.json`);
const HOUR = 3_600_000;

test("sessions wait in their order, each once, also in the next process", () => {
  const path = newFile();
  const jobs = openSummaryJobs(path);
  for (const id of ["a", "b", "a"]) jobs.add(id);
  expect([jobs.waiting(), openSummaryJobs(path).waiting()]).toEqual([
    ["a", "b"],
    ["a", "b"],
  ]);
});

test("as many are begun in an hour as are allowed, to the millisecond; what lies in the future does not count", () => {
  const path = newFile();
  const jobs = openSummaryJobs(path);
  expect(jobs.begin(0, 5)).toBeUndefined();
  for (const id of ["a", "b", "c"]) jobs.add(id);
  expect([jobs.begin(1000, 2), jobs.begin(2000, 2), jobs.begin(3000, 2)]).toEqual(["a", "a", undefined]);
  expect(openSummaryJobs(path).begin(3000, 2)).toBeUndefined();
  expect(jobs.begin(1000 + HOUR - 1, 2)).toBeUndefined();
  expect(jobs.begin(1000 + HOUR, 2)).toBe("a");
  // The clock was set back.
  expect([jobs.begin(10, 1), jobs.begin(11, 1)]).toEqual(["a", undefined]);
});

test("a finished one leaves the list; whether a model wrote its summary is known until it goes on", () => {
  const path = newFile();
  const jobs = openSummaryJobs(path);
  for (const id of ["a", "b", "c"]) jobs.add(id);
  jobs.finish("a", true);
  jobs.finish("b", false);
  expect([jobs.waiting(), ["a", "b", "c"].map(jobs.isWritten)]).toEqual([["c"], [true, false, false]]);
  jobs.finish("a", false);
  expect(jobs.isWritten("a")).toBe(false);
  jobs.finish("a", true);
  jobs.drop("a");
  jobs.drop("c");
  expect([openSummaryJobs(path).waiting(), openSummaryJobs(path).isWritten("a")]).toEqual([[], false]);
});

test("the newest five hundred wait", () => {
  const path = newFile();
  writeFileSync(path, JSON.stringify({ waiting: Array.from({ length: 500 }, (_, n) => `s${n}`) }));
  const jobs = openSummaryJobs(path);
  jobs.add("new");
  expect([jobs.waiting().length, jobs.waiting()[0], jobs.waiting().at(-1)]).toEqual([500, "s1", "new"]);
});

test("a damaged list is an empty one, and what is no id or no time in it is left out", () => {
  const path = newFile();
  for (const text of ["{", "null", "[]", '"x"']) {
    writeFileSync(path, text);
    expect(openSummaryJobs(path).waiting()).toEqual([]);
  }
  writeFileSync(path, JSON.stringify({ waiting: ["a", 1, null], begun: ["x", 5], written: ["w", {}] }));
  const jobs = openSummaryJobs(path);
  expect([jobs.waiting(), jobs.isWritten("w"), jobs.begin(6, 1)]).toEqual([["a"], true, undefined]);
});
