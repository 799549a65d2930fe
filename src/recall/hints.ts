/** A change of the project's structure, or a line that is written again and again: worth a memory. */

import type { InputOf } from "../clients/index.ts";
import { patternIn } from "../memory/learn/patterns.ts";
import { structureChange } from "../memory/learn/structure.ts";
import { inProject } from "../memory/records/summary.ts";
import type { EventContext } from "../pipeline/services-context.ts";
import type { Observation } from "../store/records/records.ts";
import { quote } from "../text/quote.ts";
import { toBlock } from "./blocks/start-block.ts";
import { alreadyInjected } from "./injections.ts";

/** Each kind of hint once a session, and a hint only: nothing is held up. */
export async function hintToRemember(
  { sessionId, toolUseId, agentId }: InputOf<"PostToolUse">,
  ctx: EventContext,
): Promise<string | undefined> {
  if (agentId !== undefined || ctx.project === "") return undefined;
  const newest = await ctx.store.observations({ sessionId, limit: 3 });
  const call = newest.find((one) => one.toolUseId === toolUseId);
  if (call === undefined) return undefined;
  const { hint, seen } = patternIn(call, ctx.project, ctx.knowledge.seenLines());
  ctx.knowledge.sawLines(seen);
  if (hint !== undefined) {
    const what = `“${quote(hint.pattern, 120)}”, in ${hint.files.length} files`;
    return once("hint://pattern", ctx.messages.notices.rememberPattern(what), sessionId, ctx);
  }
  const path = await newPath(call, ctx);
  if (path === undefined) return undefined;
  return once("hint://structure", ctx.messages.notices.rememberStructure(path), sessionId, ctx);
}

async function newPath(call: Observation, ctx: EventContext): Promise<string | undefined> {
  const { store, project } = ctx;
  if (call.toolName !== "Write") return undefined;
  const past = await ctx.knowledge.past([call.sessionId]);
  const before = await store.observations({ sessionId: call.sessionId, limit: 100 });
  const files = before.filter(({ key }) => key !== call.key).flatMap((one) => one.files);
  const known = new Set([...past.files.keys(), ...files.map((file) => inProject(file, project))]);
  const change = structureChange(call, project, known);
  return change === undefined || known.has(change.path) ? undefined : change.path;
}

async function once(
  uri: string,
  text: string,
  sessionId: string,
  ctx: EventContext,
): Promise<string | undefined> {
  if (ctx.isMuted(uri) || (await alreadyInjected(sessionId, ctx)).uris.has(uri)) return undefined;
  await ctx.ledger("PostToolUse", toBlock(text, { uri, type: "hint", reason: "seen in what was written" }));
  return text;
}
