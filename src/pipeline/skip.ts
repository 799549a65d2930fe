/**
 * What is left out of an event's way, and why. `PAWL_OFF` leaves out everything; paused, all but rules and gates: whoever
 * pauses recording has not opened a gate. A duplicate (plugin and installed
 * hooks side by side) leaves out only Pawl's own part: rules and gates judge every call of the event.
 */
import { isMachineOff, isSessionOff, keepsGates, markOn, offSpans } from "../platform/off.ts";
import type { HookInput } from "../protocol/index.ts";
import type { HookCall } from "./call.ts";
import { identityOf, type Part, partsWantedBy } from "./once.ts";
import type { Services } from "./services.ts";

/** What is switched off: for this session (`PAWL_OFF`) everything, for the machine (paused) all but gates and rules. */
export type Off = "everything" | "own";

export function offFor(input: HookInput, call: HookCall, { home, now }: Services): Off | undefined {
  // As it was when the event happened: an old event must not switch a session on that is off now.
  if (call.isReplay) {
    const spans = offSpans(home.off, input.sessionId);
    return spans.some(({ from, to }) => call.at >= from && call.at < to) ? "everything" : undefined;
  }
  if (call.isGatesOnly === true || isMachineOff(home.off)) return "own";
  // A session that starts or goes on without `PAWL_OFF` counts again: its hooks would not call otherwise.
  if (input.event === "SessionStart" || input.event === "UserPromptSubmit") {
    markOn(home.off, input.sessionId, now());
    return undefined;
  }
  if (!isSessionOff(home.off, input.sessionId)) return undefined;
  return keepsGates(home.off, input.sessionId) ? "own" : "everything";
}

interface Claim {
  /** Parts of Pawl's own work that no other call of the same event does. */
  parts: readonly Part[];
  /** The work failed before anything was stored: the same event may come again. */
  release(): void;
}

/** The first call to ask for a part of an event's work gets it. */
export function claimParts(input: HookInput, call: HookCall, services: Services): Claim {
  const { seen, now } = services;
  // A project that is left out has rules and gates like any other.
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
