/** The answers that the keeper gives in the daemon's place. */
import { toBlock } from "../../clients/claude-code/carries.ts";
import { encodeReply } from "../../clients/claude-code/encode.ts";
import type { HookEventName } from "../../clients/claude-code/events.ts";
import type { EventOutline } from "../../clients/claude-code/outline.ts";
import { encodeCodexReply } from "../../clients/codex/encode.ts";
import type { ReplyFor } from "../../clients/reply.ts";

/**
 * "I have nothing to say": the client keeps no trace of it. PreCompact is the exception, because its answer is shown to
 * the model that summarises.
 */
export function emptyAnswer(outline: EventOutline | undefined): object {
  return outline?.event === "PreCompact" ? {} : { async: true };
}

export function refusal(outline: EventOutline, { isCodex } = { isCodex: false }): object {
  const event = outline.event as HookEventName;
  const reply = toBlock(event, WHY);
  return isCodex ? encodeCodexReply(event, reply) : encodeReply(event, reply as ReplyFor<typeof event>);
}

const WHY =
  "Pawl: one of your gates or permission rules is about this, and Pawl's background process does not answer. " +
  "So it is refused, not waved through. Run `pawl doctor` to see why, then try again.";
