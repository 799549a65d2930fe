/** An event's own JSON, as it was kept: what it says of the tool call that it is about. */
interface RecordedCall {
  toolName: string;
  /** As JSON. */
  toolInput: string;
}

/** Undefined when it names none, or was cut. */
export function callInBody(body: string): RecordedCall | undefined {
  const { tool_name: name, tool_input: input } = Object(JSON.parse(body)) as Record<string, unknown>;
  return typeof name === "string" ? { toolName: name, toolInput: JSON.stringify(input ?? {}) } : undefined;
}
