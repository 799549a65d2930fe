/**
 * Which stages an event skips, and why. `PAWL_OFF` skips everything. A pause skips everything but rules and gates: pausing
 * the recording must not open a gate. A duplicate (plugin and installed hooks side by side) skips only Pawl's own
 * part: rules and gates judge every call of the event.
 */

import type { HookInput } from "../clients/index.ts";
import { isMachineOff, isSessionOff, keepsGates, markOn, offSpans } from "../platform/off.ts";
import type { HookCall, Services } from "./services.ts";

/** What is off: everything for this session (`PAWL_OFF`), or all but gates and rules for the machine (paused). */
export type Off = "everything" | "own";

export function offFor(input: HookInput, call: HookCall, { home, now }: Services): Off | undefined {
  // The state at the time of the event, because an old event must not switch a session back on.
  if (call.isReplay) {
    const spans = offSpans(home.off, input.sessionId);
    return spans.some(({ from, to }) => call.at >= from && call.at < to) ? "everything" : undefined;
  }
  if (call.isGatesOnly === true || isMachineOff(home.off)) return "own";
  // A session that starts or continues without `PAWL_OFF` is on again; otherwise its hooks would not call.
  if (input.event === "SessionStart" || input.event === "UserPromptSubmit") {
    markOn(home.off, input.sessionId, now());
    return undefined;
  }
  if (!isSessionOff(home.off, input.sessionId)) return undefined;
  return keepsGates(home.off, input.sessionId) ? "own" : "everything";
}

interface Claim {
  /** Parts of Pawl's own work that no other call of this event performs. */
  parts: readonly CallPart[];
  /** The work failed before anything was stored, so the same event may arrive again. */
  release(): void;
}

/** The first call that requests a part of an event's work gets it. */
export function claimParts(input: HookInput, call: HookCall, services: Services): Claim {
  const { seen, now } = services;
  // An excluded project still has rules and gates.
  if (isExcluded(input, services)) return { parts: [], release: () => undefined };
  const once = call.isReplay ? seen.replayed : seen.live;
  const identity = identityOf(input, call);
  const at = call.isReplay ? call.at : now();
  const parts = partsWantedBy(call.name).filter((part) => once.claim(`${part} ${identity}`, at));
  return {
    parts,
    release() {
      for (const part of parts) once.release(`${part} ${identity}`);
    },
  };
}

function isExcluded({ cwd = "" }: HookInput, { exclusion, projectOf }: Services): boolean {
  return exclusion.folder(cwd, projectOf(cwd));
}

/** The purpose of one hook call. The hooks of one event together request each part once. */
export type CallPart = "record" | "context" | "message";

/** SessionStart has two hooks; `context` loads and `user-message` shows. */
function partsWantedBy(name: string | undefined): readonly CallPart[] {
  if (name === "context") return ["record", "context"];
  if (name === "user-message") return ["message"];
  return ["record", "context", "message"];
}

/** The client sends the same JSON to all hooks of an event; for commands, a line break follows. */
function identityOf(input: HookInput, call: HookCall): string {
  const known: unknown = "toolUseId" in input ? input.toolUseId : undefined;
  return typeof known === "string"
    ? `${input.sessionId} ${input.event} ${known}`
    : bodyIdentityOf(input, call);
}

/** For the user's hooks: an event with another body is another event. */
export function bodyIdentityOf(input: HookInput, { body }: HookCall): string {
  return `${input.sessionId} ${input.event} ${Bun.hash(body.trimEnd()).toString(36)}`;
}
