/** What a session was working with, from its records. */
import type { SessionRecords, Store } from "../store/store.ts";
import { type WorkingSet, workingSet } from "../workflow/working-set.ts";

export async function loadWorkingSet(
  store: Store,
  sessionId: string,
): Promise<{ records: SessionRecords; set: WorkingSet } | undefined> {
  const records = await store.session(sessionId);
  return records === undefined ? undefined : { records, set: workingSet(records, records.session.project) };
}
