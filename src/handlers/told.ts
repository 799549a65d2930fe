/** What a session has been told already, and telling it something more. */
import { sameness } from "../memory/recall/render.ts";
import type { Recall, Told } from "../memory/recall/types.ts";
import type { HookEventName } from "../protocol/index.ts";
import type { HandlerContext } from "./context.ts";

const MOST = 300;

/** What a subagent was told, its parent was not. */
export async function toldTo(sessionId: string, { store }: HandlerContext): Promise<Told> {
  const all = await store.injections({ sessionId, limit: MOST });
  const told = all.filter(({ event }) => event !== "SubagentStart");
  const lines = told.flatMap(({ text }) => text.split("\n").filter((line) => line.startsWith("- ")));
  return {
    sessions: new Set([sessionId]),
    uris: new Set(told.flatMap(({ sources }) => sources.map(({ uri }) => uri))),
    texts: new Set(lines.map((line) => sameness(line.slice(2)))),
  };
}

/** Writes it down, with its scores, and answers the text. */
export async function tell(
  event: HookEventName,
  { block, considered }: Recall,
  ctx: HandlerContext,
): Promise<string | undefined> {
  if (block === undefined) return undefined;
  const byUri = new Map(considered.map((one) => [one.uri, one]));
  const sources = block.sources.map((source) => {
    const found = byUri.get(source.uri);
    if (found === undefined) return source;
    const parts = Object.fromEntries(found.why.map(({ part, value }) => [part, value]));
    return { ...source, score: found.evidence, parts };
  });
  await ctx.ledger(event, { ...block, sources, sessions: 0 });
  return block.text;
}
