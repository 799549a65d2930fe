/** Pawl's own answer to an event: the event's file in `pipeline/events/` returns a reply, which is used only if it is in time. */

import {
  CLIENTS,
  DEFAULT_CLIENT,
  type HookEventName,
  type InputOf,
  type KnownInput,
  mergeReplies,
  pass,
  type Reply,
} from "../clients/index.ts";
import { createEventContext } from "./event-context.ts";
import { type EventHandler, eventHandlers } from "./events/index.ts";
import type { HookCall, Services } from "./services.ts";
import type { CallPart } from "./skip.ts";

/** `parts`: the parts of the reply that this call returns; another call of the same event returns the rest. */
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

/** A late reply from Pawl itself is useless, so an empty one takes its place. The work itself continues. */
export async function withDeadline(
  work: Promise<Reply>,
  { name }: Pick<HookCall, "name">,
  { count, log, isPlayback }: Pick<Services, "count" | "log" | "isPlayback">,
  deadlineMs = DEADLINE_MS,
): Promise<Reply> {
  if (isPlayback) return work;
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(() => late.resolve("late"), deadlineMs);
  const first = await Promise.race([work, late.promise]);
  clearTimeout(timer);
  if (first !== "late") return first;
  count("hook_deadline");
  log.warn("a hook was not answered in time", { name });
  return pass;
}

// A session's start may get no answer in time: the daemon was not running yet, or the machine was too busy. The session
// then gets the missed context once, at its first event whose answer can carry context.

/** Events of the session itself, early enough for the model to use it. */
const CARRIERS: ReadonlySet<string> = new Set([
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
]);

/** Called when the event has been answered, or was recorded from the spool. */
export function noteMissedStart(input: KnownInput, call: HookCall, { seen }: Pick<Services, "seen">): void {
  if (input.event === "SessionEnd") seen.missedStarts.delete(input.sessionId);
  // There are two hooks: `context` injects the block; `user-message` only shows its message.
  if (input.event !== "SessionStart" || call.name === "user-message") return;
  const { missedStarts, givenStarts } = seen;
  if (!call.isReplay) givenStarts.delete(input.sessionId);
  const isMissed = call.isReplay ? givenStarts.get(input.sessionId) === undefined : isLate(call);
  if (isMissed) missedStarts.set(input.sessionId, input);
  else missedStarts.delete(input.sessionId);
}

/** Prepends the context that the session missed at its start. */
export async function withMissedStart(
  reply: Reply,
  input: KnownInput,
  call: HookCall,
  parts: readonly CallPart[],
  services: Services,
): Promise<Reply> {
  const { missedStarts, givenStarts } = services.seen;
  const start = missedStarts.get(input.sessionId);
  if (start === undefined || call.isReplay || !parts.includes("context") || !canCarry(input, call))
    return reply;
  // Taken first: another event of the session may be answered at the same moment.
  missedStarts.delete(input.sessionId);
  const missed = await answer(start, call, parts, services);
  if (isLate(call)) missedStarts.set(input.sessionId, start);
  else givenStarts.set(input.sessionId, true);
  if (Object.keys(missed).length === 0) return reply;
  return mergeReplies([
    { name: "start", reply: missed },
    { name: "event", reply },
  ]).reply;
}

function canCarry(input: KnownInput, { client = DEFAULT_CLIENT }: HookCall): boolean {
  if (!CARRIERS.has(input.event) || input.agentId !== undefined) return false;
  return Object.keys(CLIENTS[client].encode(input.event, { context: "x" })).length > 0;
}

function isLate({ answerBy }: HookCall): boolean {
  return performance.now() >= (answerBy ?? Number.POSITIVE_INFINITY);
}
