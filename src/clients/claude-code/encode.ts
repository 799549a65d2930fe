/** Converts a reply to the JSON that the client accepts for this event. */

import type { Reply, ReplyFor } from "../reply.ts";
import type { HookEventName } from "./events.ts";

export interface HookOutput {
  continue?: boolean;
  stopReason?: string;
  systemMessage?: string;
  decision?: "block" | "deny";
  reason?: string;
  /** PreCompact only: part of the fixed contract; the client ignores it. */
  result?: "";
  hookSpecificOutput?: { hookEventName: HookEventName; [field: string]: unknown };
  /** Fields of a user's hook that Pawl passes on unchanged (`Reply.extra`). */
  [field: string]: unknown;
}

export function encodeReply<E extends HookEventName>(event: E, reply: ReplyFor<E>): HookOutput {
  const parts: Reply = reply;
  const output: HookOutput = { ...parts.extra?.output };
  if (parts.stop !== undefined) {
    output.continue = false;
    if (parts.stop !== "") output.stopReason = parts.stop;
  }
  if (parts.message !== undefined) output.systemMessage = parts.message;
  if (parts.block !== undefined) {
    output.decision = "block";
    output.reason = parts.block;
  }
  if (event === "PreCompact") return encodePreCompact(output, parts);

  const specific = event === "PermissionRequest" ? toPermissionDecision(parts) : toToolDecision(parts);
  if (parts.context !== undefined) specific.additionalContext = parts.context;
  addExtra(specific, parts.extra?.specific);
  if (Object.keys(specific).length > 0) output.hookSpecificOutput = { hookEventName: event, ...specific };
  return output;
}

/**
 * The client appends the hook's whole standard output to the summarizer's instructions, unchanged. So the text for the
 * summarizer goes into `systemMessage`, which is also the documented contract.
 */
function encodePreCompact(output: HookOutput, parts: Reply): HookOutput {
  const text = [parts.instructions, parts.message].filter((part) => part !== undefined).join("\n");
  return { ...output, ...(text === "" ? {} : { systemMessage: text }), result: "" };
}

function toToolDecision(parts: Reply): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  // Deny over ask over allow: if hooks disagree, the strictest wins.
  const decision =
    parts.deny !== undefined
      ? ["deny", parts.deny]
      : parts.ask !== undefined
        ? ["ask", parts.ask]
        : parts.allow !== undefined
          ? ["allow", parts.allow]
          : undefined;
  if (decision !== undefined) {
    fields.permissionDecision = decision[0];
    if (decision[1] !== "") fields.permissionDecisionReason = decision[1];
  }
  if (parts.updatedInput !== undefined) fields.updatedInput = parts.updatedInput;
  return fields;
}

function toPermissionDecision(parts: Reply): Record<string, unknown> {
  if (parts.deny !== undefined) return { decision: { behavior: "deny", message: parts.deny } };
  if (parts.allow === undefined) return {};
  const updated = parts.updatedInput === undefined ? {} : { updatedInput: parts.updatedInput };
  return { decision: { behavior: "allow", ...updated } };
}

/** Pawl's own fields win; inside a permission's `decision` the two objects are merged. */
function addExtra(specific: Record<string, unknown>, extra: Record<string, unknown> = {}): void {
  for (const [field, value] of Object.entries(extra)) {
    const mine = specific[field];
    if (field === "decision" && mine !== undefined) specific[field] = { ...Object(value), ...Object(mine) };
    else if (field !== "decision" && mine === undefined) specific[field] = value;
  }
}

/** Converts an event to the JSON that the client would have sent for it: the reverse of `parse`. */

interface PastEvent {
  event: string;
  sessionId: string;
  cwd: string;
  /** The event's own fields, by the names that the rest of Pawl uses. */
  fields: Readonly<Record<string, unknown>>;
}

export function encodeInput({ event, sessionId, cwd, fields }: PastEvent): string {
  const own = Object.entries(fields).map(([name, value]) => [toSnakeCase(name), value]);
  return JSON.stringify({
    hook_event_name: event,
    session_id: sessionId,
    cwd,
    ...Object.fromEntries(own),
  });
}

/** Top-level names only: what is inside a tool's input belongs to the tool. */
function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
