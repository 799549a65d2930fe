/** One schema per event: what the client sends, in its own snake_case. */
import { z } from "zod";
import type { HookEventName } from "./events.ts";
import { common, flag, json, list, number, text, textOrEmpty, toolCall } from "./fields.ts";

const input = <E extends HookEventName, F extends z.ZodRawShape>(event: E, fields: F) =>
  z.looseObject({ hook_event_name: z.literal(event), ...common, ...fields });

const modelSwitch = {
  from_model: text,
  to_model: text,
  requested_model: text,
  source: text,
};

const task = { task_id: text, task_subject: textOrEmpty, task_description: text, teammate_name: text };

/** Created when their event first arrives: a daemon never sees most of them, and each takes memory. */
const INPUTS = {
  PreToolUse: () => input("PreToolUse", toolCall),
  PostToolUse: () => input("PostToolUse", { ...toolCall, tool_response: json, duration_ms: number }),
  PostToolUseFailure: () =>
    input("PostToolUseFailure", {
      ...toolCall,
      error: textOrEmpty,
      is_interrupt: flag,
      duration_ms: number,
    }),
  PostToolBatch: () => input("PostToolBatch", { tool_calls: list }),
  Notification: () => input("Notification", { message: textOrEmpty, title: text, notification_type: text }),
  UserPromptSubmit: () =>
    input("UserPromptSubmit", { prompt: textOrEmpty, source: text, session_title: text }),
  UserPromptExpansion: () =>
    input("UserPromptExpansion", {
      expansion_type: text,
      command_name: textOrEmpty,
      command_args: text,
      command_source: text,
      prompt: textOrEmpty,
    }),
  SessionStart: () =>
    input("SessionStart", {
      source: z.string().catch("startup"),
      model: text,
      session_title: text,
      seconds_since_last_response: number,
    }),
  SessionEnd: () => input("SessionEnd", { reason: text }),
  Stop: () => input("Stop", { stop_hook_active: flag, last_assistant_message: text }),
  StopFailure: () => input("StopFailure", { error: json, error_details: text, last_assistant_message: text }),
  SubagentStart: () => input("SubagentStart", {}),
  SubagentStop: () =>
    input("SubagentStop", {
      stop_hook_active: flag,
      agent_transcript_path: text,
      last_assistant_message: text,
    }),
  PreCompact: () => input("PreCompact", { trigger: text, custom_instructions: text }),
  PostCompact: () => input("PostCompact", { trigger: text, compact_summary: textOrEmpty }),
  PreModelSwitch: () => input("PreModelSwitch", modelSwitch),
  PostModelSwitch: () => input("PostModelSwitch", modelSwitch),
  PermissionRequest: () => input("PermissionRequest", { ...toolCall, permission_suggestions: list }),
  PermissionDenied: () => input("PermissionDenied", { ...toolCall, reason: text }),
  Setup: () => input("Setup", { trigger: text }),
  TeammateIdle: () => input("TeammateIdle", { teammate_name: text, team_name: text }),
  TaskCreated: () => input("TaskCreated", task),
  TaskCompleted: () => input("TaskCompleted", task),
  Elicitation: () =>
    input("Elicitation", {
      mcp_server_name: text,
      message: textOrEmpty,
      mode: text,
      url: text,
      elicitation_id: text,
      requested_schema: json,
    }),
  ElicitationResult: () =>
    input("ElicitationResult", {
      mcp_server_name: text,
      elicitation_id: text,
      mode: text,
      action: text,
      content: json,
    }),
  ConfigChange: () => input("ConfigChange", { source: text, file_path: text }),
  WorktreeCreate: () => input("WorktreeCreate", { name: text }),
  WorktreeRemove: () => input("WorktreeRemove", { worktree_path: text }),
  InstructionsLoaded: () =>
    input("InstructionsLoaded", {
      file_path: textOrEmpty,
      memory_type: text,
      load_reason: text,
      trigger_file_path: text,
      parent_file_path: text,
    }),
  CwdChanged: () => input("CwdChanged", { old_cwd: text, new_cwd: text }),
  // Its own `event` field (change, add, unlink) stays in `raw`, because that name is taken by the event itself.
  FileChanged: () => input("FileChanged", { file_path: textOrEmpty }),
  DirectoryAdded: () => input("DirectoryAdded", { directory: textOrEmpty, source: text }),
  MessageDisplay: () =>
    input("MessageDisplay", {
      turn_id: text,
      message_id: text,
      index: number,
      final: flag,
      delta: textOrEmpty,
    }),
} satisfies Record<HookEventName, () => z.ZodType>;

export function isHookEvent(name: string): name is HookEventName {
  return Object.hasOwn(INPUTS, name);
}

export type InputSchema<E extends HookEventName> = ReturnType<(typeof INPUTS)[E]>;

const made = new Map<HookEventName, z.ZodType>();

export function inputSchema<E extends HookEventName>(event: E): InputSchema<E> {
  const known = made.get(event);
  if (known !== undefined) return known as InputSchema<E>;
  const schema = INPUTS[event]();
  made.set(event, schema);
  return schema as InputSchema<E>;
}
