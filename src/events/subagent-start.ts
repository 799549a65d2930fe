import { toQuery } from "../memory/recall/query.ts";
import { recallForSubagent, SUBAGENT_LIMITS } from "../memory/recall/subagent.ts";
import { context, type InputOf, pass, type ReplyFor } from "../protocol/index.ts";
import { coreMemories } from "../services/context/core-memories.ts";
import type { EventContext } from "../services/event-context.ts";
import { candidatesFor, toFact } from "../services/recall/candidates.ts";
import { inject } from "../services/recall/injections.ts";
import { similarTo } from "../services/search/similar.ts";
import { recordMoves } from "../services/workflow/stage-moves.ts";
import { agentStarted } from "../workflow/state.ts";

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
  const text = await recallFor(input.sessionId, ctx);
  return text === undefined ? pass : context(text);
}

/** S1.10: it sees nothing of the conversation: the user's rules, and what bears on what was asked last. */
async function recallFor(sessionId: string, ctx: EventContext): Promise<string | undefined> {
  const { store, project, isMuted } = ctx;
  const { pastTurns, recall, similar } = ctx.knowledge;
  const { subagentTokens: budget, threshold } = recall;
  if (budget === 0) return undefined;
  const core = (await coreMemories(ctx)).map(toFact);
  const [asked] = await store.prompts({ sessionId, limit: 1 });
  const query = toQuery(asked?.text ?? "");
  const { sessions } = await ctx.own();
  const scope = { project, except: [...sessions] };
  const source = { store, isMuted, pastTurns, ...scope, ...similarTo(asked?.text ?? "", scope, similar) };
  const found = await candidatesFor(query, source);
  // A context of its own: what its parent was told, it was not.
  const injected = { sessions, uris: new Set<string>(), texts: new Set<string>() };
  const limits = { ...SUBAGENT_LIMITS, budget, threshold };
  return inject(
    "SubagentStart",
    recallForSubagent({ query, ...found, core, now: ctx.at, injected, limits }),
    ctx,
  );
}
