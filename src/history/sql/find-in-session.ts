/** Find in one session: every text of it, not only its words. */
import type { Database } from "bun:sqlite";
import { unpackRow } from "../../store/records/rows.ts";
import { type Named, toLimit, toText } from "../../store/values.ts";
import type { FindFilter } from "./types.ts";

const RECORDS = `select e.id, e.kind, t.text, c.tool_name as tool, c.input, c.response, c.packed
  from entries e left join texts t on t.entry = e.id left join calls c on c.entry = e.id
  where e.session = (select seq from sessions where id = $session) and e.kind <> 'summary' and e.id > $after
  order by e.id limit $limit`;
const INJECTIONS = "select id, text from injections where session_id = $session order by id";

interface FoundRow {
  id: number;
  kind: string;
  text: string | null;
  tool: string | null;
  input: string | null;
  response: string | null;
  packed: Uint8Array | null;
}

export function createFindInSession(db: Database) {
  return {
    findInSession({ sessionId, text, after, limit }: FindFilter): { ids: string[]; next?: number } {
      const session = toText(sessionId);
      const wanted = toText(text).toLowerCase();
      const has = (part: string | null) => part?.toLowerCase().includes(wanted) === true;
      const rows = db.query<FoundRow, Named>(RECORDS).all({ session, after, limit: toLimit(limit) });
      const ids = rows
        .map(unpackRow)
        .filter((row) => [row.text, row.tool, row.input, row.response].some(has))
        .map(({ id, kind }) => `${kind}-${id}`);
      if (after === 0) {
        const injections = db.query<{ id: number; text: string }, Named>(INJECTIONS).all({ session });
        ids.push(...injections.filter((one) => has(one.text)).map(({ id }) => `injection-${id}`));
      }
      const last = rows.length < limit ? undefined : rows.at(-1)?.id;
      return { ids, ...(last === undefined ? {} : { next: last }) };
    },
  };
}
