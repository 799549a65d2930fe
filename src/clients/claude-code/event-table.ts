/**
 * Everything that Pawl knows about the client's events, one entry each. All else derives from here: the schemas of the
 * input, the matcher's subject, the types of replies, samples, the entries in the client's settings and in the plugin.
 * Plain data without Zod: the program that takes one hook event loads it at every start.
 */
import type { Part } from "../reply-parts.ts";
import type { FieldKind } from "./fields.ts";

export interface EventFacts {
  /** The fields that Pawl reads, beside those that every event has; a test compares them with recorded inputs. */
  fields: Readonly<Record<string, FieldKind>>;
  /** The field that a plain matcher (`Edit|Write`, `startup`) is compared with. */
  subject?: string;
  /** Which parts of a reply the client accepts (measured; protocol.test.ts has the facts). */
  carries: readonly Part[];
  /** What Pawl itself does with it. Only events with a purpose are registered in the client and in the plugin. */
  purpose?: string;
  /** An input as the client would send it, for trying hooks out. */
  sample(world: SampleWorld): Readonly<Record<string, unknown>>;
}

/** What samples refer to. */
interface SampleWorld {
  cwd: string;
  file: string;
  /** `tool_name` and `tool_input`. */
  call: Readonly<Record<string, unknown>>;
  response: unknown;
  error: string;
}

const TOOL_CALL = { tool_name: "textOrEmpty", tool_input: "json", tool_use_id: "text" } as const;
const MODEL_SWITCH = {
  from_model: "text",
  to_model: "text",
  requested_model: "text",
  source: "text",
} as const;
const TASK = {
  task_id: "text",
  task_subject: "textOrEmpty",
  task_description: "text",
  teammate_name: "text",
} as const;

const ID = { tool_use_id: "toolu_sample" };
const AGENT = { agent_id: "a0000000000000001", agent_type: "general-purpose" };
const SAMPLE_TASK = { task_id: "1", task_subject: "Ship it", task_description: "Ship the fix" };
const LAST = { stop_hook_active: false, last_assistant_message: "The sum is fixed." };
const SAMPLE_SWITCH = {
  from_model: "claude-opus-5-5",
  to_model: "claude-sonnet-5-5",
  requested_model: "sonnet",
  source: "command",
  context_tokens: 12_000,
};

/** Every hook event of Claude Code 2.1, in the client's own order. */
export const EVENTS = {
  PreToolUse: {
    fields: TOOL_CALL,
    subject: "tool_name",
    carries: ["context", "deny", "ask", "allow", "updatedInput"],
    purpose: "Injects what is known about the file or command.",
    sample: ({ call }) => ({ ...call, ...ID }),
  },
  PostToolUse: {
    fields: { ...TOOL_CALL, tool_response: "json", duration_ms: "number" },
    subject: "tool_name",
    carries: ["context", "block"],
    purpose: "Records the tool call.",
    sample: ({ call, response }) => ({ ...call, ...ID, tool_response: response, duration_ms: 12 }),
  },
  PostToolUseFailure: {
    fields: { ...TOOL_CALL, error: "textOrEmpty", is_interrupt: "flag", duration_ms: "number" },
    subject: "tool_name",
    carries: ["context"],
    purpose: "Records the failure and injects a known solution.",
    sample: ({ call, error }) => ({ ...call, ...ID, error: error, is_interrupt: false, duration_ms: 12 }),
  },
  PostToolBatch: {
    fields: { tool_calls: "list" },
    carries: ["context", "block"],
    sample: ({ call }) => ({ tool_calls: [{ ...call, ...ID, tool_response: "ok" }] }),
  },
  Notification: {
    fields: { message: "textOrEmpty", title: "text", notification_type: "text" },
    subject: "notification_type",
    carries: ["context"],
    purpose: "Records that the client waited for the user.",
    sample: () => ({ message: "Claude needs your permission", notification_type: "permission_prompt" }),
  },
  UserPromptSubmit: {
    fields: { prompt: "textOrEmpty", source: "text", session_title: "text" },
    carries: ["context", "block"],
    purpose: "Records the prompt and injects what is relevant to it.",
    sample: () => ({ prompt: "Fix the sum" }),
  },
  UserPromptExpansion: {
    fields: {
      expansion_type: "text",
      command_name: "textOrEmpty",
      command_args: "text",
      command_source: "text",
      prompt: "textOrEmpty",
    },
    subject: "command_name",
    carries: ["context", "block"],
    purpose: "Records which command a prompt came from.",
    sample: () => ({
      expansion_type: "slash_command",
      command_name: "greet",
      command_args: "world",
      command_source: "projectSettings",
      prompt: "/greet world",
    }),
  },
  SessionStart: {
    fields: {
      source: "startSource",
      model: "text",
      session_title: "text",
      seconds_since_last_response: "number",
    },
    subject: "source",
    carries: ["context"],
    purpose: "Injects the project's context into a new session and shows the user what was loaded.",
    sample: () => ({ source: "startup" }),
  },
  SessionEnd: {
    fields: { reason: "text" },
    subject: "reason",
    carries: [],
    purpose: "Completes the record of the session.",
    sample: () => ({ reason: "other" }),
  },
  Stop: {
    fields: { stop_hook_active: "flag", last_assistant_message: "text" },
    carries: ["context", "block"],
    purpose: "Records the response at the end of a turn.",
    sample: () => LAST,
  },
  StopFailure: {
    fields: { error: "json", error_details: "text", last_assistant_message: "text" },
    subject: "error",
    carries: [],
    purpose: "Records why a turn broke off.",
    sample: () => ({ error: "unknown", last_assistant_message: "API Error" }),
  },
  SubagentStart: {
    fields: {},
    subject: "agent_type",
    carries: ["context"],
    purpose: "Injects context into a subagent.",
    sample: () => AGENT,
  },
  SubagentStop: {
    fields: { stop_hook_active: "flag", agent_transcript_path: "text", last_assistant_message: "text" },
    subject: "agent_type",
    carries: ["context", "block"],
    purpose: "Records what a subagent found.",
    sample: ({ cwd }) => ({ ...AGENT, ...LAST, agent_transcript_path: `${cwd}/sample-agent.jsonl` }),
  },
  PreCompact: {
    fields: { trigger: "text", custom_instructions: "text" },
    subject: "trigger",
    carries: ["instructions", "block"],
    purpose: "Saves the state before the conversation is compacted.",
    sample: () => ({ trigger: "manual", custom_instructions: "keep the file names" }),
  },
  PostCompact: {
    fields: { trigger: "text", compact_summary: "textOrEmpty" },
    subject: "trigger",
    carries: [],
    purpose: "Checks what the compaction summary kept.",
    sample: () => ({ trigger: "manual", compact_summary: "<summary>What happened so far.</summary>" }),
  },
  PreModelSwitch: {
    fields: MODEL_SWITCH,
    subject: "source",
    carries: ["deny", "ask", "allow"],
    sample: () => SAMPLE_SWITCH,
  },
  PostModelSwitch: {
    fields: MODEL_SWITCH,
    subject: "source",
    carries: ["context"],
    purpose: "Records a change of model.",
    sample: () => SAMPLE_SWITCH,
  },
  PermissionRequest: {
    fields: { ...TOOL_CALL, permission_suggestions: "list" },
    subject: "tool_name",
    carries: ["deny", "allow", "updatedInput"],
    purpose: "Records what the user was asked to allow.",
    sample: ({ call }) => ({ ...call, permission_suggestions: [] }),
  },
  PermissionDenied: {
    fields: { ...TOOL_CALL, reason: "text" },
    subject: "tool_name",
    carries: [],
    purpose: "Records what was refused.",
    sample: ({ call }) => ({ ...call, ...ID, reason: "Denied by the user" }),
  },
  Setup: {
    fields: { trigger: "text" },
    subject: "trigger",
    carries: ["context"],
    sample: () => ({ trigger: "init" }),
  },
  TeammateIdle: {
    fields: { teammate_name: "text", team_name: "text" },
    carries: ["block"],
    sample: () => ({ ...AGENT, teammate_name: "mate", team_name: "session-sample" }),
  },
  TaskCreated: {
    fields: TASK,
    carries: ["block"],
    purpose: "Records a new task.",
    sample: () => SAMPLE_TASK,
  },
  TaskCompleted: {
    fields: TASK,
    carries: ["block"],
    purpose: "Records a completed task.",
    sample: () => SAMPLE_TASK,
  },
  Elicitation: {
    fields: {
      mcp_server_name: "text",
      message: "textOrEmpty",
      mode: "text",
      url: "text",
      elicitation_id: "text",
      requested_schema: "json",
    },
    subject: "mcp_server_name",
    carries: [],
    sample: () => ({
      mcp_server_name: "asker",
      message: "Which colour?",
      mode: "form",
      requested_schema: { type: "object", properties: { colour: { type: "string" } } },
    }),
  },
  ElicitationResult: {
    fields: {
      mcp_server_name: "text",
      elicitation_id: "text",
      mode: "text",
      action: "text",
      content: "json",
    },
    subject: "mcp_server_name",
    carries: [],
    sample: () => ({ mcp_server_name: "asker", mode: "form", action: "cancel" }),
  },
  ConfigChange: {
    fields: { source: "text", file_path: "text" },
    subject: "source",
    carries: ["block"],
    sample: ({ cwd }) => ({ source: "local_settings", file_path: `${cwd}/.claude/settings.local.json` }),
  },
  WorktreeCreate: {
    fields: { name: "text" },
    carries: [],
    // No purpose: a hook here takes the creation over.
    sample: () => ({ name: "side" }),
  },
  WorktreeRemove: {
    fields: { worktree_path: "text" },
    carries: [],
    sample: ({ cwd }) => ({ worktree_path: `${cwd}-side` }),
  },
  InstructionsLoaded: {
    fields: {
      file_path: "textOrEmpty",
      memory_type: "text",
      load_reason: "text",
      trigger_file_path: "text",
      parent_file_path: "text",
    },
    subject: "load_reason",
    carries: [],
    purpose: "Records which instruction files the client has loaded.",
    sample: ({ cwd }) => ({
      file_path: `${cwd}/CLAUDE.md`,
      memory_type: "Project",
      load_reason: "session_start",
    }),
  },
  CwdChanged: {
    fields: { old_cwd: "text", new_cwd: "text" },
    carries: [],
    purpose: "Follows the session into another folder.",
    sample: ({ cwd }) => ({ old_cwd: cwd, new_cwd: `${cwd}/lib` }),
  },
  FileChanged: {
    // Its own `event` field (change, add, unlink) stays in `raw`: the name is taken by the event itself.
    fields: { file_path: "textOrEmpty" },
    subject: "file_path",
    carries: [],
    sample: ({ cwd, file }) => ({ file_path: `${cwd}/${file}`, event: "change" }),
  },
  DirectoryAdded: {
    fields: { directory: "textOrEmpty", source: "text" },
    carries: [],
    sample: ({ cwd }) => ({ directory: `${cwd}/extra`, source: "slash_command" }),
  },
  MessageDisplay: {
    fields: { turn_id: "text", message_id: "text", index: "number", final: "flag", delta: "textOrEmpty" },
    carries: [],
    // No purpose: it is sent while the answer is being written, and a hook would slow that down.
    sample: () => ({
      turn_id: "00000000-0000-4000-8000-000000000010",
      message_id: "00000000-0000-4000-8000-000000000011",
      index: 0,
      final: true,
      delta: "The sum is fixed.",
    }),
  },
} as const satisfies Record<string, EventFacts>;
