/**
 * One hook event through the keeper. The daemon answers if it can. If it cannot, the client gets an empty answer at once
 * and the event is kept for it; an event that a gate is about waits for a new daemon, and is refused without one.
 */

import { existsSync } from "node:fs";
import { type EventOutline, outlineOf } from "../../clients/claude-code/outline.ts";
import { needsAnswer } from "../../pipeline/needs-answer.ts";
import {
  DEFAULT_WAIT_MS,
  HOOK_AT_HEADER,
  HOOK_CLIENT_HEADER,
  HOOK_LATE_HEADER,
  HOOK_WAIT_HEADER,
  splitBody,
  TERMINAL_HEADER,
} from "../../platform/hook-request.ts";
import { readHooked } from "../../platform/hooked-events.ts";
import { isMachineOff } from "../../platform/off.ts";
import type { Home } from "../../platform/paths.ts";
import { isStopped } from "../../platform/stopped.ts";
import { emptyAnswer, refusal } from "./answers.ts";
import { sendEvent, toResponse } from "./daemon-requests.ts";
import { isGated, readGates } from "./gates.ts";
import { type HeadRules, limited, tooLarge } from "./large-bodies.ts";
import type { LateEvents } from "./late-events.ts";
import { LARGE_LANE, type Turns } from "./turns.ts";
import type { Attached, Upstream } from "./upstream.ts";

interface HookDeps {
  home: Home;
  upstream: Upstream;
  late: LateEvents;
  turns: Turns;
  /** Whether the request carries one of Pawl's tokens. */
  isOwn(headers: Headers): boolean;
  answer: HeadRules["answer"];
}

/** How long a daemon may be silent before the keeper looks at its process. */
const SILENCE_MS = 100;
/** How long one that runs may take: it is busy, not frozen. */
const BUSY_MS = 750;
/** How long an event that is in no transcript may wait for its turn. */
const CROWD_MS = 15_000;
/** Reserved for the answer to come back in time. */
const WAY_BACK_MS = 200;

/** The daemon's answer, or the one in its place. */
export async function hookRequest(request: Request, deps: HookDeps): Promise<Response> {
  const headers = forwarded(request.headers);
  const body = await readBody(request, deps.answer);
  if (body instanceof Response) return body;
  const event: Event = { at: Date.now(), headers, body };
  const isLarge = body.length > LARGE_BYTES;
  let lane = isLarge ? LARGE_LANE : "alone";
  if (!isLarge && !deps.turns.isFree()) {
    const outline = outlineIn(headers, body);
    if (isAnsweredAtOnce(outline, event, deps)) {
      deps.late.add(event);
      return deps.answer(200, emptyAnswer(outline));
    }
    lane = outline?.session ?? LARGE_LANE;
  }
  // Most events are in a transcript: a person does not wait for them. The others wait for the daemon: to write thousands of
  // them to disk would keep this process from answering.
  const release =
    (await deps.turns.take(lane, BUSY_MS)) ??
    (hasTranscript(outlineIn(headers, body)) ? undefined : await deps.turns.take(lane, CROWD_MS));
  const daemon = release === undefined ? undefined : deps.upstream.daemon();
  const answered = daemon === undefined ? undefined : await ask(daemon, event, deps, { release });
  release?.();
  if (answered !== undefined) return answered;
  if (!deps.isOwn(headers)) return deps.answer(401, { error: "Send Pawl's token." });
  return withoutDaemon(event, deps, { isCrowded: release === undefined });
}

/** More takes the daemon longer, and this process to read it. */
const LARGE_BYTES = 64_000;
/** With more of them waiting, the next ones wait for the daemon too: none is dropped. */
const MOST_EARLY = 200;

/**
 * While the daemon is busy with others, a result about which nothing can be said is answered here, and delivered in its turn. If
 * the daemon is killed before that, the transcript has it.
 */
function isAnsweredAtOnce(
  outline: EventOutline | undefined,
  { headers }: Event,
  { home, upstream, late, isOwn }: HookDeps,
): boolean {
  return (
    late.size() < MOST_EARLY &&
    outline?.event === "PostToolUse" &&
    outline.tool !== undefined &&
    !needsAnswer({ toolName: outline.tool, toolInput: outline.toolInput }) &&
    hasTranscript(outline) &&
    !headers.has(HOOK_CLIENT_HEADER) &&
    !headers.has(HOOK_AT_HEADER) &&
    upstream.daemon() !== undefined &&
    isOwn(headers) &&
    !readHooked(home.hooked).includes(outline.event)
  );
}

/** A length that is named was checked before; a body in chunks is counted as it comes. */
async function readBody(request: Request, answer: HeadRules["answer"]): Promise<Uint8Array | Response> {
  const isMeasured = request.headers.has("content-length") && !request.headers.has("transfer-encoding");
  if (isMeasured) return request.bytes().catch(() => endedEarly(answer));
  const { body, isOver } = limited(request.body ?? new Blob([]).stream());
  return new Response(body).bytes().catch(() => (isOver() ? tooLarge(answer) : endedEarly(answer)));
}

const endedEarly = (answer: HeadRules["answer"]) => answer(400, { error: "The request ended early." });

interface Event {
  at: number;
  headers: Headers;
  body: Uint8Array;
}

async function withoutDaemon(
  event: Event,
  deps: HookDeps,
  { isCrowded }: { isCrowded: boolean },
): Promise<Response> {
  const { home, upstream, answer } = deps;
  // `pawl hook` starts a daemon itself and asks again; it spools what nobody takes.
  if (event.headers.has(HOOK_AT_HEADER)) return answer(503, { error: "Pawl's daemon does not answer." });
  const outline = outlineIn(event.headers, event.body);
  const gates = readGates(home.dir);
  // What is too large to look at counts as gated, so that a gate cannot be passed by length.
  const gated =
    outline === undefined
      ? gates[0] && { event: gates[0].event }
      : isGated(gates, outline)
        ? outline
        : undefined;
  if (gated !== undefined) {
    upstream.start({ evenIfStopped: true });
    const daemon = await upstream.wait(Math.max(SILENCE_MS, waitOf(event.headers) - WAY_BACK_MS));
    const answered = daemon === undefined ? undefined : await ask(daemon, { ...event, at: Date.now() }, deps);
    return answered ?? answer(200, refusal(gated));
  }
  upstream.start();
  // Paused, or deleted: no daemon will come, and none is wanted.
  const isOff = isMachineOff(home.off) || !existsSync(home.token);
  if (isOff || (await keep(event, outline, deps, isCrowded))) return answer(200, emptyAnswer(outline));
  return answer(503, { error: "Pawl's daemon does not run. This event is not recorded." }, LATER);
}

const LATER = { "Retry-After": "1" };

/**
 * The one place where an event is kept for the daemon. In memory, if a transcript contains it too; otherwise on disk, because
 * an event that was answered must not be lost with this process. False if it cannot be kept.
 */
async function keep(
  event: Event,
  outline: EventOutline | undefined,
  { home, upstream, late }: HookDeps,
  isCrowded: boolean,
): Promise<boolean> {
  // In a crowd the daemon is there, and gets it in its turn.
  const isNext = isCrowded && upstream.current() !== undefined;
  if (!isNext && !hasTranscript(outline)) {
    try {
      const { spoolEvent } = await import("../../pipeline/spool-event.ts");
      const client = event.headers.get(HOOK_CLIENT_HEADER) ?? undefined;
      spoolEvent(home, eventIn(event.headers, event.body), event.at, client);
      return true;
    } catch {
      // The disk is full, or Pawl's program was deleted. A daemon that runs gets the event all the same.
      if (upstream.current() === undefined) return false;
    }
  }
  late.add(event);
  return true;
}

/** What cannot be read here is a large event of the client, which writes transcripts, or no event. */
function hasTranscript(outline: EventOutline | undefined): boolean {
  if (outline === undefined) return true;
  return outline.transcriptPath !== undefined && existsSync(outline.transcriptPath);
}

/** The daemon's answer; undefined if it is gone or silent. */
async function ask(
  daemon: Attached,
  event: Event,
  { home, upstream }: HookDeps,
  /** `release` gives its turn to the next event. */
  { release }: { release?: (() => void) | undefined } = {},
): Promise<Response | undefined> {
  const { headers, body } = event;
  // Not when the event came: a daemon is not silent because others were served first.
  const since = Date.now();
  const reply = sendEvent(daemon, withTime(event), body);
  const done = Promise.withResolvers<Response | undefined>();
  const giveUp = () => {
    upstream.suspect(daemon);
    done.resolve(undefined);
  };
  const timers = [
    setTimeout(() => {
      if (isStopped(daemon.pid)) return giveUp();
      const mostMs = mayTake(home.hooked, headers, body);
      // A user's hook runs for longer than the others should wait.
      if (mostMs > BUSY_MS) release?.();
      timers.push(setTimeout(giveUp, Math.max(1, mostMs - (Date.now() - since))));
    }, SILENCE_MS),
  ];
  reply.then(
    (answer) => done.resolve(toResponse(answer)),
    () => void upstream.failed(daemon).then(() => done.resolve(undefined)),
  );
  const answered = await done.promise;
  for (const timer of timers) clearTimeout(timer);
  return answered;
}

/**
 * The headers with the event's time. A busy daemon reads it later, and by then the client may have been answered and have
 * ended its session: with the daemon's time, the event would seem to have opened the session again.
 */
function withTime({ headers, at }: Event): Headers {
  const timed = new Headers(headers);
  if (!timed.has(HOOK_AT_HEADER)) timed.set(HOOK_AT_HEADER, String(at));
  return timed;
}

/** Where the user's own hooks run, as long as the client waits; else a person must not wait for Pawl. */
function mayTake(hooked: string, headers: Headers, body: Uint8Array): number {
  if (headers.has(HOOK_WAIT_HEADER)) return waitOf(headers);
  const outline = outlineIn(headers, body);
  const isHooked = outline === undefined || readHooked(hooked).includes(outline.event);
  return isHooked ? DEFAULT_WAIT_MS : BUSY_MS;
}

function outlineIn(headers: Headers, body: Uint8Array) {
  return outlineOf(eventIn(headers, body));
}

function eventIn(headers: Headers, body: Uint8Array): Uint8Array {
  return splitBody(body, headers.get(TERMINAL_HEADER)).event;
}

function waitOf(headers: Headers): number {
  const ms = Number(headers.get(HOOK_WAIT_HEADER));
  return Number.isFinite(ms) && ms > 0 ? ms : DEFAULT_WAIT_MS;
}

/** Events that were answered in the daemon's place. False if it is gone again. */
export async function deliver(daemon: Attached, event: Event): Promise<boolean> {
  const headers = withTime(event);
  headers.set(HOOK_LATE_HEADER, "1");
  try {
    await sendEvent(daemon, headers, event.body);
    return true;
  } catch {
    return false;
  }
}

/** Headers that belong to one connection, or to a body as it was sent. */
const HOP = ["connection", "keep-alive", "transfer-encoding", "content-length", "upgrade", "te", "trailer"];

export function forwarded(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of HOP) kept.delete(name);
  return kept;
}
