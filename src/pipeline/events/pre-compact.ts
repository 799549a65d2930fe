import { type InputOf, pass, type ReplyFor } from "../../clients/index.ts";
import { recoveryOf } from "../../work/restore.ts";
import { saveState } from "../../work/working-set.ts";
import type { EventContext } from "../event-context.ts";

/**
 * Passes the workflow's state to the summarizer's instructions. The answer waits only for two small files; the snapshot and
 * the timeline are written afterwards.
 */
export async function preCompact(
  input: InputOf<"PreCompact">,
  ctx: EventContext,
): Promise<ReplyFor<"PreCompact">> {
  ctx.later(() => saveState("PreCompact", input.sessionId, ctx));
  // The text to be compacted is in the store or in the transcript. PostCompact reports the compaction. An answer here would
  // go to the summarizer.
  ctx.later(async () => {
    await ctx.catchUp();
    await ctx.work.learn(input.sessionId, ctx.at);
  });
  const state = ctx.continuity.workflow();
  if (state === undefined) return pass;
  const { workflowType, currentStage } = state;
  ctx.continuity.timeline("session:compact", { workflowType, currentStage });
  return { instructions: recoveryOf(state, ctx) };
}
