/** S1.12, S1.17: off unless the user turned it on, and at most once a session: people hate being blocked. */

import { toBlock } from "../../memory/recall/start-block.ts";
import type { Observation } from "../../memory/records/records.ts";
import { inProject } from "../../memory/records/summary.ts";
import type { InputOf } from "../../protocol/index.ts";
import { isEdit } from "../../workflow/edits.ts";
import type { EventContext } from "../event-context.ts";

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
  const unsaved = unsavedIn(await ctx.store.observations({ sessionId, limit: LOOK_BACK }));
  if (unsaved.length < askToSaveAfter) return undefined;
  if ((await ctx.store.injectedInSession(sessionId)).has(URI)) return undefined;
  const files = new Set(unsaved.flatMap((call) => call.files.map((file) => inProject(file, ctx.project))));
  const named = [...files].slice(0, NAMED).join(", ");
  const text = `${ctx.messages.notices.unsaved(unsaved.length)} (${named}${files.size > NAMED ? ", …" : ""})`;
  await ctx.ledger("Stop", toBlock(text, { uri: URI, type: "hint", reason: "unsaved operations" }));
  return text;
}

/** Changes since the last memory that was saved; newest first. */
function unsavedIn(newestFirst: readonly Observation[]): Observation[] {
  const saved = newestFirst.findIndex(({ toolName, ok }) => ok && /^mcp__.*pawl.*__remember$/.test(toolName));
  const since = saved === -1 ? newestFirst : newestFirst.slice(0, saved);
  return since.filter(({ toolName, ok }) => ok && isEdit(toolName));
}
