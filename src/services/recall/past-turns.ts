/** Moments of past sessions, kept in memory while their sessions stay as they are. */
import { Lru } from "../../lru.ts";
import { pastTurnsIn } from "../../memory/learn/past-turns.ts";
import type { PastTurn } from "../../memory/learn/types.ts";
import type { Store } from "../../store/store.ts";

const MOST_SESSIONS = 400;

/** Splitting a session into words costs more than all the rest of recall: it is done once while it stays as it is. */
export function createPastTurns(store: Pick<Store, "recallMaterial">) {
  const known = new Lru<string, { stamp: string; pastTurns: PastTurn[] }>(MOST_SESSIONS);
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
      known.set(sessionId, { stamp, pastTurns });
      return pastTurns;
    });
  };
}
