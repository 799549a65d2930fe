/** Derives what a session was working with from its records. */
import { summaryLines } from "../history/summary/summarize.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { SessionRecords } from "../store/records/records.ts";
import type { Store } from "../store/store.ts";
import type { WorkContext } from "./continuity.ts";
import { createSnapshot } from "./state-files.ts";
import { type WorkingSet, workingSet } from "./workflow/working-set.ts";

/** `own`: where given, what the sessions that it was forked from did before counts too: its conversation had it. */
export async function loadWorkingSet(
  store: Store,
  sessionId: string,
  own?: Awaited<ReturnType<WorkContext["own"]>>,
): Promise<{ records: SessionRecords; set: WorkingSet } | undefined> {
  const records = await recordsIn(store).session(sessionId);
  if (records === undefined) return undefined;
  const history = own === undefined ? records : await withOrigins(records, own, store);
  return { records, set: workingSet(history, records.session.project) };
}

async function withOrigins(
  records: SessionRecords,
  { sessions, forkedAt = 0 }: Awaited<ReturnType<WorkContext["own"]>>,
  store: Store,
): Promise<SessionRecords> {
  const whole = { ...records };
  for (const id of sessions) {
    const other = id === records.session.id ? undefined : await recordsIn(store).session(id);
    if (other === undefined) continue;
    whole.prompts = before(other.prompts, whole.prompts, forkedAt);
    whole.observations = before(other.observations, whole.observations, forkedAt);
    whole.responses = before(other.responses, whole.responses, forkedAt);
    whole.events = before(other.events, whole.events, forkedAt);
  }
  return whole;
}

function before<T extends { at: number }>(older: readonly T[], own: readonly T[], until: number): T[] {
  return [...older.filter(({ at }) => at <= until), ...own].sort((a, b) => a.at - b.at);
}

export async function saveState(
  event: "Stop" | "PreCompact" | "SessionEnd",
  sessionId: string,
  ctx: WorkContext,
): Promise<void> {
  const loaded = await loadWorkingSet(ctx.store, sessionId);
  if (loaded === undefined) return;
  const { records, set } = loaded;
  // A session without a request leaves nothing behind.
  if (records.prompts.length === 0) return;
  const { id, project, startedAt } = records.session;
  // Stop and SessionEnd have just stored it; before a compaction the turn is still running.
  const stored = event === "PreCompact" ? undefined : records.summary?.text;
  const summary = stored ?? summaryLines(records, ctx.messages).join("\n");
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
