import { toFailure } from "../memory/learn/fingerprint.ts";
import { BY_HAND, fromStored, lineFor } from "../memory/learn/stored.ts";
import type { Failure, Solution } from "../memory/learn/types.ts";
import { FAILURE_LIMITS, recallForFailure } from "../memory/recall/failure.ts";
import type { Observation } from "../memory/records/records.ts";
import { context, type InputOf, pass, type ReplyFor } from "../protocol/index.ts";
import { clientFailureRecall } from "../services/client-memory/recall.ts";
import type { EventContext } from "../services/event-context.ts";
import { alreadyInjected, inject } from "../services/recall/injections.ts";

/** S1.6, S1.16: the solution that went before, told at the failure itself: asked for, it hardly ever is. */
export async function postToolUseFailure(
  { sessionId, toolUseId, isInterrupt }: InputOf<"PostToolUseFailure">,
  ctx: EventContext,
): Promise<ReplyFor<"PostToolUseFailure">> {
  if (isInterrupt) return pass;
  // As it was recorded a moment ago, secrets removed: what is compared must be made the same way.
  const newest = await ctx.store.observations({ sessionId, limit: 5 });
  const call = newest.find((one) => one.toolUseId === toolUseId && !one.ok);
  if (call === undefined) return pass;
  const texts = [
    await clientFailureRecall("PostToolUseFailure", call, ctx),
    await solutionFor("PostToolUseFailure", call, ctx),
  ].filter((text) => text !== undefined);
  return texts.length === 0 ? pass : context(texts.join("\n\n"));
}

/** Also for a check that printed failures and ended well, as it does behind a pipe. */
export async function solutionFor(
  event: "PostToolUse" | "PostToolUseFailure",
  call: Observation,
  ctx: EventContext,
): Promise<string | undefined> {
  const budget = ctx.knowledge.recall.failureTokens;
  if (budget === 0 || ctx.project === "") return undefined;
  const failure = toFailure(call, ctx.project);
  if (failure === undefined) return undefined;
  const solutions = await knownFor(failure, call.response, ctx);
  if (solutions.length === 0) return undefined;
  const injected = await alreadyInjected(call.sessionId, ctx);
  const limits = { ...FAILURE_LIMITS, budget };
  return inject(event, recallForFailure({ failure, solutions, injected, limits }), ctx);
}

async function knownFor(failure: Failure, output: string, ctx: EventContext): Promise<Solution[]> {
  const { store, project, isMuted } = ctx;
  const found = new Map<string, Solution>();
  for (const line of ctx.isHeldOut ? [] : failure.lines) {
    for (const stored of await store.solutionsFor(line.fingerprint, project)) {
      found.set(stored.id, fromStored(stored, line));
    }
  }
  for (const stored of await store.solutions({ project, kind: BY_HAND, limit: 200 })) {
    const line = lineFor(stored, failure, output, project);
    if (line !== undefined) found.set(stored.id, fromStored(stored, line));
  }
  return [...found.values()].filter(({ id }) => !isMuted(`solution://${id}`));
}
