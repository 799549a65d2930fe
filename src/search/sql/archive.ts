/** Whole records by id, their neighbors, and the sources injected into a session. */
import type { Database } from "bun:sqlite";
import { type MemoryRow, type SolutionRow, toMemory, toSolution } from "../../memory/sql/memory-rows.ts";
import type { StoredRecord, TimelineItem } from "../../search/types.ts";
import { SOURCE_ROWS, type SourceRow } from "../../store/index/word-index.ts";
import { NOTIFICATION, notificationText } from "../../store/records/notification.ts";
import type { Reads } from "../../store/records/reads.ts";
import { toFiles, unpackRow } from "../../store/records/rows.ts";
import { type Named, toLimit, toText, toTime } from "../../store/values.ts";
import { toFirstLine, toObservationTitle } from "../../text/title.ts";

const MOST = 500;

interface Place {
  session: number;
  at: number;
  entry: number;
}

export function createArchive(db: Database, reads: Reads) {
  const sql = createStatements(db);

  function recordOf(id: string): StoredRecord | undefined {
    const [, kind, digits] = /^([a-z]+)-(\d{1,15})$/.exec(id) ?? [];
    const number = Number(digits);
    switch (kind) {
      case "memory": {
        const row = sql.memory.get({ id: number });
        return row === null ? undefined : { id, type: kind, record: toMemory(row) };
      }
      case "solution": {
        const row = sql.solution.get({ id: number });
        return row === null ? undefined : { id, type: kind, record: toSolution(row) };
      }
      case "prompt":
      case "response":
      case "event":
      case "summary":
      case "observation":
        return reads.entry(kind, number);
      default:
        return undefined;
    }
  }

  /** Where a memory or solution was learned. */
  function placeOf(id: string): Place | undefined {
    const found = recordOf(id);
    if (found === undefined) return undefined;
    if (found.type !== "memory" && found.type !== "solution") {
      return sql.place.get({ id: Number(id.slice(id.indexOf("-") + 1)) }) ?? undefined;
    }
    const { provenance, createdAt } = found.record;
    const key = toText(provenance?.event ?? "");
    const sessionId = toText(provenance?.sessionId ?? "");
    return sql.placeOfKey.get({ key }) ?? sql.placeInSession.get({ sessionId, at: createdAt }) ?? undefined;
  }

  return {
    get: (ids: readonly string[]): StoredRecord[] =>
      [...new Set(ids)].slice(0, MOST).flatMap((id) => recordOf(id) ?? []),

    timeline(id: string, around: { before: number; after: number }): TimelineItem[] {
      const place = placeOf(id);
      if (place === undefined) return [];
      const before = sql.before.all({ ...place, limit: Math.min(toLimit(around.before) + 1, MOST) });
      const after = sql.after.all({ ...place, limit: Math.min(toLimit(around.after), MOST) });
      return [...before.reverse(), ...after].map(toItem);
    },

    injectedInSession(sessionId: string, since?: number): Set<string> {
      const from = since === undefined ? Number.MIN_SAFE_INTEGER : toTime(since);
      return new Set(sql.injected.all({ sessionId: toText(sessionId), from }).map((row) => row.uri));
    },
  };
}

function toItem(stored: SourceRow): TimelineItem {
  const row = unpackRow(stored);
  const type = row.kind as TimelineItem["type"];
  const item = { id: `${type}-${row.id}`, type, at: row.at, sessionId: row.session_id };
  if (row.kind === "event") {
    const said = notificationText({ event: NOTIFICATION, body: row.text ?? "" }) ?? "";
    return { ...item, title: toFirstLine(`${NOTIFICATION}: ${said}`) };
  }
  if (row.tool_name === null) return { ...item, title: toFirstLine(row.text ?? "") };
  const call = { toolName: row.tool_name, input: row.input ?? "", files: toFiles(row.files ?? "[]") };
  return { ...item, title: toObservationTitle(call), ok: row.ok === 1 };
}

const ITEM = `${SOURCE_ROWS}
  where e.session = $session and (e.kind in ('prompt', 'observation', 'response')
    or (e.kind = 'event' and t.event = '${NOTIFICATION}' and instr(t.text, '"message"') > 0
      and instr(t.text, '"idle_prompt"') = 0))`;

function createStatements(db: Database) {
  const statement = <Row = unknown>(text: string) => db.query<Row, Named>(text);
  return {
    memory: statement<MemoryRow>("select * from memories where id = $id"),
    solution: statement<SolutionRow>("select * from solutions where id = $id"),
    place: statement<Place>("select session, at, id as entry from entries where id = $id"),
    placeOfKey: statement<Place>(`
      select session, at, id as entry from entries
      where kind in ('prompt', 'observation', 'response', 'event') and key = $key limit 1`),
    placeInSession: statement<Place>(
      "select seq as session, $at as at, 9e15 as entry from sessions where id = $sessionId",
    ),
    // The record itself is in the part before.
    before: statement<SourceRow>(
      `${ITEM} and (e.at, e.id) <= ($at, $entry) order by e.at desc, e.id desc limit $limit`,
    ),
    after: statement<SourceRow>(`${ITEM} and (e.at, e.id) > ($at, $entry) order by e.at, e.id limit $limit`),
    injected: statement<{ uri: string }>(`
      select distinct json_extract(source.value, '$.uri') as uri
      from injections i, json_each(i.sources) source where i.session_id = $sessionId and i.at >= $from`),
  };
}
