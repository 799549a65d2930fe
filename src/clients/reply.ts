/**
 * What a hook may answer. A reply is a value. The event table lists the parts that each event can carry, and the types reject
 * the rest.
 */
import type { EVENTS, Part, Parts } from "./claude-code/event-table.ts";
import { carries, type HookEventName } from "./claude-code/events.ts";

/** Parts that every event supports. */
interface Everywhere {
  /** A line for the user. */
  message?: string;
  /** Stops Claude completely. The user reads the reason. Pawl itself never does this; a user's hook may. */
  stop?: string;
  /** Other fields from a user's hook, passed to the client unchanged. */
  extra?: Extra;
}

export interface Extra {
  /** Fields of the output itself, such as `suppressOutput`. */
  output?: Record<string, unknown>;
  /** Fields of `hookSpecificOutput`, such as `updatedToolOutput`. */
  specific?: Record<string, unknown>;
}

/**
 * A reply with exactly these parts (`never`: with optional fields alone, any other part would be accepted), plus the parts
 * that every event supports.
 */
export type Reply<P extends Part = Part> = { [K in P]?: Parts[K] } & {
  [K in Exclude<Part, P>]?: never;
} & Everywhere;

export type ReplyFor<E extends HookEventName> = Reply<(typeof EVENTS)[E]["carries"][number]>;

/** An empty reply. */
export const pass: Reply<never> = Object.freeze({});

export const context = (text: string): Reply<"context"> => ({ context: text });
export const deny = (why: string): Reply<"deny"> => ({ deny: why });
export const block = (why: string): Reply<"block"> => ({ block: why });
/** A line for the user; the model never sees it. */
export const say = (message: string): Reply<never> => ({ message });

/** "This must not happen": the strongest decision that the event supports. */
export function toBlock(event: HookEventName, reason: string): Reply {
  if (carries(event, "deny")) return { deny: reason };
  if (carries(event, "block")) return { block: reason };
  if (carries(event, "context")) return { context: reason };
  return { message: reason };
}
