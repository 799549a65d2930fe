import { expect, test } from "bun:test";
import { movesBetween } from "../stage-moves.ts";
import { WORKFLOWS } from "./stages.ts";
import { type StageState, startWorkflow, type WorkflowState } from "./state.ts";

const begun = startWorkflow({ name: "standard", stages: WORKFLOWS.standard }, { sessionId: "s", now: "n" });
const withPlan = (plan: Partial<StageState>, state: WorkflowState = begun): WorkflowState => ({
  ...state,
  stages: { ...state.stages, PLAN: { ...state.stages.PLAN, ...plan } as StageState },
});

test("each move of a stage is told with its verdict, and what did not move is not", () => {
  const moved = (plan: Partial<StageState>, from = begun) => movesBetween(from, withPlan(plan, from));
  expect(movesBetween(begun, begun)).toEqual([]);
  expect(moved({})).toEqual([]);
  expect(moved({ status: "active" })).toEqual([{ type: "stage:start", stage: "PLAN" }]);
  expect(moved({ status: "completed" })).toEqual([{ type: "stage:complete", stage: "PLAN" }]);
  expect(moved({ status: "completed", result: "pass" })).toEqual([
    { type: "stage:complete", stage: "PLAN", result: "pass" },
  ]);
  expect(moved({ result: "fail" })).toEqual([{ type: "stage:fail", stage: "PLAN", result: "fail" }]);
  expect(moved({ result: "reject" })).toEqual([{ type: "stage:reject", stage: "PLAN", result: "reject" }]);
  const active = withPlan({ status: "active" });
  expect(moved({ status: "pending" }, active)).toEqual([{ type: "stage:reset", stage: "PLAN" }]);
});

test("the last stage completes the workflow, once", () => {
  const all = (status: StageState["status"]): WorkflowState => ({
    ...begun,
    stages: Object.fromEntries(
      Object.entries(begun.stages).map(([key, stage]) => [key, { ...stage, status }]),
    ),
  });
  const done = all("completed");
  expect(movesBetween(begun, done).at(-1)).toEqual({ type: "workflow:complete", workflowType: "standard" });
  expect(movesBetween(done, { ...done })).toEqual([]);
});
