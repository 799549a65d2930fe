/**
 * Whose hooks a session has. `cwd` follows every `cd` of the session, into a nested repository too: were it asked at
 * each event, a gate could be left behind by walking away from it. So a session stays where it started.
 */

import type { KnownInput } from "../../clients/index.ts";
import { Lru } from "../../platform/lru.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";

const MAX_SESSIONS = 1000;

export function createSessionProjects(deps: {
  store: Store;
  projectOf(cwd: string): string;
  /** For a session that says no folder. */
  fallback: string;
}): (input: KnownInput) => Promise<string> {
  const known = new Lru<string, string>(MAX_SESSIONS);

  return async (input) => {
    const here = deps.projectOf(input.cwd ?? "");
    // Compaction is in the middle of a session; every other start says where it is.
    const starts = input.event === "SessionStart" && input.source !== "compact";
    const found = starts ? undefined : (known.get(input.sessionId) ?? (await recorded(input.sessionId)));
    const project = found ?? (here === "" ? deps.fallback : here);
    known.set(input.sessionId, project);
    return project;
  };

  /** The daemon was started again in the middle of the session. */
  async function recorded(sessionId: string): Promise<string | undefined> {
    // A store that is down says so at the commit; the hooks of the folder at hand are better than none.
    const project = await recordsIn(deps.store)
      .sessionProject(sessionId)
      .catch(() => undefined);
    return project === "" ? undefined : project;
  }
}
