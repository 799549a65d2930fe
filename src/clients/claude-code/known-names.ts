/** Names that Claude Code 2.1 has, for finding typos. What is not here may still exist: an MCP server's tool, a newer field. */
import { EVENTS, type EventFacts } from "./event-table.ts";
import type { HookEventName } from "./events.ts";
import { sampleFields } from "./samples.ts";

export const TOOLS: readonly string[] = [
  "Agent",
  "AskUserQuestion",
  "Bash",
  "BashOutput",
  "Edit",
  "EnterPlanMode",
  "EnterWorktree",
  "ExitPlanMode",
  "ExitWorktree",
  "Glob",
  "Grep",
  "KillShell",
  "ListMcpResourcesTool",
  "LSP",
  "Monitor",
  "MultiEdit",
  "NotebookEdit",
  "NotebookRead",
  "PowerShell",
  "Read",
  "ReadMcpResourceTool",
  "SendMessage",
  "Skill",
  "SlashCommand",
  "Task",
  "TaskCreate",
  "TaskGet",
  "TaskList",
  "TaskOutput",
  "TaskStop",
  "TaskUpdate",
  "TeamCreate",
  "TeamDelete",
  "TodoWrite",
  "ToolSearch",
  "WebFetch",
  "WebSearch",
  "Write",
];

/** Fields of these tools' inputs. */
export const TOOL_FIELDS: readonly string[] = [
  "allowed_domains",
  "blocked_domains",
  "cell_id",
  "cell_type",
  "command",
  "content",
  "description",
  "edit_mode",
  "edits",
  "file_path",
  "glob",
  "limit",
  "model",
  "new_source",
  "new_string",
  "notebook_path",
  "offset",
  "old_string",
  "output_mode",
  "path",
  "pattern",
  "prompt",
  "query",
  "replace_all",
  "run_in_background",
  "skill",
  "subagent_type",
  "timeout",
  "todos",
  "url",
];

/** Values of a subject that has only a few. */
export const SUBJECT_VALUES: Partial<Record<HookEventName, readonly string[]>> = {
  SessionStart: ["startup", "resume", "clear", "compact", "fork"],
  SessionEnd: ["clear", "resume", "logout", "prompt_input_exit", "other", "bypass_permissions_disabled"],
  PreCompact: ["manual", "auto"],
  PostCompact: ["manual", "auto"],
  Setup: ["init", "maintenance"],
  ConfigChange: ["user_settings", "project_settings", "local_settings", "policy_settings", "skills"],
};

const COMMON = [
  "session_id",
  "transcript_path",
  "cwd",
  "hook_event_name",
  "prompt_id",
  "permission_mode",
  "agent_id",
  "agent_type",
  "effort",
  "context_tokens",
];

/** Every field that the event's input can have. */
export function eventFields(event: HookEventName): readonly string[] {
  const { fields }: EventFacts = EVENTS[event];
  return [...new Set([...COMMON, ...Object.keys(fields), ...sampleFields(event), "mcp_server"])];
}
