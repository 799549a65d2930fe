import { promptText } from "../memory/text/prompt.ts";
import { context, type InputOf, pass, type ReplyFor } from "../protocol/index.ts";
import type { EventContext } from "../services/event-context.ts";
import { alreadyInjected, inject } from "../services/recall/injections.ts";
import { promptRecall } from "../services/recall/prompt.ts";

/** S1.7: the two or three past turns and memories that bear on the prompt, or nothing. */
export async function userPromptSubmit(
  input: InputOf<"UserPromptSubmit">,
  ctx: EventContext,
): Promise<ReplyFor<"UserPromptSubmit">> {
  ctx.summaries.goesOn(input.sessionId);
  // Nobody typed the end of a background task; a command of the client's is for the client.
  const asked = promptText(input.prompt);
  if (asked === undefined || asked.startsWith("/") || ctx.knowledge.recall.promptTokens === 0) return pass;
  const { store, project, knowledge, isMuted, isHeldOut, at } = ctx;
  const query = {
    store,
    project,
    knowledge,
    isMuted,
    isHeldOut,
    at,
    sessionId: input.sessionId,
    root: ctx.root,
    branch: ctx.branch(),
    except: [...(await ctx.own()).sessions],
  };
  const recall = await promptRecall(asked, query, () => alreadyInjected(input.sessionId, ctx));
  const text = await inject("UserPromptSubmit", recall, ctx);
  return text === undefined ? pass : context(text);
}
