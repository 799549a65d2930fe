import { promptText } from "../memory/prompt.ts";
import { PROMPT_LIMITS, recallForPrompt } from "../memory/recall/prompt.ts";
import { toQuery } from "../memory/recall/query.ts";
import { context, type InputOf, pass, type ReplyFor } from "../protocol/index.ts";
import { candidatesFor } from "./candidates.ts";
import type { HandlerContext } from "./context.ts";
import { similarTo } from "./similar.ts";
import { tell, toldTo } from "./told.ts";

/** S1.7: the two or three past moments and memories that bear on the prompt, or nothing. */
export async function userPromptSubmit(
  input: InputOf<"UserPromptSubmit">,
  ctx: HandlerContext,
): Promise<ReplyFor<"UserPromptSubmit">> {
  const { promptTokens: budget, gate } = ctx.knowing.recall;
  // Nobody typed the end of a background task; a command of the client's is for the client.
  const asked = promptText(input.prompt);
  if (asked === undefined || asked.startsWith("/") || budget === 0) return pass;
  const query = toQuery(asked);
  const { store, project, isMuted } = ctx;
  const { moments, similar } = ctx.knowing;
  const scope = { project, except: [...(await ctx.own()).sessions] };
  const source = { store, isMuted, moments, ...scope, ...similarTo(asked, scope, similar) };
  const found = await candidatesFor(query, source);
  if (found.moments.length + found.memories.length === 0) return pass;
  const told = await toldTo(input.sessionId, ctx);
  const limits = { ...PROMPT_LIMITS, budget, gate };
  const recall = recallForPrompt({ query, ...found, now: ctx.at, told, limits });
  const text = await tell("UserPromptSubmit", recall, ctx);
  return text === undefined ? pass : context(text);
}
