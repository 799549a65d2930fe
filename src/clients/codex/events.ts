/** The events of Codex that Pawl registers for, and what Codex calls them. */
import type { HookEventName } from "../claude-code/events.ts";

/**
 * In Codex's own order. Not `Interrupt`: the rollout has it, and the client waits for that hook while it leaves.
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

export type CodexEvent = (typeof CODEX_EVENTS)[number];
