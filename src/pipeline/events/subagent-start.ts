import { context, type InputOf, pass, type ReplyFor } from "../../clients/index.ts";
import { toQuery } from "../../recall/blocks/query.ts";
import { recallForSubagent, SUBAGENT_LIMITS } from "../../recall/blocks/subagent.ts";
import type { Fact } from "../../recall/blocks/types.ts";
import { candidatesFor, toFact } from "../../recall/candidates.ts";
import { inject } from "../../recall/injections.ts";
import { isOn } from "../../recall/kinds.ts";
import { toFact as itemFact } from "../../recall/past/facts.ts";
import { promptFiles } from "../../recall/past/prompt-items.ts";
import { queryWords } from "../../recall/past/words.ts";
import { readWords } from "../../recall/past-words.ts";
import { coreMemories } from "../../recall/start/core-memories.ts";
import { similarTo } from "../../search/similar.ts";
import { recordMoves } from "../../work/stage-moves.ts";
import { agentStarted } from "../../work/workflow/state.ts";
import type { EventContext } from "../services-context.ts";

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

/** It sees nothing of the conversation: the user's rules, and what bears on what was asked last. */
async function recallFor(sessionId: string, ctx: EventContext): Promise<string | undefined> {
  const { store, project, isMuted } = ctx;
  const { recall, similar } = ctx.knowledge;
  const { subagentTokens: budget, threshold } = recall;
  if (budget === 0) return undefined;
  const core = (await coreMemories(ctx)).map(toFact);
  const [asked] = await store.prompts({ sessionId, limit: 1 });
  const text = asked?.text ?? "";
  const query = toQuery(text);
  const { sessions } = await ctx.own();
  const scope = { project, except: [...sessions] };
  const found = await candidatesFor(query, { store, isMuted, ...scope, ...similarTo(text, scope, similar) });
  const items = await filesFor(text, ctx, [...sessions]);
  // A context of its own: what its parent was told, it was not.
  const injected = { sessions, uris: new Set<string>(), texts: new Set<string>() };
  const limits = { ...SUBAGENT_LIMITS, budget, threshold };
  return inject(
    "SubagentStart",
    recallForSubagent({ query, ...found, core, items, now: ctx.at, injected, limits }),
    ctx,
  );
}

/** It starts with an empty context: files that the task will need are news to it. */
async function filesFor(asked: string, ctx: EventContext, own: readonly string[]): Promise<Fact[]> {
  if (ctx.isHeldOut || !isOn("prompt-file", ctx.knowledge.recall.kinds)) return [];
  const query = { words: queryWords(asked), touched: [], branch: ctx.branch() };
  const past = await ctx.knowledge.past(own);
  await readWords(past);
  const files = promptFiles(past, query, () => false);
  return files.filter(({ uri }) => !ctx.isMuted(uri)).map(itemFact);
}
