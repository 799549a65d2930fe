/** Summaries of sessions, where the user shares them. */
import type { Store } from "../store/store.ts";
import type { Derived } from "./derive.ts";

const MOST = 50;

export async function summariesOf(store: Pick<Store, "sessions">, folder: string): Promise<Derived[]> {
  const sessions = await store.sessions({ project: folder, withContent: true, limit: MOST });
  return sessions.flatMap(({ id, summary, lastEventAt }): Derived[] =>
    summary === undefined
      ? []
      : [
          {
            key: `summary\n${id}`,
            at: lastEventAt,
            body: { kind: "summary", session: id.slice(0, 8), text: summary, lastAt: lastEventAt },
          },
        ],
  );
}
