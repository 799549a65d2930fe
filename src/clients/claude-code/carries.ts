/** The parts that an event's answer can carry. Without Zod, because the small keeper needs it to refuse. */
import type { Reply } from "../reply.ts";
import type { Part } from "../reply-parts.ts";
import { EVENTS } from "./event-table.ts";
import type { HookEventName } from "./events.ts";

/** "This must not happen": the strongest decision that the event supports. */
export function toBlock(event: HookEventName, reason: string): Reply {
  if (carries(event, "deny")) return { deny: reason };
  if (carries(event, "block")) return { block: reason };
  if (carries(event, "context")) return { context: reason };
  return { message: reason };
}

export function carries(event: HookEventName, part: Part): boolean {
  const parts: readonly Part[] = Object.hasOwn(EVENTS, event) ? EVENTS[event].carries : [];
  return parts.includes(part);
}
