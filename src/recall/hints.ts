/** A note on a folder that may be out of date, or a line that is written again and again over sessions. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { InputOf } from "../clients/index.ts";
import { patternIn } from "../memory/learn/patterns.ts";
import { mayRemove, newFolder } from "../memory/learn/structure.ts";
import { inProject } from "../memory/records/summary.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Observation } from "../store/records/records.ts";
import { quote } from "../text/quote.ts";
import { toBlock } from "./blocks/start-block.ts";
import { alreadyInjected } from "./injections.ts";
import type { RecallContext } from "./recall-context.ts";

const NOTES = "project://structure/";
const MOST_NOTES = 200;
const LOOK_BACK = 100;

/** At most one a session, never twice for the same thing, and a hint only: nothing is held up. */
export async function hintToRemember(
  { sessionId, toolUseId, agentId }: InputOf<"PostToolUse">,
  ctx: RecallContext,
): Promise<string | undefined> {
  if (agentId !== undefined || ctx.project === "") return undefined;
  const newest = await recordsIn(ctx.store).observations({ sessionId, limit: 3 });
  const call = newest.find((one) => one.toolUseId === toolUseId);
  if (call === undefined) return undefined;
  const { hint, seen } = patternIn(call, ctx.project, ctx.knowledge.seenLines());
  ctx.knowledge.sawLines(seen);
  if (hint !== undefined) {
    const what = `“${quote(hint.pattern, 120)}”, in ${hint.files.length} files`;
    return once("hint://pattern", ctx.messages.notices.rememberPattern(what), sessionId, ctx);
  }
  const stale = await staleNote(call, ctx);
  if (stale === undefined || ctx.knowledge.wasHinted(stale.uri, stale.folder)) return undefined;
  const text = ctx.messages.notices.structureNote(stale.uri, stale.folder);
  return once("hint://structure", text, sessionId, ctx);
}

/** The note on a folder that the call added or removed, or on the folder that it lies in. */
async function staleNote(
  call: Observation,
  ctx: RecallContext,
): Promise<{ uri: string; folder: string } | undefined> {
  const { store, project } = ctx;
  const found = await memoriesIn(store).memories({ project, prefix: NOTES, limit: MOST_NOTES });
  if (found.length === 0) return undefined;
  const notes = found.map(({ uri }) => ({ uri, about: uri.slice(NOTES.length) }));
  const gone = notes.find(({ about }) => mayRemove(call, about) && !existsSync(join(ctx.root, about)));
  if (gone !== undefined) return { uri: gone.uri, folder: gone.about };
  const past = await ctx.knowledge.past([call.sessionId]);
  const before = await recordsIn(store).observations({ sessionId: call.sessionId, limit: LOOK_BACK });
  const files = before.filter(({ key }) => key !== call.key).flatMap((one) => one.files);
  const known = new Set([...past.files.keys(), ...files.map((file) => inProject(file, project))]);
  const folder = newFolder(call, project, known);
  if (folder === undefined) return undefined;
  const nearest = notes
    .filter(({ about }) => folder === about || folder.startsWith(`${about}/`))
    .sort((a, b) => b.about.length - a.about.length)[0];
  return nearest === undefined ? undefined : { uri: nearest.uri, folder };
}

async function once(
  uri: string,
  text: string,
  sessionId: string,
  ctx: RecallContext,
): Promise<string | undefined> {
  const { uris } = await alreadyInjected(sessionId, ctx);
  if (ctx.isMuted(uri) || HINTS.some((hint) => uris.has(hint))) return undefined;
  await ctx.ledger("PostToolUse", toBlock(text, { uri, type: "hint", reason: "seen in what was written" }));
  return text;
}

const HINTS = ["hint://pattern", "hint://structure"];
