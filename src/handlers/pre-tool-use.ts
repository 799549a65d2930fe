import { type InputOf, type ReplyFor, say } from "../protocol/index.ts";
import { isEdit } from "../workflow/working-set.ts";
import type { HandlerContext } from "./context.ts";
import { fileRecall } from "./file-recall.ts";
import { refusedBefore } from "./permission-recall.ts";
import { suggestAt } from "./suggest.ts";

export async function preToolUse(
  input: InputOf<"PreToolUse">,
  ctx: HandlerContext,
): Promise<ReplyFor<"PreToolUse">> {
  const line = await suggestCompact(input, ctx);
  const message = line === undefined ? {} : say(line);
  const told = [await refusedBefore(input, ctx), await fileRecall(input, ctx)].filter(
    (text) => text !== undefined,
  );
  return {
    ...message,
    ...(told.length === 0 ? {} : { context: told.join("\n\n") }),
  };
}

/** What a subagent does fills a context of its own, which nobody can compact. */
async function suggestCompact(
  { agentId, toolName: name, contextTokens }: InputOf<"PreToolUse">,
  ctx: HandlerContext,
): Promise<string | undefined> {
  if (agentId !== undefined) return undefined;
  if (!isEdit(name) && contextTokens === undefined) return undefined;
  return suggestAt({ type: "tool", name, ...(contextTokens === undefined ? {} : { contextTokens }) }, ctx);
}
