/**
 * Everything that Pawl knows about the client's events, one entry each. All else is derived from it: the schemas of the
 * input, the matcher's subject, the types of replies, the entries in the client's settings and in the plugin. Plain data
 * without Zod, because the program for one hook event loads it at every start.
 */
/** The parts of an answer, with their meaning for the client. */
export interface Parts {
  /** Text that the model reads, right after the event. */
  context: string;
  /** Prevents the tool call. The model reads the reason. */
  deny: string;
  /** Asks the user about the tool call. */
  ask: string;
  /** Allows the tool call without a question. Pawl itself never does this; a user's hook may. */
  allow: string;
  /** Replaces the input of the tool call. */
  updatedInput: Record<string, unknown>;
  /** Stops the event's action (for Stop: the turn continues). The model reads the reason. */
  block: string;
  /** Added to the summariser's instructions. */
  instructions: string;
}

export type Part = keyof Parts;

/** How a field is read. A value of another type counts as absent. */
export interface Kinds {
  text: string | undefined;
  /** For required fields, so that event handlers need no second check. */
  textOrEmpty: string;
  /** How a session began; clients that do not report it start a new one. */
  startSource: string;
  number: number | undefined;
  flag: boolean;
  /** Any JSON, unchanged. */
  json: unknown;
  list: unknown[];
}

export type FieldKind = keyof Kinds;

export interface EventFacts {
  /** The fields that Pawl reads, in addition to those of every event; a test compares them with recorded inputs. */
  fields: Readonly<Record<string, FieldKind>>;
  /** The field that a plain matcher (`Edit|Write`, `startup`) is compared with. */
  subject?: string;
  /** The parts of a reply that the client accepts (measured; protocol.test.ts has the facts). */
  carries: readonly Part[];
  /** Pawl's own use of the event. Only events with a purpose are registered in the client and in the plugin. */
  purpose?: string;
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

/** Every hook event of Claude Code 2.1, in the client's own order. */
export const EVENTS = {
  PreToolUse: {
    fields: TOOL_CALL,
    subject: "tool_name",
    carries: ["context", "deny", "ask", "allow", "updatedInput"],
    purpose: "Injects what is known about the file or command.",
  },
  PostToolUse: {
    fields: { ...TOOL_CALL, tool_response: "json", duration_ms: "number" },
    subject: "tool_name",
    carries: ["context", "block"],
    purpose: "Records the tool call.",
  },
  PostToolUseFailure: {
    fields: { ...TOOL_CALL, error: "textOrEmpty", is_interrupt: "flag", duration_ms: "number" },
    subject: "tool_name",
    carries: ["context"],
    purpose: "Records the failure and injects a known solution.",
  },
  PostToolBatch: {
    fields: { tool_calls: "list" },
    carries: ["context", "block"],
  },
  Notification: {
    fields: { message: "textOrEmpty", title: "text", notification_type: "text" },
    subject: "notification_type",
    carries: ["context"],
    purpose: "Records that the client waited for the user.",
  },
  UserPromptSubmit: {
    fields: { prompt: "textOrEmpty", source: "text", session_title: "text" },
    carries: ["context", "block"],
    purpose: "Records the prompt and injects what is relevant to it.",
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
  },
  SessionEnd: {
    fields: { reason: "text" },
    subject: "reason",
    carries: [],
    purpose: "Completes the record of the session.",
  },
  Stop: {
    fields: { stop_hook_active: "flag", last_assistant_message: "text" },
    carries: ["context", "block"],
    purpose: "Records the response at the end of a turn.",
  },
  StopFailure: {
    fields: { error: "json", error_details: "text", last_assistant_message: "text" },
    subject: "error",
    carries: [],
    purpose: "Records why a turn broke off.",
  },
  SubagentStart: {
    fields: {},
    subject: "agent_type",
    carries: ["context"],
    purpose: "Injects context into a subagent.",
  },
  SubagentStop: {
    fields: { stop_hook_active: "flag", agent_transcript_path: "text", last_assistant_message: "text" },
    subject: "agent_type",
    carries: ["context", "block"],
    purpose: "Records what a subagent found.",
  },
  PreCompact: {
    fields: { trigger: "text", custom_instructions: "text" },
    subject: "trigger",
    carries: ["instructions", "block"],
    purpose: "Saves the state before the conversation is compacted.",
  },
  PostCompact: {
    fields: { trigger: "text", compact_summary: "textOrEmpty" },
    subject: "trigger",
    carries: [],
    purpose: "Checks what the compaction summary kept.",
  },
  PreModelSwitch: {
    fields: MODEL_SWITCH,
    subject: "source",
    carries: ["deny", "ask", "allow"],
  },
  PostModelSwitch: {
    fields: MODEL_SWITCH,
    subject: "source",
    carries: ["context"],
    purpose: "Records a change of model.",
  },
  PermissionRequest: {
    fields: { ...TOOL_CALL, permission_suggestions: "list" },
    subject: "tool_name",
    carries: ["deny", "allow", "updatedInput"],
    purpose: "Records what the user was asked to allow.",
  },
  PermissionDenied: {
    fields: { ...TOOL_CALL, reason: "text" },
    subject: "tool_name",
    carries: [],
    purpose: "Records what was refused.",
  },
  Setup: {
    fields: { trigger: "text" },
    subject: "trigger",
    carries: ["context"],
  },
  TeammateIdle: {
    fields: { teammate_name: "text", team_name: "text" },
    carries: ["block"],
  },
  TaskCreated: {
    fields: TASK,
    carries: ["block"],
    purpose: "Records a new task.",
  },
  TaskCompleted: {
    fields: TASK,
    carries: ["block"],
    purpose: "Records a completed task.",
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
  },
  ConfigChange: {
    fields: { source: "text", file_path: "text" },
    subject: "source",
    carries: ["block"],
  },
  WorktreeCreate: {
    fields: { name: "text" },
    carries: [],
    // No purpose, because a hook here replaces the creation.
  },
  WorktreeRemove: {
    fields: { worktree_path: "text" },
    carries: [],
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
  },
  CwdChanged: {
    fields: { old_cwd: "text", new_cwd: "text" },
    carries: [],
    purpose: "Follows the session into another folder.",
  },
  FileChanged: {
    // Its own `event` field (change, add, unlink) stays in `raw`, because the event itself uses the name.
    fields: { file_path: "textOrEmpty" },
    subject: "file_path",
    carries: [],
  },
  DirectoryAdded: {
    fields: { directory: "textOrEmpty", source: "text" },
    carries: [],
  },
  MessageDisplay: {
    fields: { turn_id: "text", message_id: "text", index: "number", final: "flag", delta: "textOrEmpty" },
    carries: [],
    // No purpose: it is sent while the answer is being written, and a hook would slow that down.
  },
} as const satisfies Record<string, EventFacts>;
