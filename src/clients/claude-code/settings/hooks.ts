/** Pawl's entries in Claude Code's settings: HTTP where possible, commands where necessary. */
import { HOOK_WAIT_HEADER } from "../../../platform/hook-request.ts";
import { OWN_HEADER } from "../../../platform/own-hook.ts";
import {
  commandHook,
  type HookOptions,
  type HttpHook,
  type InstalledEntry,
  timeoutOf,
  waitOf,
} from "../../settings/entries.ts";
import { factsOf, type HookEventName, PAWL_EVENTS, toKebabCase } from "../events.ts";

/** Without it, a hanging daemon would freeze the session: the client's default is minutes. */
const HTTP_SECONDS = 2;

/** SessionStart does not support HTTP in the client; the other two restart the daemon if it was killed. */
const ALWAYS_COMMAND: ReadonlySet<HookEventName> = new Set([
  "SessionStart",
  "UserPromptSubmit",
  "SessionEnd",
]);

/** A hook there must create the worktree itself and answer with a path, so Pawl never installs one. */
export const NOT_INSTALLABLE: ReadonlySet<HookEventName> = new Set(["WorktreeCreate"]);

/** True if the client selects the hooks of this event by the tool's name. */
export function isByTool(event: HookEventName): boolean {
  return factsOf(event).subject === "tool_name";
}

/** Names known from elsewhere; every other event's name is its own in kebab-case. */
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
      { event, matcher: names, hook: ownCommand(event, options) },
      // Tools without a rule use the fast path.
      { event, matcher: `^(?!(?:${names})$).*$`, hook: httpHook(event, options) },
    ];
  }
  const hook = isCommand(event, options) ? ownCommand(event, options) : httpHook(event, options);
  return [{ event, ...(isByTool(event) ? { matcher: "*" } : {}), hook }];
}

/** A project's settings are committed to git, so they must not contain a token. A gate must work without a daemon too. */
function isCommand(event: HookEventName, { scope, needs }: HookOptions): boolean {
  return scope === "project" || ALWAYS_COMMAND.has(event) || needs?.get(event)?.gate === true;
}

const ownCommand = (event: HookEventName, options: HookOptions) =>
  commandHook(event, options, [hookName(event)]);

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
