/**
 * What a hook may answer. A reply is a value; which parts an event can carry is written down once, in
 * `CARRIES`, and the types refuse the rest.
 */
import type { HookEventName } from "./claude-code/events.ts";

/** What each part means to the client. */
interface Parts {
  /** Text that the model reads, right after the event. */
  context: string;
  /** The tool call does not happen; the model reads the reason. */
  deny: string;
  /** The user is asked about the tool call. */
  ask: string;
  /** The tool call happens without asking. Pawl itself never says this; a user's hook may. */
  allow: string;
  /** The tool call happens with this input instead. */
  updatedInput: Record<string, unknown>;
  /** The event's action is stopped (Stop: the turn goes on); the model reads the reason. */
  block: string;
  /** Added to the summariser's instructions. */
  instructions: string;
}

export type Part = keyof Parts;

const TOOL = ["context", "deny", "ask", "allow", "updatedInput"] as const;

/** Which parts the client takes from which event (measured; the facts are in the protocol's tests). */
export const CARRIES = {
  PreToolUse: TOOL,
  PostToolUse: ["context", "block"],
  PostToolUseFailure: ["context"],
  PostToolBatch: ["context", "block"],
  Notification: ["context"],
  UserPromptSubmit: ["context", "block"],
  UserPromptExpansion: ["context", "block"],
  SessionStart: ["context"],
  SessionEnd: [],
  Stop: ["context", "block"],
  StopFailure: [],
  SubagentStart: ["context"],
  SubagentStop: ["context", "block"],
  PreCompact: ["instructions", "block"],
  PostCompact: [],
  PreModelSwitch: ["deny", "ask", "allow"],
  PostModelSwitch: ["context"],
  PermissionRequest: ["deny", "allow", "updatedInput"],
  PermissionDenied: [],
  Setup: ["context"],
  TeammateIdle: ["block"],
  TaskCreated: ["block"],
  TaskCompleted: ["block"],
  Elicitation: [],
  ElicitationResult: [],
  ConfigChange: ["block"],
  WorktreeCreate: [],
  WorktreeRemove: [],
  InstructionsLoaded: [],
  CwdChanged: [],
  FileChanged: [],
  DirectoryAdded: [],
  MessageDisplay: [],
} as const satisfies Record<HookEventName, readonly Part[]>;

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

export type ReplyFor<E extends HookEventName> = Reply<(typeof CARRIES)[E][number]>;

/** Nothing to say. */
export const pass: Reply<never> = Object.freeze({});

export const context = (text: string): Reply<"context"> => ({ context: text });
export const deny = (why: string): Reply<"deny"> => ({ deny: why });
export const ask = (why: string): Reply<"ask"> => ({ ask: why });
export const block = (why: string): Reply<"block"> => ({ block: why });
/** A line for the user; the model never sees it. */
export const say = (message: string): Reply<never> => ({ message });
