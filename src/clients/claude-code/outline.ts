/** The few fields of an event that are available without full parsing. Without Zod, because the keeper uses it. */
export interface EventOutline {
  event: string;
  session?: string | undefined;
  tool?: string | undefined;
  cwd?: string | undefined;
  transcriptPath?: string | undefined;
}

/** Parsing more would delay other requests. */
const MOST_BYTES = 1_000_000;

/** Undefined if it cannot be read in time, or is not an event. */
export function outlineOf(body: Uint8Array): EventOutline | undefined {
  if (body.length > MOST_BYTES) return undefined;
  try {
    const event = JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>;
    const name = textOf(event.hook_event_name);
    if (name === undefined) return undefined;
    return {
      event: name,
      session: textOf(event.session_id),
      tool: textOf(event.tool_name),
      cwd: textOf(event.cwd),
      transcriptPath: textOf(event.transcript_path),
    };
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
