import { type InputOf, pass, type ReplyFor } from "../protocol/index.ts";
import type { HandlerContext } from "./context.ts";
import { projectContext } from "./project-context.ts";

/** S0.3, S4.3–S4.5: tells the model what happened before in this project, and the user that it did. */
export async function sessionStart(
  input: InputOf<"SessionStart">,
  ctx: HandlerContext,
): Promise<ReplyFor<"SessionStart">> {
  const after = await toldUntil(input, ctx);
  const block = await projectContext({
    store: ctx.store,
    project: ctx.project,
    except: input.sessionId,
    budget: ctx.contextTokens,
    notes: ctx.projectNotes(),
    formatTime: ctx.formatTime,
    isMuted: ctx.isMuted,
    ...(after === undefined ? {} : { after }),
  });
  if (block === undefined) return pass;
  await ctx.ledger("SessionStart", block);
  if (block.sessions === 0) return { context: block.text };
  const sessions = block.sessions === 1 ? "1 earlier session" : `${block.sessions} earlier sessions`;
  return {
    context: block.text,
    message: `Pawl: told Claude about ${sessions} in this project (${block.tokens} tokens)`,
  };
}

/**
 * A resumed session still has what it was told in its conversation, so only later things are news to it. After
 * compaction and `/clear` that is gone, and everything is told again.
 */
async function toldUntil(input: InputOf<"SessionStart">, ctx: HandlerContext): Promise<number | undefined> {
  if (input.source !== "resume") return undefined;
  const [last] = await ctx.store.injections({ sessionId: input.sessionId, limit: 1 });
  return last?.at;
}
