import { promptText } from "../memory/text/prompt.ts";
import { context, type InputOf, pass, type ReplyFor } from "../protocol/index.ts";
import type { EventContext } from "../services/event-context.ts";
import { alreadyInjected, inject } from "../services/recall/injections.ts";
import { promptRecall } from "../services/recall/prompt.ts";
import { workflowAtPrompt } from "../services/workflow/announce.ts";

/** S1.7: the two or three past turns and memories that bear on the prompt, or nothing. */
export async function userPromptSubmit(
  input: InputOf<"UserPromptSubmit">,
  ctx: EventContext,
): Promise<ReplyFor<"UserPromptSubmit">> {
  ctx.summaries.goesOn(input.sessionId);
  const workflow = await workflowAtPrompt(input.sessionId, ctx);
  if (workflow !== undefined) await ctx.ledger("UserPromptSubmit", workflow);
  const texts = [workflow?.text, await recallFor(input, ctx)].filter((text) => text !== undefined);
  return texts.length === 0 ? pass : context(texts.join("\n\n"));
}

async function recallFor(input: InputOf<"UserPromptSubmit">, ctx: EventContext): Promise<string | undefined> {
  // Nobody typed the end of a background task; a command of the client's is for the client.
  const asked = promptText(input.prompt);
  if (asked === undefined || asked.startsWith("/") || ctx.knowledge.recall.promptTokens === 0)
    return undefined;
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
  return inject("UserPromptSubmit", recall, ctx);
}
