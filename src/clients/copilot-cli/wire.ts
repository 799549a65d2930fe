/**
 * Converts Copilot CLI's hook input to the common form, and replies to its own. Registered under Claude Code's event names,
 * it sends nearly Claude Code's input. Without Zod, because an orphaned gate needs both.
 */
import { encodeReply, type HookOutput } from "../claude-code/encode.ts";
import type { HookEventName } from "../claude-code/events.ts";
import { type Fields, isObject, text } from "../fields.ts";
import type { Reply, ReplyFor } from "../reply.ts";
import { toCommonInput, toCommonName, toResult } from "./tools.ts";

/** SubagentStart and PermissionRequest have another format, and a subagent's prompt is in the call that starts it. */
export const COPILOT_EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PreCompact",
  "Stop",
  "SessionEnd",
] as const satisfies readonly HookEventName[];

export function toCommonBody(body: Fields): Fields {
  const common: Fields = { ...body, client: "copilot-cli" };
  if (body.source === "new") common.source = "startup";
  const name = text(body.tool_name);
  if (name === undefined) return common;
  common.tool_name = toCommonName(name);
  common.tool_input = toCommonInput(body.tool_input);
  if (common.tool_name !== name) common.client_tool_name = name;
  if (body.hook_event_name === "PostToolUseFailure") return { ...common, is_interrupt: false };
  return body.hook_event_name === "PostToolUse" ? withResult(common) : common;
}

function withResult(body: Fields): Fields {
  const { tool_result: result, ...rest } = body;
  const told = isObject(result) ? (text(result.text_result_for_llm) ?? "") : "";
  const { ok, output } = toResult(String(body.tool_name), told);
  if (ok) return { ...rest, tool_response: output };
  return { ...rest, hook_event_name: "PostToolUseFailure", error: output, is_interrupt: false };
}

/** Context is read only at the top level; a refusal there and in Claude Code's field. */
export function encodeCopilotReply(event: HookEventName, reply: Reply): HookOutput {
  // Copilot CLI's schema has `ask`, but its effect is undocumented. So a rule that asks refuses, with its reason.
  const { ask, updatedInput, ...rest } = reply;
  const asked = event === "PreToolUse" && reply.deny === undefined && ask !== undefined ? { deny: ask } : {};
  const own: Reply = { ...rest, ...asked } as Reply;
  const output = encodeReply(event, own as ReplyFor<typeof event>);
  if (event === "PreCompact") return output;
  if (event === "PreToolUse" && own.deny !== undefined)
    Object.assign(output, { permissionDecision: "deny", permissionDecisionReason: own.deny });
  else if (event === "PreToolUse" && updatedInput !== undefined && "command" in updatedInput)
    output.modifiedArgs = updatedInput;
  if (own.context !== undefined && CARRY_CONTEXT.has(event)) output.additionalContext = own.context;
  return output;
}

const CARRY_CONTEXT: ReadonlySet<HookEventName> = new Set([
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
]);
