/** What changed between two states of a workflow, as lines of its timeline. */

import type { Messages } from "../locale/messages.ts";
import type { EventContext } from "../pipeline/services-context.ts";
import type { Changed } from "./session-work.ts";
import { oneLine } from "./workflow/cut.ts";
import { movesBetween } from "./workflow/moves.ts";
import { countLines } from "./workflow/recovery.ts";
import { stageTitle } from "./workflow/stages.ts";
import { isFinished, isStuck } from "./workflow/state.ts";

/** At the third failure or rejection the user hears of it; the model is told to stop and ask. */
export function limitNotice({ before, after }: Changed, messages: Messages): string | undefined {
  if (isStuck(before) || !isStuck(after)) return undefined;
  const key = after.currentStage ?? "";
  const stage = oneLine(stageTitle(key, messages, after.stages[key]));
  return messages.workflow.limit(stage, after.failCount, after.rejectCount);
}

/** For the model, once for each count: at the result of the subagent that failed, or at the next prompt. */
export async function stopOrder({ continuity, messages }: EventContext): Promise<string | undefined> {
  const state = continuity.workflow();
  if (state === undefined || isFinished(state) || !isStuck(state)) return undefined;
  const mark = `${state.createdAt} ${state.failCount} ${state.rejectCount}`;
  if ((await continuity.notes()).stuck === mark) return undefined;
  await continuity.note({ stuck: mark });
  return [...countLines(state, messages), messages.recovery.stopAndAsk].join("\n");
}

export function recordMoves({ before, after }: Changed, ctx: EventContext): void {
  for (const { type, ...fields } of movesBetween(before, after)) ctx.continuity.timeline(type, fields);
}
