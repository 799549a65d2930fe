/** Pawl's entries in Claude Code's settings: what they look like, and how they are known again. */
import { dirname } from "node:path";
import type { HookEventName } from "../../protocol/events.ts";
import { toKebabCase } from "../../protocol/hook-names.ts";

export type SettingsScope = "user" | "project" | "local";

export interface CommandHook {
  type: "command";
  command: string;
  args: string[];
  timeout: number;
}

export interface HttpHook {
  type: "http";
  url: string;
  headers: Record<string, string>;
  timeout: number;
}

export interface HookEntry {
  event: HookEventName;
  matcher?: string;
  hook: CommandHook | HttpHook;
}

export interface HookOptions {
  /** Absolute path of the bun executable. */
  bun: string;
  /** Absolute path of the program that takes one hook event. */
  hookEntry: string;
  /** Pawl's home, where it is not the default one. */
  home?: string | undefined;
  port: number;
  hookToken: string;
  scope: SettingsScope;
  /** Events that only the user's own hooks name. */
  extraEvents?: readonly HookEventName[];
}

export const OWN_ARGUMENT = "--installed-by=pawl";
export const OWN_HEADER = "X-Pawl-Hook";

/** A daemon that hangs would freeze the session without these: the client itself waits for minutes. */
const HTTP_SECONDS = 2;
const COMMAND_SECONDS = 5;

/** SessionStart first and PreCompact second (S3.14). */
const EVENTS: readonly HookEventName[] = [
  "SessionStart",
  "PreCompact",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PermissionRequest",
  "PermissionDenied",
  "Stop",
  "StopFailure",
  "SubagentStart",
  "SubagentStop",
  "PostCompact",
  "Notification",
  "TaskCreated",
  "TaskCompleted",
  "InstructionsLoaded",
  "CwdChanged",
  "PostModelSwitch",
  "SessionEnd",
];

/** SessionStart has no HTTP in the client; the other two start the daemon again if it was killed. */
const ALWAYS_COMMAND: ReadonlySet<HookEventName> = new Set([
  "SessionStart",
  "UserPromptSubmit",
  "SessionEnd",
]);

/** A hook there takes the creation over and must answer with a path, so it is never ours to install. */
const NEVER: ReadonlySet<HookEventName> = new Set(["WorktreeCreate"]);

const BY_TOOL: ReadonlySet<HookEventName> = new Set([
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PermissionRequest",
  "PermissionDenied",
]);

/** Names that people know from elsewhere (S4.2); every other event's name is its own in kebab-case. */
const HOOK_NAMES: Partial<Record<HookEventName, string>> = {
  UserPromptSubmit: "session-init",
  PostToolUse: "observation",
  PostToolUseFailure: "observation",
  Stop: "summarize",
};

export function hookName(event: HookEventName): string {
  return HOOK_NAMES[event] ?? toKebabCase(event);
}

export function installedHooks(options: HookOptions): HookEntry[] {
  const events = new Set([...EVENTS, ...(options.extraEvents ?? [])]);
  return [...events]
    .filter((event) => !NEVER.has(event))
    .map((event) => ({
      event,
      ...(BY_TOOL.has(event) ? { matcher: "*" } : {}),
      // A project's settings are committed to git: no token may stand there.
      hook:
        options.scope === "project" || ALWAYS_COMMAND.has(event)
          ? commandHook(event, options)
          : httpHook(options),
    }));
}

function commandHook(event: HookEventName, { bun, hookEntry, home }: HookOptions): CommandHook {
  return {
    type: "command",
    command: bun,
    args: [
      // Bun reads bunfig.toml (which may preload code), tsconfig.json and .env of the working directory.
      // That is whatever project is open, so it starts in our own folder; the event says which project it is.
      "--no-env-file",
      `--cwd=${dirname(hookEntry)}`,
      hookEntry,
      OWN_ARGUMENT,
      ...(home === undefined ? [] : ["--home", home]),
      hookName(event),
    ],
    timeout: COMMAND_SECONDS,
  };
}

function httpHook({ port, hookToken }: HookOptions): HttpHook {
  return {
    type: "http",
    url: `http://127.0.0.1:${port}/hook`,
    headers: { Authorization: `Bearer ${hookToken}`, [OWN_HEADER]: "1" },
    timeout: HTTP_SECONDS,
  };
}

/** By structure, never by a piece of text: other people's hooks may well have "pawl" in their path. */
export function isOwnHook(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (value.type === "command") return Array.isArray(value.args) && value.args.includes(OWN_ARGUMENT);
  if (value.type !== "http" || !isRecord(value.headers)) return false;
  return Object.keys(value.headers).some((name) => name.toLowerCase() === OWN_HEADER.toLowerCase());
}

export function hasToken(entries: readonly HookEntry[]): boolean {
  return entries.some(({ hook }) => hook.type === "http");
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
