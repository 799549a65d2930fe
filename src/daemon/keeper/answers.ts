/** The answers that the keeper gives in the daemon's place. */
import { toBlock } from "../../clients/claude-code/carries.ts";
import { encodeReply } from "../../clients/claude-code/encode.ts";
import type { HookEventName } from "../../clients/claude-code/events.ts";
import type { EventOutline } from "../../clients/claude-code/outline.ts";
import type { Reply, ReplyFor } from "../../clients/reply.ts";

/**
 * "I have nothing to say": the client keeps no trace of it. PreCompact is the exception, because its answer is shown to
 * the model that summarises.
 */
export function emptyAnswer(outline: EventOutline | undefined): object {
  return outline?.event === "PreCompact" ? {} : { async: true };
}

export function refusal(outline: EventOutline, encode: Encode = encodeForClaude): object {
  const event = outline.event as HookEventName;
  return encode(event, toBlock(event, WHY));
}

type Encode = (event: HookEventName, reply: Reply) => object;

const encodeForClaude: Encode = (event, reply) => encodeReply(event, reply as ReplyFor<typeof event>);

const WHY =
  "Pawl: one of your gates or permission rules is about this, and Pawl's background process does not answer. " +
  "So it is refused, not waved through. Run `pawl doctor` to see why, then try again.";
