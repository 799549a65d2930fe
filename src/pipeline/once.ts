/**
 * The same event can come twice: plugin and installed hooks side by side, hooks in two settings files. The client
 * gives both the same input, so the second is recognised: recorded once, injected once.
 */
import { Lru } from "../lru.ts";
import type { HookInput } from "../protocol/index.ts";
import type { HookCall } from "./call.ts";

/** Both arrive at the same time; a process start on a busy machine is the most that lies between. */
const WINDOW_MS = 15_000;

interface Once {
  /** True for the first to ask for this key. */
  claim(key: string, at: number): boolean;
  /** Nothing came of it: the next to ask is the first again. */
  release(key: string): void;
}

export function createOnce(): Once {
  const claimed = new Map<string, number>();
  return {
    claim(key, at) {
      // Insertion order is time order: the expired ones are at the front.
      for (const [old, when] of claimed) {
        // Both ways: a clock that was set back must not keep them for hours.
        if (Math.abs(at - when) <= WINDOW_MS) break;
        claimed.delete(old);
      }
      if (claimed.has(key)) return false;
      claimed.set(key, at);
      return true;
    },
    release: (key) => void claimed.delete(key),
  };
}

/** More than run at once. */
const MOST_SESSIONS = 1000;

export interface Seen {
  /** Recognises the same event from two hooks; replayed events have times of their own. */
  live: Once;
  replayed: Once;
  /** Sessions whose transcript is there, and known to the store. */
  inTranscript: Lru<string, true>;
}

export function createSeen(): Seen {
  return { live: createOnce(), replayed: createOnce(), inTranscript: new Lru(MOST_SESSIONS) };
}

/** What one call of a hook is for. Together, the hooks of one event want each part once. */
export type Part = "record" | "context" | "message";

/** S4.2: SessionStart has two hooks; `context` loads and `user-message` shows. */
export function partsWantedBy(name: string | undefined): readonly Part[] {
  if (name === "context") return ["record", "context"];
  if (name === "user-message") return ["message"];
  return ["record", "context", "message"];
}

/** The client gives all hooks of an event the same JSON; a command's ends with a line break. */
export function identityOf(input: HookInput, call: HookCall): string {
  const known: unknown = "toolUseId" in input ? input.toolUseId : undefined;
  return typeof known === "string"
    ? `${input.sessionId} ${input.event} ${known}`
    : bodyIdentityOf(input, call);
}

/** For the user's hooks: an event that comes again with another body is another event. */
export function bodyIdentityOf(input: HookInput, { body }: HookCall): string {
  return `${input.sessionId} ${input.event} ${Bun.hash(body.trimEnd()).toString(36)}`;
}
