/** What a plain matcher (`Edit|Write`, `startup`) is compared with: one field of the input per event. */
import type { HookEventName } from "./events.ts";
import { isHookEvent } from "./inputs.ts";

const SUBJECTS = {
  PreToolUse: "tool_name",
  PostToolUse: "tool_name",
  PostToolUseFailure: "tool_name",
  PermissionRequest: "tool_name",
  PermissionDenied: "tool_name",
  Notification: "notification_type",
  UserPromptExpansion: "command_name",
  SessionStart: "source",
  SessionEnd: "reason",
  StopFailure: "error",
  SubagentStart: "agent_type",
  SubagentStop: "agent_type",
  PreCompact: "trigger",
  PostCompact: "trigger",
  PreModelSwitch: "source",
  PostModelSwitch: "source",
  Setup: "trigger",
  Elicitation: "mcp_server_name",
  ElicitationResult: "mcp_server_name",
  ConfigChange: "source",
  InstructionsLoaded: "load_reason",
  FileChanged: "file_path",
} as const satisfies Partial<Record<HookEventName, string>>;

/** The field's name; absent for events without a subject (Stop, UserPromptSubmit, …). */
export function subjectField(event: string): string | undefined {
  if (!isHookEvent(event)) return undefined;
  const subjects: Partial<Record<HookEventName, string>> = SUBJECTS;
  return subjects[event];
}

export function subjectOf(raw: Readonly<Record<string, unknown>>): string | undefined {
  const field = subjectField(String(raw.hook_event_name));
  const value = field === undefined ? undefined : raw[field];
  if (typeof value !== "string") return undefined;
  // The client compares the file's name, not its path.
  return field === "file_path"
    ? value.slice(Math.max(value.lastIndexOf("/"), value.lastIndexOf("\\")) + 1)
    : value;
}
