/** Find in one session: every text of it, not only its words. */
import type { Database } from "bun:sqlite";
import { unpack } from "../../store/records/packed.ts";
import { type Named, toLimit, toText } from "../../store/values.ts";
import { toLike } from "./cursor.ts";
import type { FindFilter } from "./types.ts";

const OF_SESSION = "(select seq from sessions where id = $session)";

const RECORDS = `select e.id, e.kind,
    coalesce(t.text like $like escape '\\', 0) or coalesce(c.tool_name like $like escape '\\'
      or c.input like $like escape '\\' or c.response like $like escape '\\', 0) as found, c.packed
  from (
    select id, kind from entries where session = ${OF_SESSION} and kind <> 'summary' and id > $after
    order by id limit $limit
  ) e left join texts t on t.entry = e.id left join calls c on c.entry = e.id order by e.id`;
const INJECTIONS = `select id from injections where session_id = $session and text like $like escape '\\' order by id`;

export function createFindInSession(db: Database) {
  return {
    findInSession({ sessionId, text, after, limit }: FindFilter): { ids: string[]; next?: number } {
      const session = toText(sessionId);
      const escaped = toLike(toText(text));
      // A line break inside a JSON value is written as \n there.
      const like = `%${escaped}%`;
      const rows = db
        .query<{ id: number; kind: string; found: number; packed: Uint8Array | null }, Named>(RECORDS)
        .all({ session, like, after, limit: toLimit(limit) });
      // As `like` does: letters of ASCII in either form.
      const wanted = toText(text).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
      const isInPacked = (packed: Uint8Array | null) => {
        if (packed === null) return false;
        const { input, response } = unpack({ input: "", response: "", packed });
        return [input, response].some((part) =>
          part.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()).includes(wanted),
        );
      };
      const ids = rows
        .filter(({ found, packed }) => found === 1 || isInPacked(packed))
        .map(({ id, kind }) => `${kind}-${id}`);
      if (after === 0) {
        const injections = db.query<{ id: number }, Named>(INJECTIONS).all({ session, like });
        ids.push(...injections.map(({ id }) => `injection-${id}`));
      }
      const last = rows.length < limit ? undefined : rows.at(-1)?.id;
      return { ids, ...(last === undefined ? {} : { next: last }) };
    },
  };
}
