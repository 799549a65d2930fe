/** When counts reach the disk. The clock is the test's. */
import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCounters, readCounts } from "./counters.ts";

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-counters-"));
  path = join(dir, "counters.json");
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  rmSync(dir, { recursive: true, force: true });
});

test("counts are written a second after the first of them, all at once", () => {
  const counters = openCounters(path);
  counters.count("a");
  jest.advanceTimersByTime(600);
  counters.count("b");
  jest.advanceTimersByTime(399);
  expect(existsSync(path)).toBe(false);
  jest.advanceTimersByTime(1);
  expect(readCounts(path)).toEqual({ a: 1, b: 1 });
  counters.count("a");
  expect(jest.getTimerCount()).toBe(1);
  jest.advanceTimersByTime(1000);
  expect(readCounts(path)).toEqual({ a: 2, b: 1 });
});

test("written at once, nothing waits any more", () => {
  const counters = openCounters(path);
  counters.count("a");
  counters.flush();
  expect([jest.getTimerCount(), readCounts(path)]).toEqual([0, { a: 1 }]);
});

test("a file that cannot be written ends nothing; the next one has all counts", () => {
  mkdirSync(path);
  const said: string[] = [];
  const write = process.stderr.write;
  process.stderr.write = ((text: string) => said.push(text) > 0) as typeof process.stderr.write;
  const counters = openCounters(path);
  try {
    counters.count("a");
    jest.advanceTimersByTime(1000);
  } finally {
    process.stderr.write = write;
  }
  expect(said.join("")).toContain("pawl: cannot write the counters");
  rmSync(path, { recursive: true });
  counters.count("a");
  jest.advanceTimersByTime(1000);
  expect(readCounts(path)).toEqual({ a: 2 });
});

test.each(["null", "[]", '"text"', "3"])("a file that holds %s has no counts", (text) => {
  writeFileSync(path, text);
  expect(readCounts(path)).toEqual({});
});

test("what is no number does not count", () => {
  writeFileSync(path, '{"a": 1, "b": "2", "c": null}');
  expect(readCounts(path)).toEqual({ a: 1 });
});
