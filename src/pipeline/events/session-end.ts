import { type InputOf, pass, type ReplyFor } from "../../clients/index.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { dropAgents } from "../../work/workflow/state.ts";
import { saveState } from "../../work/working-set.ts";
import type { EventContext } from "../event-context.ts";

/** Reading a long transcript must not delay the client's exit; the rest is read in the background. */
const CATCH_UP_MS = 800;

/** Temporary memories end here. The client is exiting anyway, so it waits until the summary is ready for the next session. */
export async function sessionEnd(
  input: InputOf<"SessionEnd">,
  ctx: EventContext,
): Promise<ReplyFor<"SessionEnd">> {
  await recordsIn(ctx.store).endSession(input.sessionId, ctx.at, input.reason);
  await ctx.catchUp(CATCH_UP_MS);
  await ctx.work.summarize(input.sessionId, ctx.at, ctx.messages.locale);
  await saveState("SessionEnd", input.sessionId, ctx);
  const { sessionId } = input;
  await memoriesIn(ctx.store).expireMemories({ now: ctx.at, ended: { sessionId, project: ctx.project } });
  ctx.later(async () => void (await ctx.work.learn(sessionId, ctx.at)));
  await leaveWorkflow(input, ctx);
  return pass;
}

/** Its subagents end with it. */
async function leaveWorkflow({ sessionId, reason }: InputOf<"SessionEnd">, ctx: EventContext): Promise<void> {
  const { continuity } = ctx;
  if (continuity.workflow() === undefined) return;
  const now = new Date(ctx.at).toISOString();
  await continuity.changeWorkflow((state) => dropAgents(state, new Set([sessionId]), now));
  continuity.timeline("session:end", { reason });
}
