/** What happened to a file or folder: by the digests of sessions, then by the calls of each. */
import type { Database } from "bun:sqlite";
import { DIGEST_VERSION, type SessionDigest } from "../../memory/digest/types.ts";
import type { FileCallFilter, FileHistoryFilter, SpanCall } from "../../store/port/activity-port.ts";
import type { SessionOverview } from "../../store/records/records.ts";
import { type SessionRow, toOverview } from "../../store/records/rows.ts";
import { type Named, toLimit, toText } from "../../store/values.ts";
import { CALL, type SpanCallRow, toSpanCall } from "./activity.ts";

const EDITS = "('Write', 'Edit', 'MultiEdit', 'NotebookEdit')";

export function createFileReads(db: Database) {
  return {
    digestsOf(sessionIds: readonly string[]): SessionDigest[] {
      return db
        .query<{ body: string }, Named>(
          `select d.body from sessions s join session_digests d on d.session = s.seq and d.version = ${DIGEST_VERSION}
           where s.id in (select value from json_each($ids))`,
        )
        .all({ ids: JSON.stringify(sessionIds.map(toText)) })
        .map(({ body }) => JSON.parse(body) as SessionDigest);
    },

    digestsNaming({ projects, path, limit }: FileHistoryFilter): SessionDigest[] {
      // As it stands in the JSON: with its opening quote, and closed unless it is a folder.
      const quoted = JSON.stringify(toText(path));
      const named = path === "" ? '"path":"' : path.endsWith("/") ? quoted.slice(0, -1) : quoted;
      return db
        .query<{ body: string }, Named>(
          `select d.body from sessions s join session_digests d on d.session = s.seq and d.version = ${DIGEST_VERSION}
           where s.project in (select value from json_each($projects)) and instr(d.body, $named) > 0
           order by s.last_event_at desc, s.seq desc limit $limit`,
        )
        .all({ projects: JSON.stringify(projects.map(toText)), named, limit: toLimit(limit) })
        .map(({ body }) => JSON.parse(body) as SessionDigest);
    },

    fileCalls({ sessionId, names, limit }: FileCallFilter): SpanCall[] {
      return db
        .query<SpanCallRow, Named>(
          `select ${CALL}
           from entries e join sessions s on s.seq = e.session join calls c on c.entry = e.id
           where e.session = (select seq from sessions where id = $id) and e.kind = 'observation'
             and c.ok = 1 and c.tool_name in ${EDITS} and exists (
               select 1 from json_each(c.files) f, json_each($names) n
               where f.value = n.value or (n.value like '%/' and substr(f.value, 1, length(n.value)) = n.value))
           order by e.at, e.id limit $limit`,
        )
        .all({ id: toText(sessionId), names: JSON.stringify(names.map(toText)), limit: toLimit(limit) })
        .map(toSpanCall);
    },

    sessionOverviews(ids: readonly string[]): SessionOverview[] {
      return db
        .query<SessionRow, Named>(
          "select s.* from sessions s where s.id in (select value from json_each($ids)) order by s.last_event_at desc",
        )
        .all({ ids: JSON.stringify(ids.map(toText)) })
        .map(toOverview);
    },
  };
}
