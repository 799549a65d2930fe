/** The records of a session: each is written once, by its key. */
import type { Database } from "bun:sqlite";
import { commitSubject, fileTitle, rankOfTitle, toSessionTitle } from "../../text/title.ts";
import type { LazyIndex } from "../index/lazy-index.ts";
import { toTextDocument } from "../index/word-index.ts";
import { type Named, toNullable, toText, toTime } from "../values.ts";
import { eventKey, observationKey } from "./keys.ts";
import type { EventRecord, Observation, Prompt, Response } from "./records.ts";
import { pack } from "./rows.ts";

export type AnyEntry = Prompt | Observation | Response | EventRecord;

export interface SessionNumber {
  seq: number;
  project: string;
}

export function createEntryWrites(db: Database, index: LazyIndex) {
  const sql = createStatements(db);

  /** Returns the new entry's number; nothing if the key exists. */
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
    // A subagent's task is not what the session is about.
    if (prompt.agentId === undefined) offerTitle(session, toSessionTitle(text).title, prompt.at);
    return 1;
  }

  /** The title that says most stays; of two that say as much, the earlier. */
  function offerTitle(session: number, title: string, at: number): void {
    const old = sql.title.get({ session });
    const better = rankOfTitle(title) - rankOfTitle(old?.title ?? "");
    const isEarlier = (old?.title_at ?? at + 1) > at;
    if (title === "" || better < 0 || (better === 0 && !isEarlier)) return;
    sql.setTitle.run({ session, title, at: toTime(at) });
  }

  function addObservation(session: number, observation: Observation): number {
    const entry = addEntry("observation", session, observation);
    if (entry === undefined) return 0;
    const call = {
      toolName: toText(observation.toolName),
      ...pack(toText(observation.input), toText(observation.response)),
      files: observation.files.map(toText),
    };
    const announced = announcementOf(observation.sessionId, observation.toolUseId);
    if (announced !== undefined) sql.dropAnnouncement.run({ key: announced });
    sql.addCall.run({
      ...call,
      entry,
      toolUseId: toNullable(observation.toolUseId),
      agentType: toNullable(observation.agentType),
      ok: observation.ok ? 1 : 0,
      files: JSON.stringify(call.files),
      durationMs: observation.durationMs ?? null,
    });
    offerResult(session, observation);
    return 1;
  }

  /** If its prompts say nothing, a session is named after its result. */
  function offerResult(session: number, { toolName, ok, input, response, files, at }: Observation): void {
    const [changed] = ok && EDITS.has(toolName) ? files : [];
    if (changed !== undefined) offerTitle(session, fileTitle(changed), at);
    else if (toolName === "Bash" && input.includes("commit"))
      offerTitle(session, commitSubject(input, response) ?? "", at);
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
        const at = toTime(record.at);
        index.words.put({
          table: "text_stems",
          rowid: old.id,
          kind,
          project,
          at,
          document: toTextDocument(text),
        });
      }
    }
    return 0;
  }

  function addEvent(session: number, event: EventRecord): number {
    // The call itself is already stored, so its announcement is not needed.
    const call = callOfAnnouncement(event);
    if (call !== undefined && sql.entryOf.get({ kind: "observation", key: call }) !== null) {
      if (sql.injectedAt.get({ sessionId: toText(event.sessionId), at: toTime(event.at) }) === null) return 0;
    }
    const entry = addEntry("event", session, event);
    if (entry === undefined) return 0;
    sql.addText.run({ entry, event: toText(event.event), text: toText(event.body) });
    return 1;
  }

  return { addPrompt, addObservation, putText, addEvent };
}

const EDITS: ReadonlySet<string> = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);
const ANNOUNCEMENT = "PreToolUse";

/** The event that announced a call; see `memory/records/keys`. */
function announcementOf(sessionId: string, toolUseId: string | undefined): string | undefined {
  return toolUseId === undefined ? undefined : toText(eventKey(sessionId, ANNOUNCEMENT, toolUseId));
}

function callOfAnnouncement({ event, key, sessionId }: EventRecord): string | undefined {
  const prefix = eventKey(sessionId, ANNOUNCEMENT, "");
  if (event !== ANNOUNCEMENT || !key.startsWith(prefix)) return undefined;
  return toText(observationKey(sessionId, key.slice(prefix.length), ""));
}

function createStatements(db: Database) {
  const statement = <Row = unknown>(text: string) => db.query<Row, Named>(text);
  return {
    title: statement<{ title: string; title_at: number | null }>(
      "select title, title_at from sessions where seq = $session",
    ),
    setTitle: statement("update sessions set title = $title, title_at = $at where seq = $session"),
    addEntry: statement<{ id: number }>(`
      insert into entries (kind, key, session, at, redaction, agent_id, prompt_id)
      values ($kind, $key, $session, $at, $redaction, $agentId, $promptId)
      on conflict (kind, key) do nothing returning id`),
    addText: statement("insert into texts (entry, event, text) values ($entry, $event, $text)"),
    textOf: statement<{ id: number; text: string }>(`
      select e.id, t.text from entries e join texts t on t.entry = e.id where e.kind = $kind and e.key = $key`),
    entryOf: statement("select 1 from entries where kind = $kind and key = $key"),
    injectedAt: statement("select 1 from injections where session_id = $sessionId and at = $at limit 1"),
    // An announcement with an injection stays: it records which call the injection was for.
    dropAnnouncement: statement(`
      delete from entries where kind = 'event' and key = $key and not exists (
        select 1 from injections i join sessions s on s.id = i.session_id
        where s.seq = entries.session and i.at = entries.at)`),
    replaceText: statement("update texts set text = $text where entry = $entry"),
    touch: statement("update entries set at = $at, redaction = $redaction where id = $entry"),
    addCall: statement(`
      insert into calls (entry, tool_name, tool_use_id, agent_type, ok, input, response, packed, files, duration_ms)
      values ($entry, $toolName, $toolUseId, $agentType, $ok, $input, $response, $packed, $files, $durationMs)`),
  };
}
