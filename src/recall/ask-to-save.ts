/** Off unless the user turned it on, and at most once a session: people hate being blocked. */

import type { InputOf } from "../clients/index.ts";
import { filesWrittenBy } from "../memory/learn/shell-writes.ts";
import { isEdit } from "../memory/records/edits.ts";
import { inProject } from "../memory/records/summary.ts";
import type { EventContext } from "../pipeline/services-context.ts";
import { searchIn } from "../search/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Observation } from "../store/records/records.ts";
import { inputField } from "../text/input-text.ts";
import { toBlock } from "./blocks/start-block.ts";

const URI = "hint://unsaved";
const LOOK_BACK = 500;
const NAMED = 5;

/** What to save, when more was changed than the user lets go by; undefined when nothing is to be said. */
export async function askToSave(
  { sessionId, stopHookActive }: InputOf<"Stop">,
  ctx: EventContext,
): Promise<string | undefined> {
  const { askToSave: isOn, askToSaveAfter } = ctx.knowledge;
  if (!isOn || stopHookActive) return undefined;
  const unsaved = unsavedIn(await recordsIn(ctx.store).observations({ sessionId, limit: LOOK_BACK }));
  // Above the threshold, not at it.
  if (unsaved.length <= askToSaveAfter) return undefined;
  if ((await searchIn(ctx.store).injectedInSession(sessionId)).has(URI)) return undefined;
  const files = new Set(
    unsaved.flatMap(({ files: changed }) => changed.map((file) => inProject(file, ctx.project))),
  );
  const named = [...files].slice(0, NAMED).join(", ");
  const text = `${ctx.messages.notices.unsaved(unsaved.length)} (${named}${files.size > NAMED ? ", …" : ""})`;
  await ctx.ledger("Stop", toBlock(text, { uri: URI, type: "hint", reason: "unsaved operations" }));
  return text;
}

/** Changes since the last memory that was saved; newest first. */
function unsavedIn(newestFirst: readonly Observation[]): { files: readonly string[] }[] {
  const saved = newestFirst.findIndex(({ toolName, ok }) => ok && /^mcp__.*pawl.*__remember$/.test(toolName));
  const since = saved === -1 ? newestFirst : newestFirst.slice(0, saved);
  return since.filter(({ ok }) => ok).flatMap(changedBy);
}

/** A shell can write files too: heredocs, redirections, `sed -i`. */
function changedBy({ toolName, input, files }: Observation): { files: readonly string[] }[] {
  if (isEdit(toolName)) return [{ files }];
  const written = toolName === "Bash" ? filesWrittenBy(inputField(input, "command") ?? "") : [];
  return written.length === 0 ? [] : [{ files: written }];
}
