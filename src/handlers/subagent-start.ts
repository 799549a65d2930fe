import { type InputOf, pass, type ReplyFor } from "../protocol/index.ts";
import { agentStarted } from "../workflow/state.ts";
import type { HandlerContext } from "./context.ts";
import { tellMoves } from "./stage-moves.ts";

/** A subagent whose name belongs to a stage starts it. */
export async function subagentStart(
  input: InputOf<"SubagentStart">,
  ctx: HandlerContext,
): Promise<ReplyFor<"SubagentStart">> {
  const agent = input.agentType ?? "";
  const now = new Date(ctx.at).toISOString();
  const changed = await ctx.continuity.changeWorkflow((state) => agentStarted(state, agent, now));
  if (changed !== undefined) {
    ctx.continuity.timeline("agent:start", { agent });
    tellMoves(changed, ctx);
  }
  return pass;
}
