import { context, type InputOf, pass, type ReplyFor } from "../../clients/index.ts";
import { clientPromptRecall } from "../../recall/client-memory/recall.ts";
import { alreadyInjected, inject } from "../../recall/injections.ts";
import type { KnowledgeService } from "../../recall/knowledge.ts";
import { promptRecall } from "../../recall/prompt.ts";
import { promptText } from "../../text/prompt.ts";
import { workflowAtPrompt } from "../../work/announce.ts";
import { mayHaveWorkflow } from "../../work/place.ts";
import type { EventContext } from "../event-context.ts";

/** Injects the two or three past turns and memories relevant to the prompt, or nothing. */
export async function userPromptSubmit(
  input: InputOf<"UserPromptSubmit">,
  ctx: EventContext,
): Promise<ReplyFor<"UserPromptSubmit">> {
  // A subagent's task: SubagentStart has already injected its context.
  if (input.agentId !== undefined) return pass;
  const workflow = mayHaveWorkflow(ctx.workflowRoot)
    ? await workflowAtPrompt(input.sessionId, ctx)
    : undefined;
  if (workflow !== undefined) await ctx.ledger("UserPromptSubmit", workflow);
  const texts = [workflow?.text, await recallFor(input, ctx)].filter((text) => text !== undefined);
  return texts.length === 0 ? pass : context(texts.join("\n\n"));
}

async function recallFor(input: InputOf<"UserPromptSubmit">, ctx: EventContext): Promise<string | undefined> {
  // The user did not type the end of a background task. Commands of the client are meant for the client.
  const asked = promptText(input.prompt);
  if (asked === undefined || asked.startsWith("/") || ctx.knowledge.recall.promptTokens === 0)
    return undefined;
  const own = await clientPromptRecall(asked, input, ctx);
  const { store, project, isMuted, isHeldOut, at } = ctx;
  // One budget for both: the client's memory uses part of it.
  const knowledge = withPromptTokens(ctx.knowledge, ctx.knowledge.recall.promptTokens - (own?.tokens ?? 0));
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
  const { block } = await promptRecall(asked, query, () => alreadyInjected(input.sessionId, ctx));
  const text = await inject("UserPromptSubmit", block, ctx);
  const texts = [own?.text, text].filter((one) => one !== undefined);
  return texts.length === 0 ? undefined : texts.join("\n\n");
}

function withPromptTokens(knowledge: KnowledgeService, promptTokens: number): KnowledgeService {
  return { ...knowledge, recall: { ...knowledge.recall, promptTokens: Math.max(0, promptTokens) } };
}
