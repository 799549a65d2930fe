/** Pawl's entries in a client's settings: a command for every event, in the format of most clients. */

import type { Locale } from "../../locale/messages.ts";
import { CLIENT_ARGUMENT, GATE_ARGUMENT, OWN_ARGUMENT } from "../../platform/own-hook.ts";
import type { HookOutput } from "../claude-code/encode.ts";
import { type HookEventName, toKebabCase } from "../claude-code/events.ts";
import type { Reply } from "../reply.ts";
import { posixLine, windowsLine } from "./line.ts";

export type SettingsScope = "user" | "project" | "local";

interface CommandHook {
  type: "command";
  /** A line for the shell: see `line.ts`. */
  command: string;
  /** For Windows, where the client would otherwise choose between two. */
  shell?: "powershell";
  timeout: number;
}

export interface HttpHook {
  type: "http";
  url: string;
  headers: Record<string, string>;
  timeout: number;
}

export interface InstalledEntry {
  /** By the client's own name. */
  event: string;
  matcher?: string;
  hook: CommandHook | HttpHook;
}

/** The settings that user hooks require from the client: which events to send, and how long to wait for the answer. */
interface HookNeed {
  /** Maximum seconds for a hook of this event, in whole seconds; 0 if the client does not wait. */
  seconds: number;
  /** True if one of these hooks must always be called. */
  gate: boolean;
  /** Only for calls of these tools; absent: for all. */
  gateTools?: readonly string[];
}

export type HookNeeds = ReadonlyMap<HookEventName, HookNeed>;

export interface HookOptions {
  /** Absolute path of the launcher in Pawl's home: see `platform/launcher.ts`. */
  launcher: string;
  /** Pawl's home, if it is not the default. */
  home?: string | undefined;
  port: number;
  hookToken: string;
  scope: SettingsScope;
  /** Events that only the user's own hooks use. */
  extraEvents?: readonly HookEventName[];
  /** The client settings that the user's own hooks require. */
  needs?: HookNeeds;
  /** Encodes a refusal for the client; default: Claude Code's format. */
  encode?: (event: HookEventName, reply: Reply) => object;
  /** The language of sentences in the entries; default: English. */
  locale?: Locale;
  /** Default: this machine's. */
  isWindows?: boolean;
}

/** Without it, a hanging daemon would freeze the session: the client's default is minutes. */
const COMMAND_SECONDS = 5;
/** Added to the longest of the user's hooks: for transport, and for stopping a hook that does not end. */
const MARGIN_SECONDS = 1;
/**
 * Added for a gate. If the daemon does not answer, the program still has to load the code that refuses, possibly on a busy
 * machine. If the client stopped waiting first, the call would go through.
 */
const REFUSAL_SECONDS = 8;
/** The part of it that is reserved for the answer. */
const ANSWER_MS = 500;
/** For shorter hooks the usual timeout is enough. */
const SHORT_SECONDS = 1;

/** The daemon's time limit in milliseconds; undefined for the usual short one. */
export function waitOf(event: HookEventName, { needs }: HookOptions): number | undefined {
  const seconds = needs?.get(event)?.seconds ?? 0;
  return seconds <= SHORT_SECONDS ? undefined : (seconds + MARGIN_SECONDS) * 1000 - ANSWER_MS;
}

export function timeoutOf(event: HookEventName, usual: number, { needs }: HookOptions): number {
  return Math.max(usual, (needs?.get(event)?.seconds ?? 0) + MARGIN_SECONDS);
}

/** `call`: tells the launcher's program which hook called. */
export function commandHook(
  event: HookEventName,
  options: HookOptions,
  call: readonly string[],
): CommandHook {
  const { launcher, home, isWindows = process.platform === "win32" } = options;
  const wait = waitOf(event, options);
  const isGate = options.needs?.get(event)?.gate === true;
  const args = [
    OWN_ARGUMENT,
    ...(home === undefined ? [] : ["--home", home]),
    ...(wait === undefined ? [] : [`--wait=${wait}`]),
    ...(isGate ? [GATE_ARGUMENT] : []),
    ...call,
  ];
  const timeout = timeoutOf(event, COMMAND_SECONDS, options) + (isGate ? REFUSAL_SECONDS : 0);
  return isWindows
    ? { type: "command", command: windowsLine(launcher, args), shell: "powershell", timeout }
    : { type: "command", command: posixLine(event, launcher, args, options), timeout };
}

interface CommandEntries {
  /** For `--client=`. */
  client: string;
  /** The client's own name of an event, and the common one. */
  events: readonly (readonly [string, HookEventName])[];
  /** The client's unit for seconds; default 1. */
  unit?: number;
  /** Seconds after which the client stops waiting, whatever the entry says. */
  longest?: Partial<Record<HookEventName, number>>;
  encode(event: HookEventName, reply: Reply): HookOutput;
}

/** If a client has one event for success and failure, the result event covers both. */
const ALSO: Partial<Record<HookEventName, HookEventName>> = { PostToolUse: "PostToolUseFailure" };

export function commandEntries({ client, events, unit = 1, longest = {}, encode }: CommandEntries) {
  const names = new Set(events.map(([, event]) => event));
  return (options: HookOptions): InstalledEntry[] =>
    events.map(([own, event]) => {
      const also = ALSO[event];
      const all = also === undefined || names.has(also) ? [event] : [event, also];
      const needs = joinedNeeds(event, all, options.needs);
      const call = [`${CLIENT_ARGUMENT}${client}`, toKebabCase(event)];
      const { command, timeout } = commandHook(event, { ...options, needs, encode }, call);
      const seconds = Math.min(timeout, longest[event] ?? timeout);
      return { event: own, hook: { type: "command", command, timeout: seconds * unit } };
    });
}

/** Merges the needs of several events of the user's hooks into the client's single event. */
function joinedNeeds(
  event: HookEventName,
  all: readonly HookEventName[],
  needs: HookNeeds = new Map(),
): HookNeeds {
  const found = all.flatMap((name) => needs.get(name) ?? []);
  const [first] = found;
  if (first === undefined) return new Map();
  const seconds = Math.max(...found.map((need) => need.seconds));
  return new Map([[event, { ...first, seconds, gate: found.some((need) => need.gate) }]]);
}
