import { expect, test } from "bun:test";
import { createSnapshot } from "./state-files.ts";
import type { WorkflowState } from "./workflow/state.ts";
import type { WorkingSet } from "./workflow/working-set.ts";

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
