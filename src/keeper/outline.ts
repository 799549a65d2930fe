/** The little that the keeper must know of an event, and the answers that it gives in the daemon's place. */
import type { EventOutline } from "../platform/gate-file.ts";
import { toBlock } from "../protocol/claude-code/carries.ts";
import { encodeReply } from "../protocol/claude-code/encode.ts";
import type { HookEventName } from "../protocol/claude-code/events.ts";
import type { ReplyFor } from "../protocol/reply.ts";

/** Parsing more would make others wait. */
const MOST_BYTES = 1_000_000;

/** Undefined if it cannot be read in time, or is no event. */
export function outlineOf(body: Uint8Array): EventOutline | undefined {
  if (body.length > MOST_BYTES) return undefined;
  try {
    const event = JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>;
    const name = textOf(event.hook_event_name);
    if (name === undefined) return undefined;
    return {
      event: name,
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

/**
 * "I have nothing to say": the client keeps no trace of it. PreCompact is the exception, because its answer is shown to
 * the model that summarises.
 */
export function emptyAnswer(outline: EventOutline | undefined): object {
  return outline?.event === "PreCompact" ? {} : { async: true };
}

export function refusal(outline: EventOutline): object {
  const event = outline.event as HookEventName;
  return encodeReply(event, toBlock(event, WHY) as ReplyFor<typeof event>);
}

const WHY =
  "Pawl: one of your gates or permission rules is about this, and Pawl's background process does not answer. " +
  "So it is refused, not waved through. Run `pawl doctor` to see why, then try again.";
