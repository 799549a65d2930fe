import { type InputOf, pass, type ReplyFor } from "../protocol/index.ts";
import type { HandlerContext } from "./context.ts";
import { summarize } from "./summarize.ts";

/** Stop fires every turn: a checkpoint, not the end. The summary is written after the answer has gone out. */
export async function stop(input: InputOf<"Stop">, ctx: HandlerContext): Promise<ReplyFor<"Stop">> {
  ctx.later(async () => {
    await ctx.catchUp();
    await summarize(ctx.store, input.sessionId, ctx.at, ctx.redaction);
  });
  return pass;
}
