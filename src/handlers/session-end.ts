import { type InputOf, pass, type ReplyFor } from "../protocol/index.ts";
import type { HandlerContext } from "./context.ts";
import { summarize } from "./summarize.ts";

/** Here somebody waits (the client is leaving anyway), so that the next session finds the summary. */
export async function sessionEnd(
  input: InputOf<"SessionEnd">,
  ctx: HandlerContext,
): Promise<ReplyFor<"SessionEnd">> {
  await ctx.store.endSession(input.sessionId, ctx.at, input.reason);
  await summarize(ctx.store, input.sessionId, ctx.at, ctx.redaction);
  return pass;
}
