/** Converts SQLite rows to records. */

import { known, present } from "../values.ts";
import { unpack } from "./packed.ts";
import type {
  EventRecord,
  Injection,
  InjectionSource,
  Observation,
  Prompt,
  Response,
  Session,
  SessionOverview,
  SessionStatus,
  Summary,
} from "./records.ts";

export interface SessionRow {
  seq: number;
  id: string;
  project: string;
  cwd: string;
  started_at: number;
  last_event_at: number;
  ended_at: number | null;
  end_reason: string | null;
  transcript_path: string | null;
  model: string | null;
  branch: string | null;
  client: string;
  prompts: number;
  observations: number;
  title: string;
  summary?: string | null;
}

interface EntryRow {
  key: string;
  session_id: string;
  at: number;
  redaction: number;
  agent_id: string | null;
  prompt_id: string | null;
}

export interface TextRow extends EntryRow {
  event: string | null;
  text: string;
}

export interface CallRow extends EntryRow {
  tool_name: string;
  tool_use_id: string | null;
  agent_type: string | null;
  ok: number;
  input: string;
  response: string;
  packed: Uint8Array | null;
  files: string;
  duration_ms: number | null;
}

export interface InjectionRow {
  session_id: string;
  event: string;
  at: number;
  text: string;
  tokens: number;
  sources: string;
}

/**
 * Ended means that nothing happened after the last end. End and last event are stored separately and compared only
 * here, so that the result does not depend on the order in which events arrived.
 */
export function toSession(row: SessionRow): Session {
  const ended = row.ended_at !== null && row.last_event_at <= row.ended_at;
  const status: SessionStatus = ended ? "ended" : "active";
  return present({
    id: row.id,
    project: row.project,
    cwd: row.cwd,
    startedAt: row.started_at,
    lastEventAt: row.last_event_at,
    endedAt: ended ? known(row.ended_at) : undefined,
    endReason: ended ? known(row.end_reason) : undefined,
    status,
    client: row.client,
    transcriptPath: known(row.transcript_path),
    model: known(row.model),
    branch: known(row.branch),
  });
}

export function toOverview(row: SessionRow): SessionOverview {
  return present({
    ...toSession(row),
    prompts: row.prompts,
    observations: row.observations,
    title: row.title,
    summary: known(row.summary ?? null),
  });
}

function toEntry(row: EntryRow) {
  return {
    key: row.key,
    sessionId: row.session_id,
    at: row.at,
    redaction: row.redaction,
    agentId: known(row.agent_id),
  };
}

export function toPrompt(row: TextRow): Prompt {
  return present({ ...toEntry(row), text: row.text, promptId: known(row.prompt_id) });
}

export function toResponse(row: TextRow): Response {
  return present({ ...toEntry(row), text: row.text, promptId: known(row.prompt_id) });
}

export function toEvent(row: TextRow): EventRecord {
  return present({ ...toEntry(row), event: row.event ?? "", body: row.text });
}

export function toSummary(row: TextRow): Summary {
  return { sessionId: row.session_id, at: row.at, text: row.text, redaction: row.redaction };
}

export function toObservation(row: CallRow): Observation {
  return present({
    ...toEntry(row),
    toolName: row.tool_name,
    toolUseId: known(row.tool_use_id),
    promptId: known(row.prompt_id),
    agentType: known(row.agent_type),
    ok: row.ok === 1,
    ...unpack(row),
    files: toFiles(row.files),
    durationMs: known(row.duration_ms),
  });
}

/** Written by this store, from a `string[]`. */
export function toFiles(json: string): string[] {
  return JSON.parse(json) as string[];
}

export function toInjection(row: InjectionRow): Injection {
  return {
    sessionId: row.session_id,
    event: row.event,
    at: row.at,
    text: row.text,
    tokens: row.tokens,
    sources: JSON.parse(row.sources) as InjectionSource[],
  };
}
