/** One call of `pawl hook`: what its arguments and the environment say. */
import { isOff, processEnv } from "../../platform/env.ts";
import { OWN_HOME_ARGUMENT, SOCKET_ARGUMENT } from "../../platform/hook-request.ts";
import { type HookFiles, hookFilesAt, pawlHomeDir } from "../../platform/paths.ts";
import type { EventToSend } from "./request.ts";

/** The total, including the start of a daemon: a person waits for this. Longer only if the user's own hooks need it. */
const PATIENCE_MS = 1500;
/** Reserved for the daemon's answer to come back in time. */
const WAY_BACK_MS = 100;
/** A daemon that says nothing for so long on its own socket may be stopped. */
export const SILENCE_MS = 100;
const CLIENT = "--client=";
const WAIT = "--wait=";
export const NOTHING = "{}";
/** The answer of `pre-compact` when there is nothing to add. */
const NOTHING_TO_COMPACT = '{"result":""}';

export interface ProgramCall extends EventToSend {
  home: HookFiles;
  /** What it prints when no daemon has answered. */
  nothing: string;
  /** One of the user's own hooks for it is a gate: it denies without an answer. */
  isGate: boolean;
  /** The launcher has seen that the home is the user's own. */
  isOwnHome: boolean;
  /** The launcher has seen that standard input is a socket. */
  hasSocket: boolean;
  /** Why there is no event. */
  inputError?: unknown;
  /** It looks for a daemon until then. */
  deadline: number;
  /** It waits for the answer until then. */
  answerBy: number;
}

export function toCall(args: readonly string[], at: number): ProgramCall {
  let dir: string | undefined;
  let name: string | undefined;
  let client: string | undefined;
  let wait: string | undefined;
  let isGate = false;
  let isOwnHome = false;
  let hasSocket = false;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (arg[0] !== "-") name ??= arg;
    else if (arg === OWN_HOME_ARGUMENT) isOwnHome = true;
    else if (arg === SOCKET_ARGUMENT) hasSocket = true;
    else if (arg === "--gate") isGate = true;
    else if (arg === "--home") dir ??= args[++i];
    else if (arg.startsWith(WAIT)) wait ??= arg.slice(WAIT.length);
    else if (arg.startsWith(CLIENT)) client ??= arg.slice(CLIENT.length);
  }
  const waitMs = wait === undefined ? 0 : Number(wait);
  const isCompaction = client === undefined && name === "pre-compact";
  return {
    home: hookFilesAt(dir ?? pawlHomeDir()),
    name,
    client,
    nothing: isCompaction ? NOTHING_TO_COMPACT : NOTHING,
    isGate,
    isOwnHome,
    hasSocket,
    body: new Uint8Array(),
    at,
    deadline: at + PATIENCE_MS,
    answerBy: at + (waitMs > PATIENCE_MS && waitMs < Number.POSITIVE_INFINITY ? waitMs : PATIENCE_MS),
  };
}

/** Whether nothing about it keeps it from the daemon. */
export function isPlain(call: ProgramCall): boolean {
  return (
    call.inputError === undefined &&
    processEnv.PAWL_GUARD === undefined &&
    !isOff(processEnv) &&
    !mayBeOthers(call)
  );
}

/** Copilot CLI, Gemini CLI and OpenCode mark what they start: hooks, and commands, in which a Claude Code may run. */
export function mayBeOthers({ client }: ProgramCall): boolean {
  return (
    client === undefined &&
    (processEnv.COPILOT_CLI !== undefined ||
      processEnv.GEMINI_SESSION_ID !== undefined ||
      processEnv.GEMINI_CLI !== undefined ||
      processEnv.OPENCODE !== undefined)
  );
}

export function leftMs(call: ProgramCall): number {
  const left = call.answerBy - Date.now();
  return Math.max(1, left);
}

/** For how long the daemon may take. */
export function waitFor(call: ProgramCall): number {
  return leftMs(call) - WAY_BACK_MS;
}
