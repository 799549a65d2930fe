/** A store that ignores records the user has excluded, from any source: hook, transcript, import or API. */

import type { Exclusion } from "../platform/exclusion.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Added } from "../store/records/records.ts";
import { override, type Store } from "../store/store.ts";

const NOTHING: Added = { prompts: 0, observations: 0, responses: 0, events: 0 };

/** A session that was ever in such a folder stays excluded, because `cwd` follows every `cd`. */
const MOST_SESSIONS = 10_000;

export function leavingOut(store: Store, exclusion: Exclusion): Store {
  const sessions = new Set<string>();
  const records = recordsIn(store);
  return override(store, recordsIn, {
    async record(batch) {
      const { id, cwd, project } = batch.session;
      if (sessions.has(id) || exclusion.folder(cwd, project)) {
        if (sessions.size < MOST_SESSIONS) sessions.add(id);
        return NOTHING;
      }
      return records.record(batch);
    },
    async saveTranscriptOffset(offset) {
      // It would contain the session's last text. Without it, the file is read and excluded again.
      const isOut = offset.path.split(/[\\/]/).some((part) => sessions.has(part.replace(/\.jsonl$/, "")));
      if (!isOut) await records.saveTranscriptOffset(offset);
    },
  });
}
