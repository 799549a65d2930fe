/** Moments of past sessions, kept in memory while their sessions stay as they are. */
import { pastTurnsIn } from "../../memory/learn/past-turns.ts";
import type { PastTurn } from "../../memory/learn/types.ts";
import type { Store } from "../../store/store.ts";

const MOST_SESSIONS = 400;

/** Splitting a session into words costs more than all the rest of recall: it is done once while it stays as it is. */
export function createPastTurns(store: Pick<Store, "recallMaterial">) {
  const known = new Map<string, { stamp: string; pastTurns: PastTurn[] }>();
  return async (sessionIds: readonly string[]): Promise<PastTurn[]> => {
    const stamps = new Map(
      sessionIds.flatMap((id): [string, string][] => {
        const stamp = known.get(id)?.stamp;
        return stamp === undefined ? [] : [[id, stamp]];
      }),
    );
    const all = await store.recallMaterial(sessionIds, stamps);
    return all.flatMap(({ sessionId, project, stamp, records }) => {
      const kept = known.get(sessionId);
      const pastTurns =
        records === undefined ? (kept?.pastTurns ?? []) : pastTurnsIn({ sessionId, project, ...records });
      known.delete(sessionId);
      known.set(sessionId, { stamp, pastTurns });
      const oldest = known.keys().next().value;
      if (known.size > MOST_SESSIONS && oldest !== undefined) known.delete(oldest);
      return pastTurns;
    });
  };
}
