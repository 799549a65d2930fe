/** Pawl's entries in Claude Code's settings, and how Pawl recognises them. */
import type { HookNeeds } from "../../../hooks/hook-needs.ts";
import { HOOK_WAIT_HEADER } from "../../../platform/hook-request.ts";
import { GATE_ARGUMENT, isOwnHook, OWN_ARGUMENT, OWN_HEADER } from "../../../platform/own-hook.ts";
import type { Reply } from "../../reply.ts";
import { factsOf, type HookEventName, PAWL_EVENTS } from "../events.ts";
import { toKebabCase } from "../hook-names.ts";
import { posixLine, windowsLine } from "./line.ts";

export type SettingsScope = "user" | "project" | "local";

interface CommandHook {
  type: "command";
  /** A line for the shell: see `line.ts`. */
  command: string;
  /** On Windows, where the client would choose between two. */
  shell?: "powershell";
  timeout: number;
}

interface HttpHook {
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

export interface HookOptions {
  /** Absolute path of the launcher in Pawl's home: see `platform/launcher.ts`. */
  launcher: string;
  /** Pawl's home, if it is not the default. */
  home?: string | undefined;
  port: number;
  hookToken: string;
  scope: SettingsScope;
  /** Events that only the user's own hooks name. */
  extraEvents?: readonly HookEventName[];
  /** What the user's own hooks need from the client. */
  needs?: HookNeeds;
  /** How the client is told of a refusal; default: Claude Code's way. */
  encode?: (event: HookEventName, reply: Reply) => object;
  /** Default: this machine's. */
  isWindows?: boolean;
}

export { isOwnHook };

/** Without these, a hanging daemon would freeze the session: the client's default is minutes. */
const HTTP_SECONDS = 2;
const COMMAND_SECONDS = 5;
/** Added to the longest of the user's hooks: transport, and stopping a hook that does not end. */
const MARGIN_SECONDS = 1;
/**
 * Added for a gate: when nobody has answered, the program still has to load what refuses, on a machine that may be busy. If
 * the client stopped waiting first, the call would go through.
 */
const REFUSAL_SECONDS = 8;
/** The part of it that is reserved for the answer. */
const ANSWER_MS = 500;
/** For shorter hooks the usual timeout is enough. */
const SHORT_SECONDS = 1;

/** SessionStart has no HTTP in the client; the other two start the daemon again if it was killed. */
const ALWAYS_COMMAND: ReadonlySet<HookEventName> = new Set([
  "SessionStart",
  "UserPromptSubmit",
  "SessionEnd",
]);

/** A hook there must create the worktree itself and answer with a path, so Pawl never installs one. */
export const NOT_INSTALLABLE: ReadonlySet<HookEventName> = new Set(["WorktreeCreate"]);

/** Whether the client chooses the hooks of this event by the tool's name. */
export function isByTool(event: HookEventName): boolean {
  return factsOf(event).subject === "tool_name";
}

/** Names that people know from elsewhere; every other event's name is its own in kebab-case. */
const HOOK_NAMES: Partial<Record<HookEventName, string>> = {
  UserPromptSubmit: "session-init",
  PostToolUse: "observation",
  PostToolUseFailure: "observation",
  Stop: "summarize",
};

export function hookName(event: HookEventName): string {
  return HOOK_NAMES[event] ?? toKebabCase(event);
}

export function installedHooks(options: HookOptions): InstalledEntry[] {
  const events = new Set([...PAWL_EVENTS, ...(options.extraEvents ?? []), ...(options.needs?.keys() ?? [])]);
  return [...events]
    .filter((event) => !NOT_INSTALLABLE.has(event))
    .flatMap((event) => entriesFor(event, options));
}

function entriesFor(event: HookEventName, options: HookOptions): InstalledEntry[] {
  const { gateTools } = options.needs?.get(event) ?? {};
  const isNarrow = gateTools !== undefined && options.scope !== "project" && !ALWAYS_COMMAND.has(event);
  if (isNarrow) {
    const names = gateTools.map((name) => name.replace(/[^\w-]/g, "\\$&")).join("|");
    return [
      { event, matcher: names, hook: commandHook(event, options) },
      // Tools without a rule use the fast path.
      { event, matcher: `^(?!(?:${names})$).*$`, hook: httpHook(event, options) },
    ];
  }
  const hook = isCommand(event, options) ? commandHook(event, options) : httpHook(event, options);
  return [{ event, ...(isByTool(event) ? { matcher: "*" } : {}), hook }];
}

/** A project's settings are committed to git, so they must not contain a token. A gate must work without a daemon too. */
function isCommand(event: HookEventName, { scope, needs }: HookOptions): boolean {
  return scope === "project" || ALWAYS_COMMAND.has(event) || needs?.get(event)?.gate === true;
}

/** How long the daemon may take, in milliseconds; undefined for the usual short time. */
function waitOf(event: HookEventName, { needs }: HookOptions): number | undefined {
  const seconds = needs?.get(event)?.seconds ?? 0;
  return seconds <= SHORT_SECONDS ? undefined : (seconds + MARGIN_SECONDS) * 1000 - ANSWER_MS;
}

function timeoutOf(event: HookEventName, usual: number, { needs }: HookOptions): number {
  return Math.max(usual, (needs?.get(event)?.seconds ?? 0) + MARGIN_SECONDS);
}

/** `call`: how the launcher's program is told which hook called. */
export function commandHook(
  event: HookEventName,
  options: HookOptions,
  call: readonly string[] = [hookName(event)],
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
    : { type: "command", command: posixLine(event, launcher, args, options.encode), timeout };
}

/**
 * An entry as version 0.2 wrote it, `/bin/sh` or `cmd.exe` with the launcher in `args`, in the form of this version.
 * Undefined for every other.
 */
export function withoutArguments(event: string, hook: unknown): object | undefined {
  if (!isOwnHook(hook) || !isRecord(hook) || !Array.isArray(hook.args)) return undefined;
  const { args, ...rest } = hook;
  const own = args.indexOf(OWN_ARGUMENT);
  const launcher = `${args[own - 1]}`;
  const call = args.slice(own).map(String);
  if (rest.command === "/bin/sh")
    return { ...rest, command: posixLine(event as HookEventName, launcher, call) };
  if (rest.command !== "cmd.exe") return undefined;
  return { ...rest, command: windowsLine(launcher, call), shell: "powershell" };
}

function httpHook(event: HookEventName, options: HookOptions): HttpHook {
  const wait = waitOf(event, options);
  return {
    type: "http",
    url: `http://127.0.0.1:${options.port}/hook`,
    headers: {
      Authorization: `Bearer ${options.hookToken}`,
      [OWN_HEADER]: "1",
      ...(wait === undefined ? {} : { [HOOK_WAIT_HEADER]: String(wait) }),
    },
    timeout: timeoutOf(event, HTTP_SECONDS, options),
  };
}

export function hasToken(entries: readonly InstalledEntry[]): boolean {
  return entries.some(({ hook }) => hook.type === "http");
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
