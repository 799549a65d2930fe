import type { HookInput } from "./recorder.ts";

/**
 * What distinguishes two inputs of one event; the middle part of the fixture's file name. `undefined` for events
 * with only one shape.
 */
export function variantOf(input: HookInput): string | undefined {
  switch (input.hook_event_name) {
    case "PreToolUse":
    case "PostToolUse":
    case "PostToolUseFailure":
    case "PermissionRequest":
      return toolVariant(input);
    case "PostToolBatch":
      return (input.tool_calls as unknown[]).length > 1 ? "parallel" : "single";
    case "SessionStart":
    case "ConfigChange":
      return String(input.source).replaceAll("_", "-");
    case "SessionEnd":
      return String(input.reason).replaceAll("_", "-");
    case "Setup":
      return String(input.trigger);
    case "InstructionsLoaded":
      return String(input.load_reason).replaceAll("_", "-");
    case "ElicitationResult":
      return String(input.action);
    case "Stop":
      return input.stop_hook_active === true ? "continued" : "first";
    case "SubagentStop":
      return input.agent_type === "" ? "summariser" : "agent";
    case "UserPromptSubmit":
      return promptVariant(String(input.prompt));
    default:
      return undefined;
  }
}

function toolVariant(input: HookInput): string {
  const name = String(input.tool_name);
  const tool = name.startsWith("mcp__") ? "mcp" : name;
  if (input.agent_id !== undefined) return `${tool}-in-subagent`;
  // Writing an existing file has its own response: it contains the old content and a patch.
  const response = input.tool_response as { type?: string } | undefined;
  return tool === "Write" && response?.type === "update" ? "Write-over" : tool;
}

function promptVariant(prompt: string): string {
  if (prompt.startsWith("<task-notification>")) return "task-notification";
  return prompt.startsWith("/") ? "slash-command" : "typed";
}
