/** All writes to the database. */
import type { Database } from "bun:sqlite";
import { PawlError } from "../../errors.ts";
import type {
  EventRecord,
  Injection,
  Observation,
  Prompt,
  RecordBatch,
  Response,
  Summary,
} from "../../memory/records/records.ts";
import { toFirstLine } from "../../memory/text/title.ts";
import { toTextDocument } from "../documents.ts";
import type { Added } from "../store.ts";
import { createForgotten } from "./forgotten.ts";
import type { LazyIndex } from "./lazy-index.ts";
import { type Named, toNullable, toText, toTime } from "./values.ts";

type AnyEntry = Prompt | Observation | Response | EventRecord;

interface SessionNumber {
  seq: number;
  project: string;
}

export function createWrites(db: Database, index: LazyIndex) {
  const sql = createStatements(db);
  const { withoutForgotten, isForgotten } = createForgotten(db);

  /** The new entry's number; undefined if the key is known. */
  function addEntry(kind: string, session: number, entry: AnyEntry): number | undefined {
    return sql.addEntry.get({
      kind,
      session,
      key: toText(entry.key),
      at: toTime(entry.at),
      redaction: entry.redaction,
      agentId: toNullable(entry.agentId),
      promptId: toNullable("promptId" in entry ? entry.promptId : undefined),
    })?.id;
  }

  function addPrompt(session: number, prompt: Prompt): number {
    const entry = addEntry("prompt", session, prompt);
    if (entry === undefined) return 0;
    const text = toText(prompt.text);
    sql.addText.run({ entry, event: null, text });
    // A subagent's task is not the topic of the session.
    const title = prompt.agentId === undefined ? toFirstLine(text) : "";
    if (title !== "") sql.offerTitle.run({ session, title, at: toTime(prompt.at) });
    return 1;
  }

  function addObservation(session: number, observation: Observation): number {
    const entry = addEntry("observation", session, observation);
    if (entry === undefined) return 0;
    const call = {
      toolName: toText(observation.toolName),
      input: toText(observation.input),
      response: toText(observation.response),
      files: observation.files.map(toText),
    };
    sql.addCall.run({
      ...call,
      entry,
      toolUseId: toNullable(observation.toolUseId),
      agentType: toNullable(observation.agentType),
      ok: observation.ok ? 1 : 0,
      files: JSON.stringify(call.files),
      durationMs: observation.durationMs ?? null,
    });
    return 1;
  }

  function putText(
    kind: "response" | "summary",
    { seq: session, project }: SessionNumber,
    record: Response,
  ): number {
    const text = toText(record.text);
    const entry = addEntry(kind, session, record);
    if (entry !== undefined) {
      sql.addText.run({ entry, event: null, text });
      return 1;
    }
    const old = sql.textOf.get({ kind, key: toText(record.key) });
    if (old !== null && old.text !== text) {
      sql.replaceText.run({ entry: old.id, text });
      sql.touch.run({ entry: old.id, at: toTime(record.at), redaction: record.redaction });
      if (index.has(old.id)) {
        const document = toTextDocument(text);
        index.words.remove("text_words", old.id);
        index.words.add({ table: "text_words", rowid: old.id, kind, project, document });
      }
    }
    return 0;
  }

  function addEvent(session: number, event: EventRecord): number {
    const entry = addEntry("event", session, event);
    if (entry === undefined) return 0;
    sql.addText.run({ entry, event: toText(event.event), text: toText(event.body) });
    return 1;
  }

  /** Its times cover everything in the batch: a transcript adds hours at once. */
  function seeSession({ session: seen, ...entries }: RecordBatch): SessionNumber {
    let first = toTime(seen.at);
    let last = first;
    for (const list of Object.values(entries)) {
      for (const entry of list ?? []) {
        refuseStray(seen.id, entry);
        first = Math.min(first, toTime(entry.at));
        last = Math.max(last, toTime(entry.at));
      }
    }
    const known = sql.session.get({ id: toText(seen.id) });
    const row = sql.seeSession.get({
      id: toText(seen.id),
      project: toText(seen.project),
      cwd: toText(seen.cwd),
      first,
      last,
      transcriptPath: toNullable(seen.transcriptPath),
      model: toNullable(seen.model),
    });
    if (row === null) throw new Error("the session's upsert returned no row");
    if (known !== null && known.project !== row.project) index.refill(row.seq);
    return row;
  }

  function sessionNumber(id: string): SessionNumber {
    const row = sql.session.get({ id: toText(id) });
    if (row !== null) return row;
    throw new PawlError("session_unknown", `Session ${id} not found.`, {
      hint: "Run pawl sessions to see all sessions.",
      params: { id },
    });
  }

  const sum = <T>(list: T[] | undefined, add: (item: T) => number) =>
    (list ?? []).reduce((count, item) => count + add(item), 0);

  const record = db.transaction((given: RecordBatch): Added => {
    const batch = withoutForgotten(given);
    if (batch === undefined) return { prompts: 0, observations: 0, responses: 0, events: 0 };
    const seen = seeSession(batch);
    const session = seen.seq;
    const added = {
      prompts: sum(batch.prompts, (prompt) => addPrompt(session, prompt)),
      observations: sum(batch.observations, (observation) => addObservation(session, observation)),
      responses: sum(batch.responses, (response) => putText("response", seen, response)),
      events: sum(batch.events, (event) => addEvent(session, event)),
    };
    if (added.prompts + added.observations > 0) {
      sql.count.run({ session, prompts: added.prompts, observations: added.observations });
    }
    return added;
  });

  const endSession = db.transaction((id: string, at: number, reason: string | undefined) => {
    if (isForgotten(id, at)) return;
    sql.end.run({ session: sessionNumber(id).seq, at: toTime(at), reason: toNullable(reason) });
  });

  const saveSummary = db.transaction((summary: Summary) => {
    if (isForgotten(summary.sessionId, summary.at)) return;
    putText("summary", sessionNumber(summary.sessionId), { ...summary, key: summary.sessionId });
  });

  const addInjection = db.transaction((injection: Injection) => {
    sql.addInjection.run({
      sessionId: toText(injection.sessionId),
      event: toText(injection.event),
      at: toTime(injection.at),
      text: toText(injection.text),
      tokens: toTime(injection.tokens),
      sources: toText(JSON.stringify(injection.sources)),
    });
  });

  // Immediate: a read that becomes a write cannot wait for another writer; it fails at once.
  return {
    record: record.immediate,
    endSession: endSession.immediate,
    saveSummary: saveSummary.immediate,
    addInjection: addInjection.immediate,
  };
}

function refuseStray(sessionId: string, entry: AnyEntry): void {
  if (entry.sessionId === sessionId) return;
  throw new PawlError(
    "store_stray_entry",
    `The record ${entry.key} belongs to session ${entry.sessionId}, not ${sessionId}.`,
  );
}

function createStatements(db: Database) {
  const statement = <Row = unknown>(text: string) => db.query<Row, Named>(text);
  return {
    session: statement<SessionNumber>("select seq, project from sessions where id = $id"),
    seeSession: statement<SessionNumber>(`
      insert into sessions (id, project, cwd, started_at, last_event_at, transcript_path, model)
      values ($id, $project, $cwd, $first, $last, $transcriptPath, $model)
      on conflict (id) do update set
        project = iif(project = '', excluded.project, project),
        cwd = iif(cwd = '' or (excluded.cwd <> '' and excluded.last_event_at >= last_event_at), excluded.cwd, cwd),
        transcript_path = iif(excluded.last_event_at >= last_event_at or transcript_path is null,
          coalesce(excluded.transcript_path, transcript_path), transcript_path),
        model = iif(excluded.last_event_at >= last_event_at or model is null,
          coalesce(excluded.model, model), model),
        started_at = min(started_at, excluded.started_at),
        last_event_at = max(last_event_at, excluded.last_event_at)
      returning seq, project`),
    count: statement(`
      update sessions set prompts = prompts + $prompts, observations = observations + $observations
      where seq = $session`),
    offerTitle: statement(`
      update sessions set title = $title, title_at = $at
      where seq = $session and (title_at is null or title_at > $at)`),
    end: statement(`
      update sessions set ended_at = $at, end_reason = $reason
      where seq = $session and (ended_at is null or ended_at <= $at)`),
    addEntry: statement<{ id: number }>(`
      insert into entries (kind, key, session, at, redaction, agent_id, prompt_id)
      values ($kind, $key, $session, $at, $redaction, $agentId, $promptId)
      on conflict (kind, key) do nothing returning id`),
    addText: statement("insert into texts (entry, event, text) values ($entry, $event, $text)"),
    textOf: statement<{ id: number; text: string }>(`
      select e.id, t.text from entries e join texts t on t.entry = e.id where e.kind = $kind and e.key = $key`),
    replaceText: statement("update texts set text = $text where entry = $entry"),
    touch: statement("update entries set at = $at, redaction = $redaction where id = $entry"),
    addCall: statement(`
      insert into calls (entry, tool_name, tool_use_id, agent_type, ok, input, response, files, duration_ms)
      values ($entry, $toolName, $toolUseId, $agentType, $ok, $input, $response, $files, $durationMs)`),
    addInjection: statement(`
      insert into injections (session_id, event, at, text, tokens, sources)
      select $sessionId, $event, $at, $text, $tokens, $sources where not exists (
        select 1 from injections
        where session_id = $sessionId and at = $at and event = $event and text = $text)`),
  };
}
