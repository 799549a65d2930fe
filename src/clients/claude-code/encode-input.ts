/** An event → the JSON that the client would have sent for it: the way back from `parse`. */

interface PastEvent {
  event: string;
  sessionId: string;
  cwd: string;
  /** The event's own fields, by the names that the rest of Pawl uses. */
  fields: Readonly<Record<string, unknown>>;
}

export function encodeInput({ event, sessionId, cwd, fields }: PastEvent): string {
  const own = Object.entries(fields).map(([name, value]) => [toSnakeCase(name), value]);
  return JSON.stringify({
    hook_event_name: event,
    session_id: sessionId,
    cwd,
    ...Object.fromEntries(own),
  });
}

/** Top-level names only: what is inside a tool's input belongs to the tool. */
function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
