/**
 * A small input for every event in the client's format, for testing hooks. A test compares it with recorded ones.
 */
import type { HookEventName } from "./events.ts";

export type Sample = Readonly<Record<string, unknown>>;

interface ToolSample {
  input: Sample;
  response: unknown;
  error: string;
}

const FILE = "src/example.ts";

const TOOLS = {
  Edit: {
    input: { file_path: FILE, old_string: "a - b", new_string: "a + b", replace_all: false },
    response: { filePath: FILE, oldString: "a - b", newString: "a + b", structuredPatch: [] },
    error: "String to replace not found in file.",
  },
  Write: {
    input: { file_path: FILE, content: "export const one = 1;\n" },
    response: { type: "create", filePath: FILE, content: "export const one = 1;\n", structuredPatch: [] },
    error: "The folder does not exist.",
  },
  Read: {
    input: { file_path: FILE },
    response: { type: "text", file: { filePath: FILE, content: "export const one = 1;\n", numLines: 2 } },
    error: "File does not exist.",
  },
  Bash: {
    input: { command: "npm test", description: "Run the tests" },
    response: { stdout: "ok", stderr: "", interrupted: false, isImage: false },
    error: "Exit code 1\nbroken",
  },
} satisfies Record<string, ToolSample>;

/** Tools with their own sample; any other name gets an empty input. */
export const SAMPLE_TOOLS: readonly string[] = Object.keys(TOOLS);

export function sampleInput(event: HookEventName, where: { cwd: string; tool?: string | undefined }): Sample {
  const name = where.tool ?? (event.startsWith("Permission") ? "Bash" : "Edit");
  const known: Readonly<Record<string, ToolSample>> = TOOLS;
  const tool = known[name] ?? { input: {}, response: {}, error: "It failed." };
  return {
    session_id: "00000000-0000-4000-8000-000000000000",
    transcript_path: `${where.cwd}/sample-transcript.jsonl`,
    cwd: where.cwd,
    hook_event_name: event,
    ...fieldsOf(event, name, tool, where.cwd),
  };
}

function fieldsOf(event: HookEventName, name: string, tool: ToolSample, cwd: string): Sample {
  const input = { ...tool.input, ...("file_path" in tool.input ? { file_path: `${cwd}/${FILE}` } : {}) };
  const call = { tool_name: name, tool_input: input };
  const id = { tool_use_id: "toolu_sample" };
  const agent = { agent_id: "a0000000000000001", agent_type: "general-purpose" };
  const task = { task_id: "1", task_subject: "Ship it", task_description: "Ship the fix" };
  const last = { stop_hook_active: false, last_assistant_message: "The sum is fixed." };
  const model = {
    from_model: "claude-opus-5-5",
    to_model: "claude-sonnet-5-5",
    requested_model: "sonnet",
    source: "command",
    context_tokens: 12_000,
  };
  const samples: Record<HookEventName, Sample> = {
    PreToolUse: { ...call, ...id },
    PostToolUse: { ...call, ...id, tool_response: tool.response, duration_ms: 12 },
    PostToolUseFailure: { ...call, ...id, error: tool.error, is_interrupt: false, duration_ms: 12 },
    PostToolBatch: { tool_calls: [{ ...call, ...id, tool_response: "ok" }] },
    Notification: { message: "Claude needs your permission", notification_type: "permission_prompt" },
    UserPromptSubmit: { prompt: "Fix the sum" },
    UserPromptExpansion: {
      expansion_type: "slash_command",
      command_name: "greet",
      command_args: "world",
      command_source: "projectSettings",
      prompt: "/greet world",
    },
    SessionStart: { source: "startup" },
    SessionEnd: { reason: "other" },
    Stop: last,
    StopFailure: { error: "unknown", last_assistant_message: "API Error" },
    SubagentStart: agent,
    SubagentStop: { ...agent, ...last, agent_transcript_path: `${cwd}/sample-agent.jsonl` },
    PreCompact: { trigger: "manual", custom_instructions: "keep the file names" },
    PostCompact: { trigger: "manual", compact_summary: "<summary>What happened so far.</summary>" },
    PreModelSwitch: model,
    PostModelSwitch: model,
    PermissionRequest: { ...call, permission_suggestions: [] },
    PermissionDenied: { ...call, ...id, reason: "Denied by the user" },
    Setup: { trigger: "init" },
    TeammateIdle: { ...agent, teammate_name: "mate", team_name: "session-sample" },
    TaskCreated: task,
    TaskCompleted: task,
    Elicitation: {
      mcp_server_name: "asker",
      message: "Which colour?",
      mode: "form",
      requested_schema: { type: "object", properties: { colour: { type: "string" } } },
    },
    ElicitationResult: { mcp_server_name: "asker", mode: "form", action: "cancel" },
    ConfigChange: { source: "local_settings", file_path: `${cwd}/.claude/settings.local.json` },
    WorktreeCreate: { name: "side" },
    WorktreeRemove: { worktree_path: `${cwd}-side` },
    InstructionsLoaded: {
      file_path: `${cwd}/CLAUDE.md`,
      memory_type: "Project",
      load_reason: "session_start",
    },
    CwdChanged: { old_cwd: cwd, new_cwd: `${cwd}/lib` },
    FileChanged: { file_path: `${cwd}/${FILE}`, event: "change" },
    DirectoryAdded: { directory: `${cwd}/extra`, source: "slash_command" },
    MessageDisplay: {
      turn_id: "00000000-0000-4000-8000-000000000010",
      message_id: "00000000-0000-4000-8000-000000000011",
      index: 0,
      final: true,
      delta: "The sum is fixed.",
    },
  };
  return samples[event];
}
