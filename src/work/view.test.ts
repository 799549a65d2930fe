import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messagesFor } from "../locale/index.ts";
import type { Caller } from "./caller.ts";
import { statusLines, taskLines } from "./view.ts";
import { WORKFLOWS } from "./workflow/stages.ts";
import { setStage, startWorkflow, type WorkflowState } from "./workflow/state.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-view-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const NOW = "2026-03-01T10:00:00.000Z";
const messages = messagesFor("en");
const caller = (): Caller => ({
  ...{ root: dir, place: { project: dir, checkout: dir }, own: {}, messages, now: NOW },
  pawl: "pawl",
});
const begun = (more: Partial<WorkflowState> = {}): WorkflowState => ({
  ...startWorkflow({ name: "standard", stages: WORKFLOWS.standard }, { sessionId: "s", now: NOW }),
  ...more,
});
const work = (state: WorkflowState) => ({ folder: join(dir, "work"), state });

function specs(tasks: string): void {
  const folder = join(dir, "specs", "features", "in-progress", "login");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "tasks.md"), tasks);
}
const tasksOf = (count: number) =>
  `# Login\n## Tasks\n${Array.from({ length: count }, (_, n) => `- [ ] T${n + 1}`).join("\n")}\n- [x] done\n`;

test("the status: the workflow, its stages with the current one marked, and what to do", () => {
  expect(statusLines(work(begun()), caller())).toMatchInlineSnapshot(`
    [
      "Workflow: standard (Standard feature)",
      "Progress: ⬜📋⬜🏗️⬜🧪⬜💻⬜🔍⬜🧪⬜🔁⬜📝 (0/8)",
      "→ PLAN         📋 Planning: pending  planner",
      "  ARCH         🏗️ Architecture: pending  architect",
      "  TEST         🧪 Testing: pending  tester",
      "  DEV          💻 Development: pending  developer",
      "  REVIEW       🔍 Code review: pending  code-reviewer",
      "  TEST:2       🧪 Testing: pending  tester",
      "  RETRO        🔁 Retrospective: pending  retrospective",
      "  DOCS         📝 Documentation: pending  doc-updater",
      "",
      "When the stage is completed, run \`pawl workflow stage PLAN completed\`. The stage's subagent also moves it when it starts and ends.",
    ]
  `);
  const planned = setStage(begun(), "PLAN", "completed", NOW);
  const counted = { ...planned, failCount: 1, rejectCount: 1, featureName: "login" };
  expect(statusLines(work(counted), caller())).toMatchInlineSnapshot(`
    [
      "Workflow: standard (Standard feature)",
      "Progress: ✅📋⬜🏗️⬜🧪⬜💻⬜🔍⬜🧪⬜🔁⬜📝 (1/8)",
      "  PLAN         📋 Planning: completed  planner",
      "→ ARCH         🏗️ Architecture: pending  architect",
      "  TEST         🧪 Testing: pending  tester",
      "  DEV          💻 Development: pending  developer",
      "  REVIEW       🔍 Code review: pending  code-reviewer",
      "  TEST:2       🧪 Testing: pending  tester",
      "  RETRO        🔁 Retrospective: pending  retrospective",
      "  DOCS         📝 Documentation: pending  doc-updater",
      "Failures: 1/3",
      "Rejections: 1/3",
      "Feature: login",
      "",
      "The feature "login" was not found in specs/features/in-progress, openspec/changes, specs, .kiro/specs, so its tasks are unknown. Ask the user before you work on another feature.",
      "",
      "When the stage is completed, run \`pawl workflow stage ARCH completed\`. The stage's subagent also moves it when it starts and ends.",
    ]
  `);
});

test("what to do next: ask where it is stuck, nothing where it is finished, a quoted stage where a shell needs it", () => {
  const next = (state: WorkflowState) => statusLines(work(state), caller()).at(-1);
  expect(next(begun({ failCount: 3 }))).toBe(messages.recovery.stopAndAsk);
  expect(next(begun({ endedAt: NOW }))).toBe("Workflow standard was ended at 0/8.");
  expect(next(begun({ stages: { DEV: { status: "completed" } } }))).toBe("Workflow standard is completed.");
  expect(next(begun({ currentStage: "it's" }))).toContain("pawl workflow stage 'it'\\''s' completed");
  expect(statusLines(work(begun({})), { ...caller(), hasTools: true }).at(-1)).toBe(
    "When the stage is completed, call workflow_move with stage PLAN and status completed.",
  );
  expect(next(begun({ currentStage: "QA-2" }))).toContain("pawl workflow stage QA-2 completed");
});

test("tasks of the feature by number, from the offset on, and how many more there are", () => {
  specs(tasksOf(5));
  const shown = (offset: number, limit: number) =>
    taskLines(work(begun({ featureName: "login" })), caller(), { offset, limit });
  const head = messages.tasks.feature("login", "1", "6");
  expect(shown(0, 2)).toEqual([head, "- [ ] T1", "- [ ] T2", messages.tasks.more(3)]);
  expect(shown(3, 2)).toEqual([head, "- [ ] T4", "- [ ] T5"]);
  expect(shown(3, 1)).toEqual([head, "- [ ] T4", messages.tasks.more(1)]);
  specs(tasksOf(0));
  expect(shown(0, 2)).toEqual([messages.tasks.feature("login", "1", "1"), messages.tasks.none]);
});

test("a feature that has no folder is said; without a feature the client's own list is shown", async () => {
  const page = { offset: 0, limit: 5 };
  expect(taskLines(work(begun({ featureName: "gone" })), caller(), page)).toEqual([
    messages.tasks.notFound("gone", "specs/features/in-progress, openspec/changes, specs, .kiro/specs"),
  ]);
  expect(taskLines(work(begun()), caller(), page)).toEqual([messages.tasks.none]);
  const task = (id: string, status: string) => ({ session: "s", id, text: `Task ${id}`, status });
  const clientTasks = [task("1", "pending"), task("2", "completed"), task("3", "pending")];
  expect(taskLines(work(begun({ clientTasks })), caller(), page)).toEqual(["- [ ] Task 1", "- [ ] Task 3"]);
  expect(taskLines(work(begun({ clientTasks })), caller(), { offset: 0, limit: 1 })).toEqual([
    "- [ ] Task 1",
    messages.tasks.more(1),
  ]);
});
