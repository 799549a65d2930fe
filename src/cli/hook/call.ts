/** One call of `pawl hook`, from its arguments and the environment. */
import { processEnv } from "../../platform/env.ts";
import { OWN_HOME_ARGUMENT, SOCKET_ARGUMENT } from "../../platform/hook-request.ts";
import { type Home, homeAt, pawlHomeDir } from "../../platform/paths.ts";
import type { EventToSend } from "./request.ts";

/** The total including a daemon's start, because a person waits for this. Longer only if the user's own hooks need it. */
const PATIENCE_MS = 1500;
/** Time reserved for the daemon's answer to arrive. */
export const WAY_BACK_MS = 100;
const CLIENT = "--client=";
const WAIT = "--wait=";
export const NOTHING = "{}";
/** The answer of `pre-compact` when there is nothing to add. */
const NOTHING_TO_COMPACT = '{"result":""}';

export interface ProgramCall extends EventToSend {
  home: Home;
  /** Printed if no daemon answered. */
  nothing: string;
  /** One of the user's own hooks for it is a gate: it denies without an answer. */
  isGate: boolean;
  /** The launcher has verified that the home is the user's own. */
  isOwnHome: boolean;
  /** The launcher has verified that standard input is a socket. */
  isSocketInput: boolean;
  /** The deadline for finding a daemon. */
  deadline: number;
  /** The deadline for the answer. */
  answerBy: number;
  /** There was a recent problem with the port. */
  hasTrouble: boolean;
  /** The `daemon.json` that pointed to another program: not used again. */
  stranger?: string;
}

export function toCall(args: readonly string[], at: number): ProgramCall {
  let dir: string | undefined;
  let name: string | undefined;
  let client: string | undefined;
  let wait: string | undefined;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (!arg.startsWith("-")) name ??= arg;
    else if (arg === "--home") dir ??= args[++i];
    else if (arg.startsWith(WAIT)) wait ??= arg.slice(WAIT.length);
    else if (arg.startsWith(CLIENT)) client ??= arg.slice(CLIENT.length);
  }
  const waitMs = wait === undefined ? 0 : Number(wait);
  const isCompaction = client === undefined && name === "pre-compact";
  return {
    home: homeAt(dir ?? pawlHomeDir()),
    name,
    client,
    nothing: isCompaction ? NOTHING_TO_COMPACT : NOTHING,
    isGate: args.includes("--gate"),
    isOwnHome: args.includes(OWN_HOME_ARGUMENT),
    isSocketInput: args.includes(SOCKET_ARGUMENT),
    body: new Uint8Array(),
    at,
    deadline: at + PATIENCE_MS,
    answerBy: at + (waitMs > PATIENCE_MS && waitMs < Number.POSITIVE_INFINITY ? waitMs : PATIENCE_MS),
    hasTrouble: false,
  };
}

/** Copilot CLI, Gemini CLI and OpenCode mark what they start: hooks, and commands, in which a Claude Code may run. */
export function mayBeOthers({ client }: ProgramCall): boolean {
  const { COPILOT_CLI, GEMINI_SESSION_ID, GEMINI_CLI, OPENCODE } = processEnv;
  return client === undefined && (COPILOT_CLI ?? GEMINI_SESSION_ID ?? GEMINI_CLI ?? OPENCODE) !== undefined;
}

export function leftMs(call: ProgramCall): number {
  return Math.max(1, call.answerBy - Date.now());
}
