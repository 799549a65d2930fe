/** One session in order, as the page shows it. */
import type { Database } from "bun:sqlite";
import { IS_FAILED, type Named, toText } from "../../store/values.ts";
import { toFirstLine } from "../../text/title.ts";
import type { NarrowRow, Placed } from "./outline.ts";
import { toOutline } from "./outline.ts";
import type { SessionOutline, TurnRow } from "./types.ts";

/** They announce or repeat a call; the call itself has a row. */
const ANNOUNCING = ["PreToolUse", "PermissionRequest", "InstructionsLoaded"];
const isDistinctive = ANNOUNCING.map((event) => `instr(e.key, '/event/${event}/') = 0`).join(" and ");

/** Notifications that the client is waiting are left out. */
const isIdle = `instr(e.key, '/event/Notification/') > 0
  and exists (select 1 from texts where entry = e.id and instr(text, '"idle_prompt"') > 0)`;

const OF_SESSION = "(select seq from sessions where id = $session)";

const ENTRIES = (everything: boolean) => `
  select e.id, e.kind, e.at, e.agent_id as agent,
    e.kind = 'observation' and ${IS_FAILED} as failed
  from entries e where e.session = ${OF_SESSION} and e.kind in ('prompt', 'observation', 'response', 'event')
    ${everything ? "" : `and (e.kind <> 'event' or (${isDistinctive} and not (${isIdle})))`}`;
const INJECTIONS = `
  select id, 'injection' as kind, at, null as agent, 0 as failed from injections where session_id = $session`;
/** Changes when a record is added or removed. */
const STATE = `select count(*) || ' ' || coalesce(max(id), 0) || ' ' ||
    (select count(*) from injections where session_id = $session) as state
  from entries where session = ${OF_SESSION}`;

/** Number of sessions whose order is cached: a scrolling user soon requests the next part. */
const REMEMBERED = 4;

export function createTimeline(db: Database) {
  const orders = new Map<string, { state: string; rows: Placed[] }>();

  function orderOf(sessionId: string, everything: boolean): Placed[] {
    const session = toText(sessionId);
    const key = `${everything} ${session}`;
    const state = db.query<{ state: string }, Named>(STATE).get({ session })?.state ?? "";
    const known = orders.get(key);
    if (known?.state === state) return known.rows;
    const rows = toOrder([
      ...db.query<NarrowRow, Named>(ENTRIES(everything)).all({ session }),
      ...db.query<NarrowRow, Named>(INJECTIONS).all({ session }),
    ]);
    orders.delete(key);
    orders.set(key, { state, rows });
    for (const oldest of orders.keys()) {
      if (orders.size <= REMEMBERED) break;
      orders.delete(oldest);
    }
    return rows;
  }

  return {
    turns(sessionId: string, everything = false): TurnRow[] {
      const turns: (TurnRow & { prompt?: number })[] = [];
      for (const [offset, row] of orderOf(sessionId, everything).entries()) {
        let turn = turns.at(-1);
        if (turn === undefined || turn.turn !== row.turn) {
          turn = { turn: row.turn, offset, title: "", at: row.at, calls: 0, failures: 0 };
          if (opensTurn(row)) turn.prompt = row.id;
          turns.push(turn);
        }
        if (row.kind === "observation") turn.calls++;
        turn.failures += row.failed;
      }
      const texts = textsOf(
        db,
        turns.flatMap((turn) => turn.prompt ?? []),
      );
      return turns.map(({ prompt, ...turn }) =>
        prompt === undefined
          ? turn
          : { ...turn, id: `prompt-${prompt}`, title: toFirstLine(texts.get(prompt) ?? "") },
      );
    },

    sessionOutline: (sessionId: string, everything = false): SessionOutline =>
      toOutline(db, toText(sessionId), orderOf(sessionId, everything)),
  };
}

/** A prompt starts its turn, even if something else has the same time; an injection comes after its event. */
const rankOf = (row: NarrowRow) => (row.kind === "prompt" ? 0 : row.kind === "injection" ? 2 : 1);
const inTime = (a: NarrowRow, b: NarrowRow) => a.at - b.at || rankOf(a) - rankOf(b) || a.id - b.id;
const opensTurn = (row: NarrowRow) => row.kind === "prompt" && row.agent === null;

/** Turn by turn; the rows of a subagent are grouped where it started. */
function toOrder(rows: NarrowRow[]): Placed[] {
  const ordered: Placed[] = [];
  /** Of the current turn: a row of the main conversation, or all rows of one subagent. */
  let blocks: Placed[][] = [];
  let agents = new Map<string, Placed[]>();
  let turn = 0;
  const close = () => {
    for (const block of blocks) ordered.push(...block);
    blocks = [];
    agents = new Map();
  };
  for (const row of rows.sort(inTime)) {
    if (opensTurn(row)) {
      close();
      turn++;
    }
    const placed = { ...row, turn };
    const block = row.agent === null ? undefined : agents.get(row.agent);
    if (block !== undefined) {
      block.push(placed);
      continue;
    }
    const fresh = [placed];
    blocks.push(fresh);
    if (row.agent !== null) agents.set(row.agent, fresh);
  }
  close();
  return ordered;
}

function textsOf(db: Database, entries: number[]): Map<number, string> {
  const rows = db
    .query<{ entry: number; text: string }, Named>(
      "select entry, substr(text, 1, 2000) as text from texts where entry in (select value from json_each($ids))",
    )
    .all({ ids: JSON.stringify(entries) });
  return new Map(rows.map(({ entry, text }) => [entry, text]));
}
