/** Compares two states of a workflow and returns the changes as timeline entries. */

import type { Messages, TimelineType } from "../locale/messages.ts";
import type { Changed, WorkContext } from "./continuity.ts";
import { oneLine } from "./workflow/cut.ts";
import { countLines } from "./workflow/recovery.ts";
import { stageTitle } from "./workflow/stages.ts";
import { isComplete, isFinished, isStuck, type StageState, type WorkflowState } from "./workflow/state.ts";

/** At the third failure or rejection the user gets a message, and the model receives the request to stop and ask. */
export function limitNotice({ before, after }: Changed, messages: Messages): string | undefined {
  if (isStuck(before) || !isStuck(after)) return undefined;
  const key = after.currentStage ?? "";
  const stage = oneLine(stageTitle(key, messages));
  return messages.workflow.limit(stage, after.failCount, after.rejectCount);
}

/** For the model, once per count: at the result of the subagent that failed, or at the next prompt. */
export async function stopOrder({ continuity, messages }: WorkContext): Promise<string | undefined> {
  const state = continuity.workflow();
  if (state === undefined || isFinished(state) || !isStuck(state)) return undefined;
  const mark = `${state.createdAt} ${state.failCount} ${state.rejectCount}`;
  if ((await continuity.notes()).stuck === mark) return undefined;
  await continuity.note({ stuck: mark });
  return [...countLines(state, messages), messages.recovery.stopAndAsk].join("\n");
}

export function recordMoves({ before, after }: Changed, ctx: WorkContext): void {
  for (const { type, ...fields } of movesBetween(before, after)) ctx.continuity.timeline(type, fields);
}

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

/** Setting a stage creates a new object without the old result, so a verdict in the new object is news. */
function moveOf(before: StageState | undefined, after: StageState): TimelineType | undefined {
  if (before === after) return undefined;
  if (after.result === "fail") return "stage:fail";
  if (after.result === "reject") return "stage:reject";
  if (before?.status === after.status) return undefined;
  if (after.status === "completed") return "stage:complete";
  return after.status === "active" ? "stage:start" : "stage:reset";
}
