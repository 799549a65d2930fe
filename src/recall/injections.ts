/** Reads a session's earlier injections, and records the next one. */

import type { HookEventName } from "../clients/index.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Injection } from "../store/records/records.ts";
import { sameness } from "../text/quote.ts";
import type { AlreadyInjected, Rendered } from "./blocks/types.ts";
import type { RecallContext } from "./recall-context.ts";

const MOST = 300;

/**
 * Newest first: the session's own injections, then those of the sessions it was forked from. A subagent's injections do not
 * count as its parent's.
 */
export async function injectionsOf(
  sessionId: string,
  { store, own }: Pick<RecallContext, "store" | "own">,
): Promise<Injection[]> {
  const { sessions, forkedAt = 0 } = await own();
  const all = await recordsIn(store).injections({ sessionId, limit: MOST });
  for (const id of sessions) {
    if (id === sessionId) continue;
    const others = await recordsIn(store).injections({ sessionId: id, limit: MOST });
    all.push(...others.filter(({ at }) => at <= forkedAt));
  }
  return all.filter(({ event }) => event !== "SubagentStart").sort((a, b) => b.at - a.at);
}

export async function alreadyInjected(sessionId: string, ctx: RecallContext): Promise<AlreadyInjected> {
  const injected = await injectionsOf(sessionId, ctx);
  const lines = injected.flatMap(({ text }) => text.split("\n").filter((line) => line.startsWith("- ")));
  return {
    sessions: (await ctx.own()).sessions,
    uris: new Set(injected.flatMap(({ sources }) => sources.map(({ uri }) => uri))),
    texts: new Set(lines.map((line) => sameness(line.slice(2)))),
  };
}

/** Records the injection and returns its text. */
export async function inject(
  event: HookEventName,
  block: Rendered | undefined,
  ctx: RecallContext,
): Promise<string | undefined> {
  if (block !== undefined) await ctx.ledger(event, { ...block, sessions: 0 });
  return block?.text;
}
