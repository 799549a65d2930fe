import type {
  EventRecord,
  Observation,
  Prompt,
  RecordBatch,
  Response,
  SessionSeen,
} from "../../src/store/records/records.ts";

export function seen(id: string, at: number, more: Partial<SessionSeen> = {}): SessionSeen {
  return { id, project: "/projects/one", cwd: "/projects/one", at, ...more };
}

export function prompt(sessionId: string, at: number, text: string, more: Partial<Prompt> = {}): Prompt {
  return { key: `${sessionId}:prompt:${at}`, sessionId, at, redaction: 1, text, ...more };
}

export function observation(sessionId: string, at: number, more: Partial<Observation> = {}): Observation {
  return {
    key: `${sessionId}:tool:${at}`,
    sessionId,
    at,
    redaction: 1,
    toolName: "Bash",
    toolUseId: `tool-${at}`,
    ok: true,
    input: JSON.stringify({ command: "npm test" }),
    response: "all passed",
    files: [],
    ...more,
  };
}

export function response(
  sessionId: string,
  at: number,
  text: string,
  more: Partial<Response> = {},
): Response {
  return { key: `${sessionId}:response:${at}`, sessionId, at, redaction: 1, text, ...more };
}

export function event(sessionId: string, at: number, name: string): EventRecord {
  return { key: `${sessionId}:event:${at}`, sessionId, at, redaction: 1, event: name, body: '{"a":1}' };
}

/** A session with one prompt. */
export function asked(id: string, at: number, text: string, more: Partial<SessionSeen> = {}): RecordBatch {
  return { session: seen(id, at, more), prompts: [prompt(id, at, text)] };
}
