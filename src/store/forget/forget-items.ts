/** What a forget request would delete, one line each: people want to see what, not only how much. */
import type { Database } from "bun:sqlite";
import { toFirstLine } from "../../text/title.ts";
import { unpack } from "../records/rows.ts";
import type { Named } from "../values.ts";
import type { ForgetItem } from "./types.ts";

/** Records of a session that is deleted as a whole are not listed one by one. */
const ITEMS = `
  select 1 as rank, 'session' as kind, s.id as id, coalesce(s.title, '') as title, s.last_event_at as at,
      null as packed, null as author
    from forget_selection d join sessions s on d.kind = 'session' and s.seq = d.id
  union all
  select 2, 'memory', m.uri, substr(m.content, 1, 200), m.updated_at, null, m.author
    from forget_selection d join memories m on d.kind = 'memory' and m.id = d.id
  union all
  select 3, 'solution', '', substr(o.error_sample, 1, 200), o.last_seen_at, null, o.author
    from forget_selection d join solutions o on d.kind = 'solution' and o.id = d.id
  union all
  select 4, e.kind, s.id, coalesce(substr(t.text, 1, 200), c.tool_name || ' ' || substr(c.input, 1, 200), ''), e.at,
      c.packed, null
    from forget_selection d join entries e on d.kind = 'entry' and e.id = d.id
    join sessions s on s.seq = e.session
    left join texts t on t.entry = e.id left join calls c on c.entry = e.id
    where e.kind <> 'event' and e.session not in (select id from forget_selection where kind = 'session')
  order by 1, 5 desc limit $limit`;

type Row = Omit<ForgetItem, "author"> & {
  rank: number;
  packed: Uint8Array | null;
  author: string | null;
};

export function listForgetItems(db: Database, limit: number): ForgetItem[] {
  return db
    .query<Row, Named>(ITEMS)
    .all({ limit: Math.max(0, Math.trunc(limit)) })
    .map(({ kind, id, title, at, packed, author }) => ({
      kind,
      id,
      title: toFirstLine(`${title}${inputOf(packed)}`),
      at,
      ...(author === null ? {} : { author }),
    }));
}

/** A compressed call's column is empty: its beginning is read from here. */
function inputOf(packed: Uint8Array | null): string {
  return packed === null ? "" : unpack({ input: "", response: "", packed }).input.slice(0, 200);
}
