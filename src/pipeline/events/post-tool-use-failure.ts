import { context, type InputOf, pass, type ReplyFor } from "../../clients/index.ts";
import { clientFailureRecall } from "../../recall/client-memory/recall.ts";
import { solutionFor } from "../../recall/failure.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { EventContext } from "../services-context.ts";

/** What cured it before, given at the failure itself: asked for, it hardly ever is. */
export async function postToolUseFailure(
  { sessionId, toolUseId, isInterrupt }: InputOf<"PostToolUseFailure">,
  ctx: EventContext,
): Promise<ReplyFor<"PostToolUseFailure">> {
  if (isInterrupt) return pass;
  // As it was recorded a moment ago, secrets removed: what is compared must be made the same way.
  const newest = await recordsIn(ctx.store).observations({ sessionId, limit: 5 });
  const call = newest.find((one) => one.toolUseId === toolUseId && !one.ok);
  if (call === undefined) return pass;
  const texts = [
    await clientFailureRecall("PostToolUseFailure", call, ctx),
    await solutionFor("PostToolUseFailure", call, ctx),
  ].filter((text) => text !== undefined);
  return texts.length === 0 ? pass : context(texts.join("\n\n"));
}
