/** What an event's answer can carry. Without Zod: the keeper, which stays small, needs it to refuse. */
import { CARRIES, type Part, type Reply } from "../reply.ts";
import type { HookEventName } from "./events.ts";

/** "This must not happen": the strongest thing that the event can carry. */
export function toBlock(event: HookEventName, reason: string): Reply {
  if (carries(event, "deny")) return { deny: reason };
  if (carries(event, "block")) return { block: reason };
  if (carries(event, "context")) return { context: reason };
  return { message: reason };
}

export function carries(event: HookEventName, part: Part): boolean {
  const parts: readonly Part[] = Object.hasOwn(CARRIES, event) ? CARRIES[event] : [];
  return parts.includes(part);
}
