/**
 * What recall scores of past sessions, without the long texts that it does not need: inputs and outputs of calls.
 */
import type { Database } from "bun:sqlite";
import { type CallRow, type TextRow, toObservation, toPrompt, toResponse } from "../../store/records/rows.ts";
import type { RecallMaterial } from "../../store/store.ts";
import { type Named, toText } from "../../store/values.ts";

interface StampRow {
  seq: number;
  id: string;
  project: string;
  entries: number;
  newest: number;
  redaction: number;
}

const ENTRY = "e.key, $id as session_id, e.at, e.redaction, e.agent_id, e.prompt_id";

export function createRecallReads(db: Database) {
  const stamps = db.query<StampRow, Named>(`
    select s.seq, s.id, s.project, count(e.id) as entries, coalesce(max(e.id), 0) as newest,
      coalesce(sum(e.redaction), 0) as redaction
    from json_each($ids) wanted join sessions s on s.id = wanted.value
    left join entries e on e.session = s.seq and e.kind in ('prompt', 'response', 'observation')
    group by s.seq`);
  const texts = db.query<TextRow, Named>(`
    select ${ENTRY}, t.event, t.text from entries e join texts t on t.entry = e.id
    where e.session = $seq and e.kind = $kind and e.agent_id is null order by e.at, e.id`);
  const edits = db.query<CallRow, Named>(`
    select ${ENTRY}, c.tool_name, c.tool_use_id, c.agent_type, c.ok, '' as input, '' as response, null as packed, c.files,
      c.duration_ms
    from entries e join calls c on c.entry = e.id
    where e.session = $seq and e.kind = 'observation' and c.ok = 1
      and c.tool_name in ('Edit', 'Write', 'MultiEdit', 'NotebookEdit')
    order by e.at, e.id`);

  return (sessionIds: readonly string[], known: ReadonlyMap<string, string>): RecallMaterial[] =>
    stamps.all({ ids: JSON.stringify(sessionIds.map(toText)) }).map((row) => {
      const { seq, id, project } = row;
      const stamp = `${row.entries} ${row.newest} ${row.redaction}`;
      const material = { sessionId: id, project, stamp };
      if (known.get(id) === stamp) return material;
      const prompts = texts.all({ seq, id, kind: "prompt" }).map(toPrompt);
      const responses = texts.all({ seq, id, kind: "response" }).map(toResponse);
      return {
        ...material,
        records: { prompts, responses, observations: edits.all({ seq, id }).map(toObservation) },
      };
    });
}
