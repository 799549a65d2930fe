/** Hints after an edit: a note about a folder may be out of date, or a line recurs across sessions. */

import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { InputOf } from "../clients/index.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Observation } from "../store/records/records.ts";
import { inputField } from "../text/input-text.ts";
import { quote } from "../text/quote.ts";
import { toBlock } from "./blocks/start-block.ts";
import { alreadyInjected } from "./injections.ts";
import type { RecallContext } from "./recall-context.ts";

const NOTES = "project://structure/";
const MOST_NOTES = 200;

/** At most one per session, and each only once. A hint blocks nothing. */
export async function hintToRemember(
  { sessionId, toolUseId, agentId }: InputOf<"PostToolUse">,
  ctx: RecallContext,
): Promise<string | undefined> {
  if (agentId !== undefined || ctx.project === "") return undefined;
  const newest = await recordsIn(ctx.store).observations({ sessionId, limit: 3 });
  const call = newest.find((one) => one.toolUseId === toolUseId);
  if (call === undefined) return undefined;
  const { notices } = ctx.messages;
  const pattern = ctx.knowledge.patternIn(call);
  if (pattern !== undefined) {
    const what = `“${quote(pattern.line, 120)}”, in ${pattern.files} files`;
    return once("hint://pattern", notices.rememberPattern(what), sessionId, ctx);
  }
  const stale = await staleNote(call, ctx);
  return stale === undefined || !ctx.knowledge.isNewHint(stale.uri, stale.folder)
    ? undefined
    : once("hint://structure", notices.structureNote(stale.uri, stale.folder), sessionId, ctx);
}

/** The note about the folder that the call added or removed, or about its parent folder. */
async function staleNote(
  call: Observation,
  { store, project, root }: RecallContext,
): Promise<{ uri: string; folder: string } | undefined> {
  const found = await memoriesIn(store).memories({ project, prefix: NOTES, limit: MOST_NOTES });
  const notes = found.map(({ uri }) => ({ uri, about: uri.slice(NOTES.length) }));
  const gone = notes.find(({ about }) => mayRemove(call, about) && !existsSync(join(root, about)));
  if (gone !== undefined) return { uri: gone.uri, folder: gone.about };
  const folder = notes.length === 0 ? undefined : newFolder(call, root);
  if (folder === undefined) return undefined;
  const nearest = notes
    .filter(({ about }) => folder === about || folder.startsWith(`${about}/`))
    .sort((a, b) => b.about.length - a.about.length)[0];
  return nearest && { uri: nearest.uri, folder };
}

/** Returns the folder if it contains only the new file. */
function newFolder({ ok, toolName, files: [file] }: Observation, root: string): string | undefined {
  if (!ok || toolName !== "Write" || file === undefined) return undefined;
  const folder = relative(root, dirname(file)).replaceAll("\\", "/");
  if (folder === "" || folder.startsWith("..")) return undefined;
  try {
    return readdirSync(dirname(file)).length === 1 ? folder : undefined;
  } catch {
    // Moved or deleted since the write.
    return undefined;
  }
}

const REMOVES = /(?:^|[\s;&|])(?:rm|rmdir|mv)\s/;

/** True if a call may have removed a folder: this one, or any. */
export function mayRemove({ ok, toolName, input }: Observation, folder = ""): boolean {
  const command = inputField(input, "command") ?? "";
  const name = folder.slice(folder.lastIndexOf("/") + 1);
  return ok && toolName === "Bash" && REMOVES.test(command) && command.includes(name);
}

async function once(
  uri: string,
  text: string,
  sessionId: string,
  ctx: RecallContext,
): Promise<string | undefined> {
  const { uris } = await alreadyInjected(sessionId, ctx);
  if (ctx.isMuted(uri) || [...uris].some((known) => known.startsWith("hint://"))) return undefined;
  await ctx.ledger("PostToolUse", toBlock(text, { uri, type: "hint", reason: "seen in what was written" }));
  return text;
}
