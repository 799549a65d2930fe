/** Converts the plugin's messages to the common input, and replies back. Without Zod: an orphaned gate needs both. */
import type { HookOutput } from "../claude-code/encode.ts";
import type { HookEventName } from "../claude-code/events.ts";
import { type Fields, isObject, text } from "../fields.ts";
import type { Reply } from "../reply.ts";
import { toCommonCall, toOwnInput, toPrompt, toResult } from "./tools.ts";

export const OPENCODE_EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PreCompact",
  "PostCompact",
  "SubagentStart",
  "SubagentStop",
  "Stop",
  "SessionEnd",
] as const satisfies readonly HookEventName[];

export function toCommonBody(body: Fields): Fields {
  const common: Fields = { ...body, client: "opencode" };
  const prompt = text(body.prompt);
  if (prompt !== undefined) common.prompt = toPrompt(prompt);
  const name = text(body.tool_name);
  if (name === undefined) return common;
  const { toolName, toolInput } = toCommonCall(name, body.tool_input, text(body.cwd) ?? "");
  Object.assign(common, { tool_name: toolName, tool_input: toolInput });
  if (toolName !== name) common.client_tool_name = name;
  if (body.hook_event_name === "PostToolUseFailure") return { ...common, is_interrupt: false };
  return body.hook_event_name === "PostToolUse" ? withResult(common) : common;
}

function withResult({ tool_response: response, ...rest }: Fields): Fields {
  const { output, exit }: Fields = isObject(response) ? response : {};
  const result = toResult(text(output) ?? "", exit);
  if (result.ok) return { ...rest, tool_response: result.output };
  return { ...rest, hook_event_name: "PostToolUseFailure", error: result.output, is_interrupt: false };
}

/** Context before a tool call cannot be added. After a compaction, a SessionStart carries it. */
const CARRY_CONTEXT: ReadonlySet<HookEventName> = new Set([
  "SessionStart",
  "UserPromptSubmit",
  "PostToolUse",
  "PostToolUseFailure",
  "SubagentStart",
]);

export function encodeOpencodeReply(event: HookEventName, reply: Reply): HookOutput {
  const output: HookOutput = {};
  // A hook cannot ask here: a rule that asks refuses, with its reason.
  const denied =
    event === "PreToolUse"
      ? (reply.deny ?? reply.stop ?? reply.ask)
      : event === "UserPromptSubmit"
        ? (reply.block ?? reply.stop)
        : undefined;
  if (denied !== undefined) return { deny: denied || "Refused by a hook." };
  const texts = [reply.context, event === "PostToolUse" ? reply.block : undefined];
  const context = texts.filter((each) => each !== undefined).join("\n");
  if (context !== "" && CARRY_CONTEXT.has(event)) output.context = context;
  if (event === "PreCompact" && reply.instructions !== undefined) output.context = reply.instructions;
  if (event === "PreToolUse" && reply.updatedInput !== undefined)
    output.input = toOwnInput(reply.updatedInput);
  return output;
}
