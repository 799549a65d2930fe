/** Writes the session's state file: at Stop, PreCompact and SessionEnd. */

import { summaryLines } from "../history/summary/summarize.ts";
import type { EventContext } from "../pipeline/services-context.ts";
import { createSnapshot } from "./workflow/snapshot.ts";
import { loadWorkingSet } from "./working-set.ts";

export async function saveState(
  event: "Stop" | "PreCompact" | "SessionEnd",
  sessionId: string,
  ctx: EventContext,
): Promise<void> {
  const loaded = await loadWorkingSet(ctx.store, sessionId);
  if (loaded === undefined) return;
  const { records, set } = loaded;
  // A session in which nobody asked for anything leaves nothing behind.
  if (records.prompts.length === 0) return;
  const { id, project, startedAt } = records.session;
  const summary = summaryLines(records, ctx.messages).join("\n");
  const state = ctx.continuity.workflow();
  await ctx.continuity.saveSnapshot(
    createSnapshot({
      now: ctx.at,
      event,
      session: { id, startedAt, ...(project === "" ? {} : { project }) },
      history: records,
      set,
      ...(summary === "" ? {} : { summary }),
      ...(state === undefined ? {} : { state }),
    }),
  );
}
