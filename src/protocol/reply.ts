/**
 * What a hook may answer. A reply is a value; which parts an event can carry stands in the event table, and the types
 * refuse the rest.
 */
import type { EVENTS } from "./claude-code/event-table.ts";
import type { HookEventName } from "./claude-code/events.ts";
import type { Part, Parts } from "./reply-parts.ts";

/** What every event can carry. */
interface Everywhere {
  /** A line for the user. */
  message?: string;
  /** Claude stops altogether; the user reads why. Pawl itself never says this; a user's hook may. */
  stop?: string;
  /** What a user's hook answered beyond that: handed to the client as it stands. */
  extra?: Extra;
}

export interface Extra {
  /** Fields of the output itself, such as `suppressOutput`. */
  output?: Record<string, unknown>;
  /** Fields of `hookSpecificOutput`, such as `updatedToolOutput`. */
  specific?: Record<string, unknown>;
}

/**
 * A reply with these parts and no others (`never`: optional fields alone would let any other part pass unseen), and
 * what every event can carry.
 */
export type Reply<P extends Part = Part> = { [K in P]?: Parts[K] } & {
  [K in Exclude<Part, P>]?: never;
} & Everywhere;

export type ReplyFor<E extends HookEventName> = Reply<(typeof EVENTS)[E]["carries"][number]>;

/** Nothing to say. */
export const pass: Reply<never> = Object.freeze({});

export const context = (text: string): Reply<"context"> => ({ context: text });
export const deny = (why: string): Reply<"deny"> => ({ deny: why });
export const block = (why: string): Reply<"block"> => ({ block: why });
/** A line for the user; the model never sees it. */
export const say = (message: string): Reply<never> => ({ message });
