/** Off by default, and at most once per session: users hate being blocked. */

import type { InputOf } from "../clients/index.ts";
import { toCall } from "../memory/digest/calls.ts";
import { searchIn } from "../search/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Observation } from "../store/records/records.ts";
import { toBlock } from "./blocks/start-block.ts";
import type { RecallContext } from "./recall-context.ts";

const URI = "hint://unsaved";
const LOOK_BACK = 500;
const NAMED = 5;

/** The message that asks to save, if there are more changes than the user's limit allows; else undefined. */
export async function askToSave(
  { sessionId, stopHookActive }: InputOf<"Stop">,
  ctx: RecallContext,
): Promise<string | undefined> {
  const { askToSave: isOn, askToSaveAfter } = ctx.knowledge;
  if (!isOn || stopHookActive) return undefined;
  const unsaved = unsavedIn(
    await recordsIn(ctx.store).observations({ sessionId, limit: LOOK_BACK }),
    ctx.project,
  );
  // Above the threshold, not at it.
  if (unsaved.length <= askToSaveAfter) return undefined;
  if ((await searchIn(ctx.store).injectedInSession(sessionId)).has(URI)) return undefined;
  const files = new Set(unsaved.flat());
  const named = [...files].slice(0, NAMED).join(", ");
  const text = `${ctx.messages.notices.unsaved(unsaved.length)} (${named}${files.size > NAMED ? ", …" : ""})`;
  await ctx.ledger("Stop", toBlock(text, { uri: URI, type: "hint", reason: "unsaved operations" }));
  return text;
}

/** Changes since the last saved memory, newest first. A shell can write files too. */
function unsavedIn(newestFirst: readonly Observation[], project: string): string[][] {
  const saved = newestFirst.findIndex(({ toolName, ok }) => ok && /^mcp__.*pawl.*__remember$/.test(toolName));
  const since = saved === -1 ? newestFirst : newestFirst.slice(0, saved);
  return since
    .filter(({ ok }) => ok)
    .map((call) => toCall(call, project).changes.map(({ path }) => path))
    .filter((files) => files.length > 0);
}
