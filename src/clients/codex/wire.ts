/** Converts Codex's hook input to the common form. Its names are Claude Code's; the differences are handled here. */
import type { HookInput, KnownInput } from "../claude-code/parse.ts";
import { type Fields, text } from "../fields.ts";
import { eachFile, outputOf, toCommonCall } from "./tools.ts";

export function toCommonBody(body: Fields): Fields {
  const common: Fields = { ...body, client: "codex" };
  // For a subagent this is the subagent's own file; the session's file stays the same.
  if (typeof body.agent_id === "string" && typeof body.transcript_path === "string") {
    if (body.agent_transcript_path === undefined) {
      common.agent_transcript_path = body.transcript_path;
      delete common.transcript_path;
    }
  }
  // A turn corresponds to Claude Code's prompt: the rollout uses the same id.
  if (typeof body.turn_id === "string") common.prompt_id = body.turn_id;
  const name = text(body.tool_name);
  if (name === undefined) return common;
  const { toolName, toolInput } = toCommonCall(name, body.tool_input, text(body.cwd) ?? "");
  Object.assign(common, { tool_name: toolName, tool_input: toolInput });
  if (toolName !== name) common.client_tool_name = name;
  return name === "apply_patch" ? withPatchResult(common) : common;
}

/** The answer to a patch contains its outcome. */
function withPatchResult(body: Fields): Fields {
  const response = text(body.tool_response);
  if (body.hook_event_name !== "PostToolUse" || response === undefined) return body;
  const { output, exitCode } = outputOf(response);
  return exitCode === undefined || exitCode === 0
    ? { ...body, tool_response: output }
    : toFailure(body, output);
}

function toFailure(body: Fields, error: string): Fields {
  const { tool_response: _, ...rest } = body;
  return { ...rest, hook_event_name: "PostToolUseFailure", error, is_interrupt: false };
}

/** A command whose exit code is not in the input: Codex has no event for a failure. */
export function unsettledCommand(input: HookInput): { transcriptPath: string; callId: string } | undefined {
  if (input.event !== "PostToolUse" || input.toolName !== "Bash") return undefined;
  const { toolUseId } = input;
  const transcriptPath = input.transcriptPath ?? text(input.raw.agent_transcript_path);
  if (transcriptPath === undefined || toolUseId === undefined) return undefined;
  return { transcriptPath, callId: toolUseId };
}

/** The fields that the record of an event needs, by Codex's names. */
const NEEDED: Partial<Record<HookInput["event"], readonly string[]>> = {
  PostToolUse: ["tool_name", "tool_input", "tool_response", "tool_use_id"],
  PostToolUseFailure: ["tool_name", "tool_input", "tool_use_id"],
  UserPromptSubmit: ["prompt", "turn_id"],
  Stop: ["turn_id"],
};

export function missingField({ event, raw }: HookInput): string | undefined {
  return NEEDED[event]?.find((field) => raw[field] === undefined);
}

export const toFailedCommand = (raw: Fields, exitCode: number): Fields =>
  toFailure(raw, toError(exitCode, text(raw.tool_response) ?? ""));

/** In Claude Code's words, which all code that learns from failures recognizes. */
export function toError(exitCode: number, output: string): string {
  return `Exit code ${exitCode}\n${output}`;
}

/** One call per file of a patch. */
export function eachPatchedFile(input: KnownInput): Fields[] {
  if (!("toolInput" in input) || input.raw.client_tool_name !== "apply_patch") return [];
  const calls = eachFile({ toolName: input.toolName, toolInput: input.toolInput });
  return calls.map(({ toolName, toolInput }) => ({
    ...input.raw,
    tool_name: toolName,
    tool_input: toolInput,
  }));
}
