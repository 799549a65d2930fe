import { type InputOf, pass, type ReplyFor, say } from "../../clients/index.ts";
import { limitNotice, recordMoves } from "../../work/stage-moves.ts";
import { agentStopped, verdictIn } from "../../work/workflow/state.ts";
import type { EventContext } from "../event-context.ts";

/** Its verdict decides the outcome of its stage. */
export async function subagentStop(
  input: InputOf<"SubagentStop">,
  ctx: EventContext,
): Promise<ReplyFor<"SubagentStop">> {
  const agent = input.agentType ?? "";
  const lastMessage = input.lastAssistantMessage ?? "";
  const now = new Date(ctx.at).toISOString();
  // The compaction's own summarizer also ends here, without a name.
  if (agent === "") return pass;
  // Its last message and its calls are stored in the session's records, under its own name; learning uses all of them.
  ctx.later(async () => void (await ctx.work.learn(input.sessionId, ctx.at)));
  const changed = await ctx.continuity.changeWorkflow((state) =>
    agentStopped(state, agent, lastMessage, now, input.sessionId),
  );
  if (changed === undefined) return pass;
  ctx.continuity.timeline("agent:stop", { agent, result: verdictIn(lastMessage) });
  recordMoves(changed, ctx);
  const limit = limitNotice(changed, ctx.messages);
  return limit === undefined ? pass : say(limit);
}
