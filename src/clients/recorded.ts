/** The stored JSON of an event: its tool call fields. */
interface RecordedCall {
  toolName: string;
  /** As JSON. */
  toolInput: string;
}

/** Undefined if it names none, or was truncated. */
export function callInBody(body: string): RecordedCall | undefined {
  const { tool_name: name, tool_input: input } = Object(JSON.parse(body)) as Record<string, unknown>;
  return typeof name === "string" ? { toolName: name, toolInput: JSON.stringify(input ?? {}) } : undefined;
}
