/** The difference between two states of a workflow, in the words of the timeline. */
import type { TimelineType } from "../../locale/messages.ts";
import { isComplete, type StageState, type WorkflowState } from "./state.ts";

interface Move {
  type: TimelineType;
  stage?: string;
  result?: string;
  workflowType?: string;
}

export function movesBetween(before: WorkflowState, after: WorkflowState): Move[] {
  const moves: Move[] = [];
  for (const [key, stage] of Object.entries(after.stages)) {
    const type = moveOf(before.stages[key], stage);
    if (type === undefined) continue;
    moves.push({ type, stage: key, ...(stage.result === undefined ? {} : { result: stage.result }) });
  }
  if (isComplete(after) && !isComplete(before)) {
    moves.push({ type: "workflow:complete", workflowType: after.workflowType });
  }
  return moves;
}

/** Setting a stage makes a new object of it and drops its old result: a verdict that stands there is news. */
function moveOf(before: StageState | undefined, after: StageState): TimelineType | undefined {
  if (before === after) return undefined;
  if (after.result === "fail") return "stage:fail";
  if (after.result === "reject") return "stage:reject";
  if (before?.status === after.status) return undefined;
  if (after.status === "completed") return "stage:complete";
  return after.status === "active" ? "stage:start" : "stage:reset";
}
