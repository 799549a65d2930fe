import { expect, test } from "bun:test";
import { createHookRuns, toHookLog } from "./hook-runs.ts";

test("a hook's runs are counted; its last error stays, with its time, when later runs are fine", () => {
  const runs = createHookRuns();
  const never = { runs: 0, lastMs: null, lastError: null, lastErrorAt: null };
  expect(runs.of("a")).toEqual(never);
  runs.add("a", { ms: 1.23456, at: 1 });
  expect(runs.of("a")).toEqual({ ...never, runs: 1, lastMs: 1.23 });
  runs.add("a", { ms: 2, error: "x".repeat(600), at: 2 });
  runs.add("a", { ms: 3, at: 3 });
  expect(runs.of("a")).toEqual({ runs: 3, lastMs: 3, lastError: "x".repeat(500), lastErrorAt: 2 });
  expect(runs.of("b")).toEqual(never);
});

test("a thousand hooks are kept; one more takes the place of the one that was used least recently", () => {
  const runs = createHookRuns();
  for (let i = 0; i < 1000; i++) runs.add(`h${i}`, { ms: 1, at: i });
  runs.add("h0", { ms: 1, at: 1 });
  expect(runs.of("h0").runs).toBe(2);
  runs.add("new", { ms: 1, at: 1 });
  expect(["h0", "h1", "h2", "new"].map((id) => runs.of(id).runs)).toEqual([2, 0, 1, 1]);
});

test("what a script prints is not in the log; its warnings and errors are", () => {
  const lines: string[] = [];
  const write = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
  const log = toHookLog({ info: write("info"), warn: write("warn"), error: write("error") });
  for (const level of ["debug", "info", "warn", "error"] as const) log(level, "said", {});
  expect(lines).toEqual(["info said", "warn said", "error said"]);
});
