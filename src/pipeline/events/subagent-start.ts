import { context, type InputOf, pass, type ReplyFor } from "../../clients/index.ts";
import { toQuery } from "../../recall/blocks/query.ts";
import { recallForSubagent, SUBAGENT_LIMITS } from "../../recall/blocks/subagent.ts";
import { candidatesFor, toFact } from "../../recall/candidates.ts";
import { inject } from "../../recall/injections.ts";
import { coreMemories } from "../../recall/start/core-memories.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { recordMoves } from "../../work/stage-moves.ts";
import { agentStarted } from "../../work/workflow/state.ts";
import type { EventContext } from "../event-context.ts";

/** A subagent whose name belongs to a stage starts it. */
export async function subagentStart(
  input: InputOf<"SubagentStart">,
  ctx: EventContext,
): Promise<ReplyFor<"SubagentStart">> {
  const agent = input.agentType ?? "";
  const now = new Date(ctx.at).toISOString();
  const changed = await ctx.continuity.changeWorkflow((state) =>
    agentStarted(state, agent, now, input.sessionId),
  );
  if (changed !== undefined) {
    ctx.continuity.timeline("agent:start", { agent });
    recordMoves(changed, ctx);
  }
  const text = await recallFor(input.sessionId, agent, ctx);
  return text === undefined ? pass : context(text);
}

/** A subagent sees nothing of the conversation, so it gets rules and a memory that match its task or the last prompt. */
async function recallFor(sessionId: string, agent: string, ctx: EventContext): Promise<string | undefined> {
  const { store, project, isMuted } = ctx;
  const { subagentTokens: budget, threshold } = ctx.knowledge.recall;
  if (budget === 0) return undefined;
  const core = (await coreMemories(ctx)).map(toFact);
  const task = ctx.knowledge.takeTask(sessionId, agent);
  const text = task ?? (await recordsIn(store).prompts({ sessionId, limit: 1 }))[0]?.text ?? "";
  const query = toQuery(text);
  const { sessions } = await ctx.own();
  const memories = await candidatesFor(query, { store, isMuted, project });
  // A subagent has its own context, without its parent's injections.
  const injected = { sessions, uris: new Set<string>(), texts: new Set<string>() };
  const limits = { ...SUBAGENT_LIMITS, budget, threshold };
  return inject(
    "SubagentStart",
    recallForSubagent({ query, memories, core, now: ctx.at, injected, limits }),
    ctx,
  );
}
