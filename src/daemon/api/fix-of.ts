import { fixesIn } from "../../history/failures/failures.ts";
import { historyIn } from "../../history/sql/index.ts";
import { Lru } from "../../platform/lru.ts";
import type { Store } from "../../store/store.ts";

const KEPT_SESSIONS = 20;
const MAX_CALLS = 5000;

/** Of a failed call: the call that fixed it, as the session's card and the day say. */
export function createFixOf(store: Store) {
  const known = new Lru<string, { last: string; fixes: ReadonlyMap<string, string> }>(KEPT_SESSIONS);

  return async (id: string): Promise<string | undefined> => {
    const failed = await historyIn(store).fullRecord(id);
    if (failed?.tool === undefined) return undefined;
    const { sessionId, project } = failed;
    const calls = await historyIn(store).sessionCalls(sessionId, MAX_CALLS);
    const last = calls.at(-1)?.id ?? "";
    const cached = known.get(sessionId);
    const fixes = cached?.last === last ? cached.fixes : fixesIn(calls, project);
    known.set(sessionId, { last, fixes });
    return fixes.get(id);
  };
}
