/** The one place that decides whether the answer to a tool's result can be anything but empty. Without the store: the keeper asks too. */
import { EDIT_TOOLS } from "../memory/records/edits.ts";
import { TASK_TOOLS } from "../work/workflow/client-tasks.ts";

/** Calls that start a subagent. */
export const AGENT_TOOLS: ReadonlySet<string> = new Set(["Agent", "Task"]);

/** False if the answer is empty whatever the store holds. Then the client does not wait until the call is stored. */
export function needsAnswer({ toolName, toolInput }: { toolName: string; toolInput?: unknown }): boolean {
  if (toolName === "Bash") return isCheck(toolInput);
  const isKnown = EDIT_TOOLS.has(toolName) || TASK_TOOLS.has(toolName) || AGENT_TOOLS.has(toolName);
  return isKnown || toolName.startsWith("mcp__");
}

/** One command that only looks at something, or records a change: by far the most are of this kind. */
const LOOKS =
  /^\s*(?:ls|cat|head|tail|grep|rg|find|wc|pwd|echo|git (?:status|diff|log|show|add|commit|branch))(?:[ \t][^;&|\n]*)?$/;

export function isCheck(toolInput: unknown): boolean {
  const { command } = Object(toolInput) as { command?: unknown };
  return typeof command === "string" && !LOOKS.test(command);
}
