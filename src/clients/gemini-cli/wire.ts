/** Converts Gemini CLI's hook input to the common form, and replies back. Without Zod: an orphaned gate needs both. */
import type { HookOutput } from "../claude-code/encode.ts";
import type { HookEventName } from "../claude-code/events.ts";
import { type Fields, isObject, text } from "../fields.ts";
import type { Reply } from "../reply.ts";
import { textIn, toCommonInput, toCommonName, toPrompt, toResult } from "./tools.ts";

/** PreCompress is not registered: it fires before every request, whether or not the conversation is compressed. */
export const GEMINI_EVENTS = {
  SessionStart: "SessionStart",
  BeforeAgent: "UserPromptSubmit",
  BeforeTool: "PreToolUse",
  AfterTool: "PostToolUse",
  AfterAgent: "Stop",
  SessionEnd: "SessionEnd",
} as const satisfies Record<string, HookEventName>;

export function toCommonBody(body: Fields): Fields {
  const own = text(body.hook_event_name) ?? "";
  const event = Object.hasOwn(GEMINI_EVENTS, own) ? GEMINI_EVENTS[own as keyof typeof GEMINI_EVENTS] : own;
  const common: Fields = { ...body, client: "gemini-cli", hook_event_name: event };
  // The transcript contains the answer in single texts.
  delete common.prompt_response;
  if (event === "UserPromptSubmit") common.prompt = toPrompt(text(body.prompt) ?? "");
  const name = text(body.tool_name);
  if (name === undefined) return common;
  common.tool_name = toCommonName(name);
  common.tool_input = toCommonInput(body.tool_input, text(body.cwd) ?? "");
  if (common.tool_name !== name) common.client_tool_name = name;
  return event === "PostToolUse" ? withResult(common, name) : common;
}

function withResult(body: Fields, name: string): Fields {
  const { tool_response: response, ...rest } = body;
  const fields = isObject(response) ? response : {};
  const failure = (error: string) => ({
    ...rest,
    hook_event_name: "PostToolUseFailure",
    error,
    is_interrupt: false,
  });
  if (isObject(fields.error)) return failure(text(fields.error.message) ?? textIn(fields.llmContent));
  const { ok, output } = toResult(name, textIn(fields.llmContent));
  return ok ? { ...rest, tool_response: output } : failure(output);
}

/** Gemini CLI drops context for other events, including a failed tool. */
const CARRY_CONTEXT: ReadonlySet<HookEventName> = new Set([
  "SessionStart",
  "UserPromptSubmit",
  "PostToolUse",
]);

export function encodeGeminiReply(event: HookEventName, reply: Reply): HookOutput {
  const output: HookOutput = {};
  if (reply.message !== undefined) output.systemMessage = reply.message;
  const isCall = event === "PreToolUse";
  // A hook cannot ask here: a rule that asks refuses, with its reason.
  const denied = isCall ? (reply.deny ?? reply.stop ?? reply.ask) : undefined;
  const refused = denied ?? (event === "UserPromptSubmit" || event === "Stop" ? reply.block : undefined);
  if (refused !== undefined)
    Object.assign(output, { decision: "deny", reason: refused || "Refused by a hook." });
  if (reply.stop !== undefined && !isCall) Object.assign(output, { continue: false, stopReason: reply.stop });
  const specific: Fields = {};
  const context = event === "PostToolUse" ? joined(reply.context, reply.block) : reply.context;
  if (context !== undefined && CARRY_CONTEXT.has(event)) specific.additionalContext = context;
  if (isCall && denied === undefined && reply.updatedInput !== undefined)
    specific.tool_input = reply.updatedInput;
  if (Object.keys(specific).length > 0) output.hookSpecificOutput = { hookEventName: event, ...specific };
  return output;
}

const joined = (...texts: (string | undefined)[]): string | undefined =>
  texts.filter((each) => each !== undefined).join("\n") || undefined;
