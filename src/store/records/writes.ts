/** Sessions with their records, and the ledger of injections. */
import type { Database } from "bun:sqlite";
import { PawlError } from "../../platform/errors.ts";
import { createForgotten } from "../forget/forgotten.ts";
import type { LazyIndex } from "../index/lazy-index.ts";
import { type Named, toNullable, toText, toTime } from "../values.ts";
import { type AnyEntry, createEntryWrites, type SessionNumber } from "./entry-writes.ts";
import type { Added, Injection, RecordBatch, Summary } from "./records.ts";

export function createWrites(db: Database, index: LazyIndex) {
  const sql = createStatements(db);
  const forgotten = createForgotten(db);

  const entries = createEntryWrites(db, index);

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
      branch: toNullable(seen.branch),
      client: toText(seen.client ?? "claude-code"),
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
    const batch = forgotten.any.get() === null ? given : forgotten.withoutForgotten(given);
    if (batch === undefined) return { prompts: 0, observations: 0, responses: 0, events: 0 };
    const seen = seeSession(batch);
    const session = seen.seq;
    const added = {
      prompts: sum(batch.prompts, (prompt) => entries.addPrompt(session, prompt)),
      observations: sum(batch.observations, (observation) => entries.addObservation(session, observation)),
      responses: sum(batch.responses, (response) => entries.putText("response", seen, response)),
      events: sum(batch.events, (event) => entries.addEvent(session, event)),
    };
    if (added.prompts + added.observations > 0) {
      sql.count.run({ session, prompts: added.prompts, observations: added.observations });
    }
    return added;
  });

  const endSession = db.transaction((id: string, at: number, reason: string | undefined) => {
    if (forgotten.isForgotten(id, at)) return;
    sql.end.run({ session: sessionNumber(id).seq, at: toTime(at), reason: toNullable(reason) });
  });

  const saveSummary = db.transaction((summary: Summary) => {
    if (forgotten.isForgotten(summary.sessionId, summary.at)) return;
    entries.putText("summary", sessionNumber(summary.sessionId), { ...summary, key: summary.sessionId });
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
      insert into sessions (id, project, cwd, started_at, last_event_at, transcript_path, model, branch, client)
      values ($id, $project, $cwd, $first, $last, $transcriptPath, $model, $branch, $client)
      on conflict (id) do update set
        project = iif(project = '', excluded.project, project),
        cwd = iif(cwd = '' or (excluded.cwd <> '' and excluded.last_event_at >= last_event_at), excluded.cwd, cwd),
        transcript_path = iif(excluded.last_event_at >= last_event_at or transcript_path is null,
          coalesce(excluded.transcript_path, transcript_path), transcript_path),
        model = iif(excluded.last_event_at >= last_event_at or model is null,
          coalesce(excluded.model, model), model),
        branch = iif(branch is null or excluded.started_at < started_at, coalesce(excluded.branch, branch), branch),
        started_at = min(started_at, excluded.started_at),
        last_event_at = max(last_event_at, excluded.last_event_at)
      returning seq, project`),
    count: statement(`
      update sessions set prompts = prompts + $prompts, observations = observations + $observations
      where seq = $session`),
    end: statement(`
      update sessions set ended_at = $at, end_reason = $reason
      where seq = $session and (ended_at is null or ended_at <= $at)`),
    addInjection: statement(`
      insert into injections (session_id, event, at, text, tokens, sources)
      select $sessionId, $event, $at, $text, $tokens, $sources where not exists (
        select 1 from injections
        where session_id = $sessionId and at = $at and event = $event and text = $text)`),
  };
}
