import { expect, test } from "bun:test";
import { createSnapshot, snapshotName, snapshotsToDelete } from "./snapshot.ts";
import type { WorkflowState } from "./state.ts";
import type { WorkingSet } from "./working-set.ts";

test("a state file is named by the day that its session began and the start of its id", () => {
  const day = Date.UTC(2026, 2, 1, 23, 59);
  expect(snapshotName(day, "0b6c1f3e-9a52-4c1f", 8)).toBe("2026-03-01-0b6c1f3e.json");
  expect(snapshotName(day, "0b6c1f3e-9a52-4c1f", 13)).toBe("2026-03-01-0b6c1f3e-9a52.json");
});

test("the newest ten stay, whatever they are called", () => {
  const files = Array.from({ length: 12 }, (_, i) => ({
    name: `${i}.json`,
    timestamp: new Date(i * 1000).toISOString(),
    sessionId: `s${i}`,
  }));
  const kept = snapshotsToDelete(files.slice(0, 10) as never);
  expect(kept).toEqual([]);
  expect([...snapshotsToDelete(files as never)].sort()).toEqual(["0.json", "1.json"]);
});

test("a snapshot is named by the day of its session and the first eight signs of its id", () => {
  const at = Date.UTC(2026, 2, 1, 23);
  expect(snapshotName(at, "1a2b3c4d5e6f")).toBe("2026-03-01-1a2b3c4d.json");
  expect(snapshotName(at, "1a2b3c4d5e6f", 12)).toBe("2026-03-01-1a2b3c4d5e6f.json");
});

test("the oldest snapshots go beyond the newest ten, by name where the time is the same", () => {
  const file = (name: string, timestamp: string) => ({ name, timestamp });
  const some = [file("b", "1"), file("a", "1"), file("c", "2"), file("c", "2")];
  expect(snapshotsToDelete(some, 2)).toEqual(["b", "a"]);
  expect(snapshotsToDelete(some, 3)).toEqual(["a"]);
  const many = Array.from({ length: 11 }, (_, n) => file(`f${n}`, String(10 + n)));
  expect(snapshotsToDelete(many)).toEqual(["f0"]);
});

test("a snapshot keeps the last 20 prompts of 500 characters, 100 files and 50 commands", () => {
  const set = {
    files: Array.from({ length: 101 }, (_, n) => ({ path: `f${n}`, reads: 1, edits: 0, lastAt: n })),
    commands: Array.from({ length: 51 }, (_, n) => ({ command: `c${n}`, kind: "test", runs: 1, lastAt: n })),
    ...{ failures: [], decisions: [], standing: [], open: [] },
  } as unknown as WorkingSet;
  const texts = [...Array.from({ length: 20 }, (_, n) => `p${n}`), "x".repeat(501)];
  const prompts = texts.map((text, at) => ({ key: text, sessionId: "s", at, redaction: 0, text }));
  const made = createSnapshot({
    now: 1,
    event: "Stop",
    session: { id: "s", startedAt: 0 },
    history: { prompts },
    set,
  });
  expect(made.prompts.length).toBe(20);
  expect(made.prompts[0]?.text).toBe("p1");
  expect(made.prompts.at(-1)?.text).toBe(`${"x".repeat(499)}…`);
  expect([made.files.length, made.files.at(-1)?.path]).toEqual([100, "f99"]);
  expect([made.commands.length, made.commands.at(-1)?.command]).toEqual([50, "c49"]);
  expect([made.project, made.summary, made.workflow]).toEqual([null, null, null]);
  const state = {
    workflowType: "standard",
    currentStage: "DEV",
    featureName: "login",
    stages: { PLAN: { status: "completed" }, DEV: { status: "active" }, TEST: { status: "pending" } },
    failCount: 1,
    rejectCount: 2,
  } as unknown as WorkflowState;
  const parts = {
    now: 1,
    event: "Stop" as const,
    session: { id: "s", startedAt: 0 },
    history: { prompts },
    set,
  };
  expect(createSnapshot({ ...parts, state }).workflow).toEqual({
    ...{ type: "standard", stage: "DEV", done: 1, total: 3, failCount: 1, rejectCount: 2, feature: "login" },
  });
  const bare = { ...state, currentStage: undefined, featureName: undefined };
  expect(createSnapshot({ ...parts, state: bare }).workflow).toMatchObject({ stage: null, feature: null });
});
