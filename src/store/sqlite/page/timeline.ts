/** One session in order, as the page shows it. */
import type { Database } from "bun:sqlite";
import { toFirstLine } from "../../../memory/title.ts";
import type { TimelineFilter, TimelineRow, Turn } from "../../page.ts";
import { type Named, toLimit, toText } from "../values.ts";
import { loadRows, parseRowId, type RowRef } from "./records.ts";

/** They announce a call, or repeat it; the call itself is a row. */
const ANNOUNCING = ["PreToolUse", "PermissionRequest", "InstructionsLoaded"];
const isAnnouncing = ANNOUNCING.map((event) => `instr(e.key, '/event/${event}/') = 0`).join(" and ");

/**
 * Rows of a session with the turn that they are in and their place. The prompt opens its turn, also when something
 * else has the same moment; what a subagent did within a turn stands where the subagent began.
 */
function ordered(everything: boolean): string {
  return `
  with rows as (
    select e.id, e.kind, e.at, e.agent_id, iif(e.kind = 'prompt', 0, 1) as rank
      from entries e where e.session = (select seq from sessions where id = $session)
      and e.kind in ('prompt', 'observation', 'response', 'event')
      ${everything ? "" : `and (e.kind <> 'event' or (${isAnnouncing}))`}
    union all
    select i.id, 'injection', i.at, null, 2 from injections i where i.session_id = $session
  ), turned as (
    select *, sum(kind = 'prompt' and agent_id is null)
      over (order by at, rank, id rows unbounded preceding) as turn from rows
  ), blocked as (
    select *, iif(agent_id is null, at, min(at) over (partition by turn, agent_id)) as block_at,
      iif(agent_id is null, rank, 1) as block_rank from turned
  ), placed as (
    select id, kind, at, agent_id, turn, row_number()
      over (order by turn, block_at, block_rank, agent_id, at, rank, id) - 1 as place from blocked
  )`;
}

interface PlacedRow extends RowRef {
  turn: number;
  total: number;
}

interface TurnRow {
  turn: number;
  offset: number;
  prompt: number | null;
  text: string | null;
  at: number;
  calls: number;
  failures: number;
}

export function createTimeline(db: Database) {
  return {
    sessionTimeline({ sessionId, offset, limit, everything = false }: TimelineFilter) {
      const placed = db
        .query<PlacedRow, Named>(
          `${ordered(everything)} select id, kind, turn, count(*) over () as total
           from placed order by place limit $limit offset $offset`,
        )
        .all({ session: toText(sessionId), limit: toLimit(limit), offset: toLimit(offset) });
      const loaded = loadRows(db, placed);
      const rows = placed.flatMap(({ kind, id, turn }): TimelineRow[] => {
        const row = loaded.get(`${kind}-${id}`);
        if (row === undefined) return [];
        const { sessionId: _session, project: _project, ...rest } = row;
        return [{ ...rest, turn }];
      });
      return { total: placed[0]?.total ?? 0, rows };
    },

    turns(sessionId: string, everything = false): Turn[] {
      return db
        .query<TurnRow, Named>(
          `${ordered(everything)}, turns as (
             select turn, min(place) as offset, min(at) as at, sum(kind = 'observation') as calls,
               sum(kind = 'observation' and id in (select entry from calls where ok = 0)) as failures,
               min(iif(kind = 'prompt' and agent_id is null, id, null)) as prompt
             from placed group by turn
           )
           select turns.*, substr(t.text, 1, 2000) as text from turns left join texts t on t.entry = turns.prompt
           order by turn`,
        )
        .all({ session: toText(sessionId) })
        .map(({ prompt, text, ...turn }) => ({
          ...turn,
          title: toFirstLine(text ?? ""),
          ...(prompt === null ? {} : { id: `prompt-${prompt}` }),
        }));
    },

    timelineOffset(sessionId: string, id: string, everything = false): number | undefined {
      const ref = parseRowId(id);
      if (ref === undefined) return undefined;
      const row = db
        .query<{ place: number }, Named>(
          `${ordered(everything)} select place from placed where kind = $kind and id = $id`,
        )
        .get({ session: toText(sessionId), kind: ref.kind, id: ref.id });
      return row?.place;
    },
  };
}
