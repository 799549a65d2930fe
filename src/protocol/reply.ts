/**
 * What a hook can reply. A reply is a value. `CARRIES` defines once which parts each event supports, and the types
 * reject the rest.
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
  /** The tool call happens without asking. Pawl itself never does this; a user's hook may. */
  allow: string;
  /** The tool call happens with this input instead. */
  updatedInput: Record<string, unknown>;
  /** The event's action is stopped (Stop: the turn continues); the model reads the reason. */
  block: string;
  /** Added to the summarizer's instructions. */
  instructions: string;
}

export type Part = keyof Parts;

const TOOL = ["context", "deny", "ask", "allow", "updatedInput"] as const;

/** Which parts the client accepts for which event (measured; see the protocol's tests). */
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

/** Parts that every event supports. */
interface Everywhere {
  /** A line for the user. */
  message?: string;
  /** Claude stops completely; the user reads the reason. Pawl itself never does this; a user's hook may. */
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
 * A reply with these parts and no others (`never`: with optional fields alone any other part would be accepted),
 * plus the parts that every event supports.
 */
export type Reply<P extends Part = Part> = { [K in P]?: Parts[K] } & {
  [K in Exclude<Part, P>]?: never;
} & Everywhere;

export type ReplyFor<E extends HookEventName> = Reply<(typeof CARRIES)[E][number]>;

/** An empty reply. */
export const pass: Reply<never> = Object.freeze({});

export const context = (text: string): Reply<"context"> => ({ context: text });
export const deny = (why: string): Reply<"deny"> => ({ deny: why });
export const ask = (why: string): Reply<"ask"> => ({ ask: why });
export const block = (why: string): Reply<"block"> => ({ block: why });
/** A line for the user; the model never sees it. */
export const say = (message: string): Reply<never> => ({ message });
