import { PROMPT_LIMITS, recallForPrompt } from "../memory/recall/prompt.ts";
import { toQuery } from "../memory/recall/query.ts";
import { promptText } from "../memory/text/prompt.ts";
import { context, type InputOf, pass, type ReplyFor } from "../protocol/index.ts";
import type { EventContext } from "../services/event-context.ts";
import { candidatesFor } from "../services/recall/candidates.ts";
import { alreadyInjected, inject } from "../services/recall/injections.ts";
import { similarTo } from "../services/search/similar.ts";

/** S1.7: the two or three past moments and memories that bear on the prompt, or nothing. */
export async function userPromptSubmit(
  input: InputOf<"UserPromptSubmit">,
  ctx: EventContext,
): Promise<ReplyFor<"UserPromptSubmit">> {
  ctx.summaries.goesOn(input.sessionId);
  const { promptTokens: budget, threshold } = ctx.knowledge.recall;
  // A subagent's task: SubagentStart has given it what bears on it.
  if (input.agentId !== undefined) return pass;
  // Nobody typed the end of a background task; a command of the client's is for the client.
  const asked = promptText(input.prompt);
  if (asked === undefined || asked.startsWith("/") || budget === 0) return pass;
  const query = toQuery(asked);
  const { store, project, isMuted } = ctx;
  const { pastTurns, similar } = ctx.knowledge;
  const scope = { project, except: [...(await ctx.own()).sessions] };
  const source = { store, isMuted, pastTurns, ...scope, ...similarTo(asked, scope, similar) };
  const found = await candidatesFor(query, source);
  if (found.pastTurns.length + found.memories.length === 0) return pass;
  const injected = await alreadyInjected(input.sessionId, ctx);
  const limits = { ...PROMPT_LIMITS, budget, threshold };
  const recall = recallForPrompt({ query, ...found, now: ctx.at, injected, limits });
  const text = await inject("UserPromptSubmit", recall, ctx);
  return text === undefined ? pass : context(text);
}
