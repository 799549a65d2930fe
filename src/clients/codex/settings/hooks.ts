/** Pawl's entries in Codex's `hooks.json`. Commands only. */
import { CLIENT_ARGUMENT } from "../../../platform/own-hook.ts";
import type { HookEventName } from "../../claude-code/events.ts";
import { toKebabCase } from "../../claude-code/hook-names.ts";
import { commandHook, type HookOptions, type InstalledEntry } from "../../claude-code/settings/hooks.ts";
import { joinedNeeds } from "../../command-entries.ts";

/**
 * The events of Codex that Pawl registers for, in Codex's own order. Not `Interrupt`: the rollout has it, and the client waits for that hook while it leaves.
 * PostToolUse stands for failures too: Codex has no event for them.
 */
export const CODEX_EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PreCompact",
  "PostCompact",
  "SubagentStart",
  "SubagentStop",
  "Stop",
  "SessionEnd",
] as const satisfies readonly HookEventName[];

type CodexEvent = (typeof CODEX_EVENTS)[number];

/** Codex waits no longer for these, and says so at every start if more is asked for. */
const MOST_SECONDS: Partial<Record<CodexEvent, number>> = { SessionEnd: 3 };

/** Of the events of Codex, those that hooks of the user for another name stand for. */
const ALSO: Partial<Record<CodexEvent, readonly HookEventName[]>> = { PostToolUse: ["PostToolUseFailure"] };

export function codexHooks(options: HookOptions): InstalledEntry[] {
  return CODEX_EVENTS.map((event) => {
    const needs = joinedNeeds(event, [event, ...(ALSO[event] ?? [])], options.needs);
    const call = [`${CLIENT_ARGUMENT}codex`, toKebabCase(event)];
    const { command, timeout } = commandHook(event, { ...options, needs }, call);
    const seconds = Math.min(timeout, MOST_SECONDS[event] ?? timeout);
    return { event, hook: { type: "command", command, timeout: seconds } };
  });
}
