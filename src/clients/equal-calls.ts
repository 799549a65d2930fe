import { createHash } from "node:crypto";

/**
 * Names tool calls of clients whose hooks give them no id. Hooks and transcript both count equal calls of a session (same
 * tool, input and outcome), so both derive the same name and the store keeps each call once. After a restart the hooks count
 * from one again; the transcript then adds the calls that they could not name.
 */

interface NamedCall {
  sessionId: string;
  toolName: string;
  toolInput: unknown;
  ok: boolean;
}

/** Sessions whose calls are counted. The oldest is dropped. */
const MAX_SESSIONS = 200;

export function createCallNames() {
  const sessions = new Map<string, Map<string, number>>();
  return ({ sessionId, toolName, toolInput, ok }: NamedCall): string => {
    const counts = sessions.get(sessionId) ?? new Map<string, number>();
    sessions.set(sessionId, counts);
    const [oldest] = sessions.keys();
    if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
    const call = `${toolName}-${markOf(toolInput)}${ok ? "" : "-failed"}`;
    const nth = (counts.get(call) ?? 0) + 1;
    counts.set(call, nth);
    return `${call}-${nth}`;
  };
}

/** Short on purpose: with a whole digest, a reader of the database could test guesses of a secret in the input. */
function markOf(input: unknown): string {
  const text = JSON.stringify(sorted(input)) ?? "";
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 5);
  return `${text.length.toString(36)}-${digest}`;
}

/** The two sources may order the fields differently. */
function sorted(input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Adds the name to the input of a finished call, in the fields that every client's input has here. */
export function withCallName() {
  const nameOf = createCallNames();
  return (body: Record<string, unknown>): Record<string, unknown> => {
    const ok = body.hook_event_name === "PostToolUse";
    if (!ok && body.hook_event_name !== "PostToolUseFailure") return body;
    const call = {
      sessionId: String(body.session_id),
      toolName: String(body.tool_name),
      toolInput: body.tool_input,
      ok,
    };
    return { ...body, tool_use_id: nameOf(call) };
  };
}
