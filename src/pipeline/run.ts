/**
 * The life of one event from any source. Read this file first: every line below is a stage with a file of its own. It also
 * has the only catch: any failure in Pawl becomes an empty answer, a log line and a counter, and never disturbs a session.
 */

import {
  BadHookInput,
  CLIENTS,
  DEFAULT_CLIENT,
  eventOfHook,
  type HookInput,
  type HookOutput,
  type KnownInput,
  pass,
  type Reply,
} from "../clients/index.ts";
import { PawlError, toMessage } from "../platform/errors.ts";
import { answer, noteMissedStart, withDeadline, withMissedStart } from "./answer.ts";
import { parseCall, settle } from "./parse.ts";
import { record, type StoreRest } from "./record.ts";
import type { HookCall, Services } from "./services.ts";
import { claimParts, type Off, offFor } from "./skip.ts";
import { applyRules, merge, runUserHooks } from "./user-hooks.ts";

interface Handled {
  output: HookOutput;
  /** The reason why the event is not in the store. */
  unstored?: unknown;
}

export async function run(call: HookCall, services: Services): Promise<Handled> {
  const began = performance.now();
  const attempt = createAttempt(services);
  const parsed = await attempt(undefined, () => parseCall(call));
  if (parsed === undefined) return { output: emptyAnswer(eventOfHook(call.name), call) };
  attempt.event = parsed.event;

  // If that cannot be determined, nothing is recorded and gates stay in force.
  const off = await attempt<Off | undefined>("own", () => offFor(parsed, call, services));
  if (off === "everything") return { output: {} };
  // Only clients whose hooks do not report how a command ended need this step.
  const isSettled = CLIENTS[call.client ?? DEFAULT_CLIENT].toFailed === undefined;
  const input = isSettled ? parsed : await attempt(parsed, () => settle(parsed, call, services));
  const own = off === "own" ? NOT_OURS : recordAndAnswer(input, call, services);
  // They run concurrently: a failure in Pawl never disables a rule or a gate.
  const [ownReply, rules, hooks] = await Promise.all([
    withDeadline(
      attempt<Reply>(pass, () => own.reply),
      call,
      services,
    ),
    attempt<Reply>(pass, () => applyRules(input, call, services)),
    attempt<Reply>(pass, () => runUserHooks(input, call, services, off === "own")),
  ]);
  const output = await attempt(emptyAnswer(input.event, call), () =>
    encode(
      input,
      call,
      isEmpty(rules) && isEmpty(hooks) ? ownReply : merge({ own: ownReply, rules, hooks }, services),
    ),
  );
  if (!call.isReplay) await attempt(undefined, () => noteAnswered(call, performance.now() - began, services));
  return own.unstored === undefined ? { output } : { output, unstored: own.unstored };
}

/** A replayed event gets no answer, so its time is not counted. */
function noteAnswered(call: HookCall, ms: number, services: Services): void {
  services.lastWork.at = services.now();
  if (services.live.watchers > 0)
    services.live.publish({ type: "answered", at: call.at, ms: Number(ms.toPrecision(3)) });
}

interface OwnPart {
  reply: Promise<Reply>;
  unstored?: unknown;
}

const NOT_OURS: OwnPart = { reply: Promise.resolve(pass) };

/** Pawl's own part: it first stores the event safely, then answers it. */
function recordAndAnswer(input: HookInput, call: HookCall, services: Services): OwnPart {
  const own: OwnPart = { reply: work() };
  return own;

  async function work(): Promise<Reply> {
    const claim = claimParts(input, call, services);
    let storeRest: StoreRest | undefined;
    if (claim.parts.includes("record")) {
      try {
        storeRest = await record(input, call, services);
      } catch (error) {
        own.unstored = error;
        if (error instanceof PawlError && error.code === "store_full") services.notices.diskWasFull();
        // On a full disk, for example: the same event may arrive again when there is space.
        claim.release();
        throw error;
      }
    }
    try {
      if (input.event === "Unknown") {
        noteUnknown(input.name, services);
        return pass;
      }
      const known = input as KnownInput;
      const reply = await answer(known, call, claim.parts, services);
      noteMissedStart(known, call, services);
      return await withMissedStart(reply, known, call, claim.parts, services);
    } finally {
      storeRest?.();
    }
  }
}

const isEmpty = (reply: Reply): boolean => Object.keys(reply).length === 0;

function encode(input: HookInput, call: HookCall, reply: Reply): HookOutput {
  if (input.event === "Unknown" || isEmpty(reply)) return emptyAnswer(input.event, call);
  return CLIENTS[call.client ?? DEFAULT_CLIENT].encode(input.event, reply);
}

/** PreCompact's answer has its own form, even if it is empty. */
function emptyAnswer(event: string | undefined, { client = DEFAULT_CLIENT }: HookCall): HookOutput {
  return event === "PreCompact" ? CLIENTS[client].encode("PreCompact", pass) : {};
}

function createAttempt({ count, log }: Services) {
  const attempt = async <T>(otherwise: T, work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const isBadInput = error instanceof BadHookInput;
      count(isBadInput ? "bad_input" : "handler_error");
      log.error(isBadInput ? "not a hook input" : "an event could not be handled", {
        event: attempt.event,
        error: isBadInput ? toMessage(error) : error,
      });
      return otherwise;
    }
  };
  /** The current event, for the log. */
  attempt.event = "unread";
  return attempt;
}

/** Any other value may be arbitrary text, including a secret. */
const EVENT_NAME = /^[A-Za-z]{1,60}$/;

function noteUnknown(name: string, { count, log }: Services): void {
  count("unknown_event");
  log.warn("an event that this version does not know", {
    event: EVENT_NAME.test(name) ? name : "an odd name",
  });
}
