/** What Pawl itself does about an event: the event's one file in `events/` returns a reply. */
import { eventHandlers } from "../events/index.ts";
import { type HookEventName, type InputOf, type KnownInput, pass, type Reply } from "../protocol/index.ts";
import type { EventHandler } from "../services/event-context.ts";
import type { HookCall } from "./call.ts";
import { createEventContext } from "./event-context.ts";
import type { Part } from "./once.ts";
import type { Services } from "./services.ts";

/** `parts`: what of the reply this call of the event brings; another call brings the rest. */
export async function answer<E extends HookEventName>(
  input: InputOf<E>,
  call: HookCall,
  parts: readonly Part[],
  services: Services,
): Promise<Reply> {
  const isWanted = parts.includes("context") || parts.includes("message");
  const handler = eventHandlers[input.event] as EventHandler<E> | undefined;
  if (!isWanted || handler === undefined) return pass;
  const ctx = await createEventContext(input as KnownInput, call, services);
  const { message, ...rest }: Reply = await handler(input, ctx);
  const reply: Reply = parts.includes("context") ? rest : pass;
  return parts.includes("message") && message !== undefined ? { ...reply, message } : reply;
}
