/**
 * Handles one hook event in the keeper. The daemon answers if it can. If not, the client gets an empty answer at once, except
 * for gated events: those wait for a new daemon, and are refused without one.
 */

import { existsSync } from "node:fs";
import { type EventOutline, outlineOf } from "../../clients/claude-code/outline.ts";
import { isStopped } from "../../platform/daemon-process.ts";
import {
  DEFAULT_WAIT_MS,
  HOOK_AT_HEADER,
  HOOK_CLIENT_HEADER,
  HOOK_WAIT_HEADER,
  splitBody,
  TERMINAL_HEADER,
} from "../../platform/hook-request.ts";
import { readHooked } from "../../platform/hooked-events.ts";
import { isMachineOff } from "../../platform/off.ts";
import type { Home } from "../../platform/paths.ts";
import { isGated, readGates, refusal } from "./gates.ts";
import { type HeadRules, limited, tooLarge } from "./pass-on.ts";
import { type Attached, forwarded, sendEvent } from "./requests.ts";
import { LARGE_LANE, type Turns } from "./turns.ts";
import type { Upstream } from "./upstream.ts";

interface HookDeps {
  home: Home;
  upstream: Upstream;
  turns: Turns;
  /** True if the request carries one of Pawl's tokens. */
  isOwn(headers: Headers): boolean;
  answer: HeadRules["answer"];
}

/** How long a daemon may be silent before the keeper looks at its process. */
const SILENCE_MS = 100;
/** Maximum time for a running daemon to answer: it is busy, not frozen. */
const BUSY_MS = 750;
/** How long an event of a session without a transcript may wait for its turn. */
const CROWD_MS = 15_000;
/** Time reserved for the answer to arrive. */
const WAY_BACK_MS = 200;
/** More takes the daemon longer. */
const LARGE_BYTES = 64_000;

interface Event {
  at: number;
  headers: Headers;
  body: Uint8Array;
  /** Undefined if the body is too large to inspect, or is not an event. */
  outline: EventOutline | undefined;
}

/** The daemon's answer, or the keeper's own if the daemon gives none. */
export async function hookRequest(request: Request, deps: HookDeps): Promise<Response> {
  const body = await readBody(request, deps.answer);
  if (body instanceof Response) return body;
  const { headers } = request;
  const event: Event = { at: Date.now(), headers, body, outline: outlineOf(eventIn(headers, body)) };
  const lane = body.length > LARGE_BYTES ? LARGE_LANE : (event.outline?.session ?? LARGE_LANE);
  // A person does not wait for the event of a client with a transcript. Other events wait for the daemon: writing thousands
  // of them to disk would take long.
  const release = await deps.turns.take(lane, hasTranscript(event.outline) ? BUSY_MS : CROWD_MS);
  const daemon = release === undefined ? undefined : deps.upstream.daemon();
  const answered = daemon === undefined ? undefined : await ask(daemon, event, deps, release);
  release?.();
  if (answered !== undefined) return answered;
  if (!deps.isOwn(headers)) return deps.answer(401, { error: "Send Pawl's token." });
  return withoutDaemon(event, deps);
}

/** A length that is named was checked before; a body in chunks is counted as it comes. */
async function readBody(request: Request, answer: HeadRules["answer"]): Promise<Uint8Array | Response> {
  const endedEarly = () => answer(400, { error: "The request ended early." });
  const isMeasured = request.headers.has("content-length") && !request.headers.has("transfer-encoding");
  if (isMeasured) return request.bytes().catch(endedEarly);
  const { body, isOver } = limited(request.body ?? new Blob([]).stream());
  return new Response(body).bytes().catch(() => (isOver() ? tooLarge(answer) : endedEarly()));
}

async function withoutDaemon(event: Event, deps: HookDeps): Promise<Response> {
  const { home, upstream, answer } = deps;
  const { headers, outline } = event;
  // `pawl hook` starts a daemon itself and tries again; it spools an event that no daemon accepts.
  if (headers.has(HOOK_AT_HEADER)) return answer(503, { error: "Pawl's daemon does not answer." });
  const gates = readGates(home.dir);
  // A body that is too large to inspect counts as gated, so that its size cannot bypass a gate.
  const isAbout = outline === undefined ? gates.length > 0 : isGated(gates, outline);
  if (isAbout) {
    upstream.start(true);
    const daemon = await upstream.wait(Math.max(SILENCE_MS, waitOf(headers) - WAY_BACK_MS));
    const answered = daemon === undefined ? undefined : await ask(daemon, { ...event, at: Date.now() }, deps);
    return answered ?? answer(200, refusal(outline ?? { event: gates[0]?.event ?? "" }));
  }
  upstream.start();
  // Paused or deleted: no daemon will start, and none should. The next daemon reads the events that a transcript has.
  const isOff = isMachineOff(home.off) || !existsSync(home.token);
  const isKept = hasTranscript(outline) && (outline === undefined || IN_TRANSCRIPT.has(outline.event));
  if (isOff || isKept || (await spoolInTurn(event, home))) return answer(200, emptyAnswer(outline));
  const error = "Pawl's daemon does not run. This event is not recorded.";
  return answer(503, { error }, { "Retry-After": "1" });
}

/**
 * An answer without content, which the client does not record. PreCompact is the exception, because its answer is shown
 * to the model that summarises.
 */
function emptyAnswer(outline: EventOutline | undefined): object {
  return outline?.event === "PreCompact" ? {} : { async: true };
}

let lastWrite: Promise<unknown> = Promise.resolve();

/** One after the other, with time for requests between: thousands at once would keep this process from answering. */
function spoolInTurn(event: Event, home: Home): Promise<boolean> {
  const written = lastWrite.then(() => new Promise(setImmediate)).then(() => spool(event, home));
  lastWrite = written;
  return written;
}

/** False if the disk is full, or Pawl's program was deleted. */
async function spool({ headers, body, at }: Event, home: Home): Promise<boolean> {
  try {
    // Loaded only now: the redactor takes as much memory as the keeper has.
    const { spoolEvent } = await import("../../pipeline/spool-event.ts");
    spoolEvent(home, eventIn(headers, body), at, headers.get(HOOK_CLIENT_HEADER) ?? undefined);
    return true;
  } catch {
    return false;
  }
}

/** Events that a transcript also records. Others, such as a notification or a permission, would be lost. */
const IN_TRANSCRIPT: ReadonlySet<string> = new Set([
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "SubagentStart",
  "SubagentStop",
  "PreCompact",
  "PostCompact",
  "Stop",
]);

/** Without an outline, it is a large event of a client that writes transcripts, or it is not an event. */
function hasTranscript(outline: EventOutline | undefined): boolean {
  if (outline === undefined) return true;
  return outline.transcriptPath !== undefined && existsSync(outline.transcriptPath);
}

/** The daemon's answer; undefined if it is gone or silent. `release` gives its turn to the next event. */
async function ask(
  daemon: Attached,
  event: Event,
  { home, upstream }: HookDeps,
  release?: () => void,
): Promise<Response | undefined> {
  // Not the time when the event arrived: the daemon may have served other events first.
  const since = Date.now();
  const done = Promise.withResolvers<Response | undefined>();
  const giveUp = () => {
    upstream.suspect(daemon);
    done.resolve(undefined);
  };
  const timers = [
    setTimeout(() => {
      if (isStopped(daemon.pid)) return giveUp();
      const mostMs = mayTake(home.hooked, event);
      // A user's hook runs for longer than the others should wait.
      if (mostMs > BUSY_MS) release?.();
      timers.push(setTimeout(giveUp, Math.max(1, mostMs - (Date.now() - since))));
    }, SILENCE_MS),
  ];
  const sent = forwarded(event.headers);
  // A busy daemon reads the event later, and by then the client may have been answered and have ended its session: with the
  // daemon's time, the event would seem to have opened the session again.
  if (!event.headers.has(HOOK_AT_HEADER)) sent.push([HOOK_AT_HEADER, String(event.at)]);
  sendEvent(daemon, sent, event.body).then(
    done.resolve,
    () => void upstream.failed(daemon).then(() => done.resolve(undefined)),
  );
  const answered = await done.promise;
  for (const timer of timers) clearTimeout(timer);
  return answered;
}

/** As long as the client waits if the user's own hooks run on this event; otherwise short: the user must not wait for Pawl. */
function mayTake(hooked: string, { headers, outline }: Event): number {
  if (headers.has(HOOK_WAIT_HEADER)) return waitOf(headers);
  const isHooked = outline === undefined || readHooked(hooked).includes(outline.event);
  return isHooked ? DEFAULT_WAIT_MS : BUSY_MS;
}

function eventIn(headers: Headers, body: Uint8Array): Uint8Array {
  return splitBody(body, headers.get(TERMINAL_HEADER)).event;
}

function waitOf(headers: Headers): number {
  const ms = Number(headers.get(HOOK_WAIT_HEADER));
  return Number.isFinite(ms) && ms > 0 ? ms : DEFAULT_WAIT_MS;
}
