import { toQuery } from "../memory/recall/query.ts";
import { recallForSubagent, SUBAGENT_LIMITS } from "../memory/recall/subagent.ts";
import { context, type InputOf, pass, type ReplyFor } from "../protocol/index.ts";
import { agentStarted } from "../workflow/state.ts";
import { candidatesFor, toFact } from "./candidates.ts";
import type { HandlerContext } from "./context.ts";
import { coreMemories } from "./core-memories.ts";
import { similarTo } from "./similar.ts";
import { tellMoves } from "./stage-moves.ts";
import { tell } from "./told.ts";

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
  const text = await recallFor(input.sessionId, ctx);
  return text === undefined ? pass : context(text);
}

/** S1.10: it sees nothing of the conversation: the user's rules, and what bears on what was asked last. */
async function recallFor(sessionId: string, ctx: HandlerContext): Promise<string | undefined> {
  const { store, project, isMuted } = ctx;
  const { moments, recall, similar } = ctx.knowing;
  const { subagentTokens: budget, gate } = recall;
  if (budget === 0) return undefined;
  const core = (await coreMemories(ctx)).map(toFact);
  const [asked] = await store.prompts({ sessionId, limit: 1 });
  const query = toQuery(asked?.text ?? "");
  const { sessions } = await ctx.own();
  const scope = { project, except: [...sessions] };
  const source = { store, isMuted, moments, ...scope, ...similarTo(asked?.text ?? "", scope, similar) };
  const found = await candidatesFor(query, source);
  // A context of its own: what its parent was told, it was not.
  const told = { sessions, uris: new Set<string>(), texts: new Set<string>() };
  const limits = { ...SUBAGENT_LIMITS, budget, gate };
  return tell("SubagentStart", recallForSubagent({ query, ...found, core, now: ctx.at, told, limits }), ctx);
}
