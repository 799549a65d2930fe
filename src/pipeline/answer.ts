/** What Pawl itself does about an event: the event's one file in `pipeline/events/` returns a reply, and it counts only in time. */

import { type HookEventName, type InputOf, type KnownInput, pass, type Reply } from "../clients/index.ts";
import type { HookCall } from "./call.ts";
import { createEventContext } from "./event-context.ts";
import { eventHandlers } from "./events/index.ts";
import type { Services } from "./services.ts";
import type { EventHandler } from "./services-context.ts";
import type { CallPart } from "./skip.ts";

/** `parts`: what of the reply this call of the event brings; another call brings the rest. */
export async function answer<E extends HookEventName>(
  input: InputOf<E>,
  call: HookCall,
  parts: readonly CallPart[],
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

/** Before the client stops waiting. */
export const DEADLINE_MS = 1200;

/** Pawl's own part of an answer is worth nothing when it is late. The work itself goes on. */
export async function withDeadline(
  work: Promise<Reply>,
  { name }: Pick<HookCall, "name">,
  { count, log, isPlayback }: Pick<Services, "count" | "log" | "isPlayback">,
  deadlineMs = DEADLINE_MS,
): Promise<Reply> {
  if (isPlayback === true) return work;
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(() => late.resolve("late"), deadlineMs);
  const first = await Promise.race([work, late.promise]);
  clearTimeout(timer);
  if (first !== "late") return first;
  count("hook_deadline");
  log.warn("a hook was not answered in time", { name });
  return pass;
}
