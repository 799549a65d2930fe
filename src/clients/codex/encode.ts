/**
 * Converts a reply to the JSON that Codex accepts. Codex is strict: an unknown field makes it drop the whole answer, and some
 * fields that Claude Code accepts are errors here. Unsupported parts are left out, but never a refusal.
 */
import type { HookOutput } from "../claude-code/encode.ts";
import type { HookEventName } from "../claude-code/events.ts";
import type { Reply } from "../reply.ts";

/** Codex writes longer context to a file that the model would have to open. It counts a token per four bytes, up to 2,500. */
export const CONTEXT_BYTES = 10_000;

const CARRY_CONTEXT: ReadonlySet<HookEventName> = new Set([
  "SessionStart",
  "SubagentStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
]);
const CARRY_BLOCK: ReadonlySet<HookEventName> = new Set([
  "UserPromptSubmit",
  "PostToolUse",
  "PostToolUseFailure",
  "Stop",
  "SubagentStop",
]);
/** Codex ignores the answers of hooks for these events. */
const SILENT: ReadonlySet<HookEventName> = new Set(["SessionEnd"]);

export function encodeCodexReply(event: HookEventName, reply: Reply): HookOutput {
  if (SILENT.has(event)) return {};
  const output: HookOutput = {};
  if (reply.message !== undefined) output.systemMessage = reply.message;
  const specific = specificOf(event, reply);
  const isDecision = event === "PreToolUse" || event === "PermissionRequest";
  // A call that must not happen is refused below instead.
  if (!isDecision) {
    const stop = reply.stop ?? (event === "PreCompact" ? reply.block : undefined);
    if (stop !== undefined) Object.assign(output, { continue: false, stopReason: toReason(stop) });
    if (reply.block !== undefined && CARRY_BLOCK.has(event)) {
      Object.assign(output, { decision: "block", reason: toReason(reply.block) });
    }
  }
  if (reply.context !== undefined && CARRY_CONTEXT.has(event))
    specific.additionalContext = fit(reply.context);
  if (Object.keys(specific).length > 0)
    output.hookSpecificOutput = { hookEventName: toCodexEvent(event), ...specific };
  return output;
}

function specificOf(event: HookEventName, reply: Reply): Record<string, unknown> {
  // Hooks cannot ask the user here. A rule that asks therefore refuses, with its reason.
  const denied = reply.deny ?? reply.stop ?? reply.ask;
  if (event === "PermissionRequest") {
    if (denied !== undefined) return { decision: { behavior: "deny", message: toReason(denied) } };
    return reply.allow === undefined ? {} : { decision: { behavior: "allow" } };
  }
  if (event !== "PreToolUse") return {};
  if (denied !== undefined) return { permissionDecision: "deny", permissionDecisionReason: toReason(denied) };
  // "allow" alone is an error: Codex's own approval decides. An edit's input has another format there.
  const { updatedInput } = reply;
  if (updatedInput === undefined || "file_path" in updatedInput) return {};
  return { permissionDecision: "allow", updatedInput };
}

/** An empty reason is an error, and would let the call through. */
function toReason(text: string): string {
  return text.trim() === "" ? "Refused by a hook." : text;
}

function toCodexEvent(event: HookEventName): HookEventName {
  return event === "PostToolUseFailure" ? "PostToolUse" : event;
}

function fit(text: string): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= CONTEXT_BYTES) return text;
  const close = /<\/[\w-]+>\s*$/.exec(text)?.[0].trim() ?? "";
  const room = CONTEXT_BYTES - close.length - 1;
  const start = new TextDecoder().decode(bytes.subarray(0, room)).replace(/\uFFFD+$/, "");
  const end = start.lastIndexOf("\n");
  return `${end > 0 ? start.slice(0, end) : start}\n${close}`.trimEnd();
}
