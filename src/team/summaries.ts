/** Summaries of sessions, where the user shares them. */
import { recordsIn } from "../store/records/queries.ts";
import type { Store } from "../store/store.ts";
import type { Derived } from "./derive.ts";

const MOST = 50;

export async function summariesOf(store: Store, folder: string): Promise<Derived[]> {
  const sessions = await recordsIn(store).sessions({ project: folder, withContent: true, limit: MOST });
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
