import { type InputOf, pass, type ReplyFor, say } from "../../clients/index.ts";
import type { EventContext } from "../event-context.ts";

/** Confirms what was learned from the compacted conversation. */
export async function postCompact(
  { sessionId }: InputOf<"PostCompact">,
  ctx: EventContext,
): Promise<ReplyFor<"PostCompact">> {
  const { solutions, files, rules, decisions } = await ctx.work.learn(sessionId, ctx.at);
  if (solutions + files + rules.length + decisions.length === 0) return pass;
  return say(ctx.messages.notices.learned(solutions, files, rules.length, decisions.length));
}
