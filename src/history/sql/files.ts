/** What happened to a file or folder in a session. */
import type { Database } from "bun:sqlite";
import { type Named, toLimit, toText } from "../../store/values.ts";
import { CALL, type SpanCallRow, toSpanCall } from "./activity.ts";
import type { FileCallFilter, SpanCall } from "./types.ts";

const EDITS = "('Write', 'Edit', 'MultiEdit', 'NotebookEdit')";

export function createFileReads(db: Database) {
  return {
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
  };
}
