/** One session in order, as the page shows it. */
import type { Database } from "bun:sqlite";
import { IS_FAILED, type Named, toText } from "../../store/values.ts";
import { type NarrowRow, opensTurn, type Placed, toOutline } from "./outline.ts";
import type { SessionOutline } from "./types.ts";

/** Events that announce or repeat a call. The call itself has a row. */
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

export function createTimeline(db: Database) {
  return {
    sessionOutline(sessionId: string, everything = false): SessionOutline {
      const session = toText(sessionId);
      const rows = [ENTRIES(everything), INJECTIONS].flatMap((sql) =>
        db.query<NarrowRow, Named>(sql).all({ session }),
      );
      return toOutline(db, session, toOrder(rows));
    },
  };
}

/** A prompt starts its turn, even if something else has the same time; an injection comes after its event. */
const rankOf = (row: NarrowRow) => (row.kind === "prompt" ? 0 : row.kind === "injection" ? 2 : 1);
const inTime = (a: NarrowRow, b: NarrowRow) => a.at - b.at || rankOf(a) - rankOf(b) || a.id - b.id;

/** Turn by turn; the rows of a subagent are grouped where it started. */
function toOrder(rows: NarrowRow[]): Placed[] {
  const ordered: Placed[] = [];
  /** Blocks of the current turn: a row of the main conversation, or all rows of one subagent. */
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
