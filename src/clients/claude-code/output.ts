/** Converts the output of a user's hook, in the client's own format, to a `Reply`. */
import { z } from "zod";
import type { Extra, Reply } from "../reply.ts";
import { answerProblems } from "./check-answer.ts";
import type { Part } from "./event-table.ts";
import { carries, type HookEventName } from "./events.ts";

const text = z.string().optional();

/** The fields of every event: for documentation. */
export const anyHookInput = z.looseObject({ hook_event_name: z.string(), session_id: z.string() });

const specificOutput = z.looseObject({
  hookEventName: text,
  additionalContext: text,
  permissionDecision: z.enum(["allow", "deny", "ask", "defer"]).optional(),
  permissionDecisionReason: text,
  updatedInput: z.record(z.string(), z.unknown()).optional(),
  decision: z
    .looseObject({
      behavior: z.enum(["allow", "deny"]),
      message: text,
      updatedInput: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
});

const HOOK_OUTPUT = z.looseObject({
  continue: z.boolean().optional(),
  stopReason: text,
  decision: z.enum(["approve", "block"]).optional(),
  reason: text,
  systemMessage: text,
  async: z.boolean().optional(),
  hookSpecificOutput: specificOutput.optional(),
});

/** A hook's answer is not valid hook output. */
export class BadHookOutput extends Error {
  override readonly name = "BadHookOutput";
}

interface ReadReply {
  reply: Reply;
  /** Fields that the client does not accept for this event, as messages for the log. */
  ignored: string[];
}

/** No output (`undefined`, `null`) is a pass. Throws `BadHookOutput`. */
export function toReply(event: HookEventName, value: unknown): ReadReply {
  if (value === undefined || value === null) return { reply: {}, ignored: [] };
  const parsed = HOOK_OUTPUT.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const path = issue?.path.join(".") ?? "";
    throw new BadHookOutput(
      `The hook's answer is not a hook output${path === "" ? "" : ` (${path})`}: ${issue?.message}`,
    );
  }
  const output = parsed.data;
  // The hook continues in the background: there is nothing to apply.
  if (output.async === true) return { reply: {}, ignored: [] };

  const ignored = answerProblems(event, value);
  const reply: Reply = { ...toDecision(event, output) };
  const named = output.hookSpecificOutput?.hookEventName ?? event;
  const specific = named === event ? output.hookSpecificOutput : undefined;
  if (specific !== undefined) Object.assign(reply, toSpecific(event, specific));
  if (output.systemMessage !== undefined) reply.message = output.systemMessage;
  if (output.continue === false) reply.stop = output.stopReason ?? output.reason ?? "";
  dropUncarried(event, reply, ignored);
  const extra = toExtra(output, specific);
  if (extra !== undefined) reply.extra = extra;
  return { reply, ignored };
}

/** Standard output that is not JSON: the client reads it as context on two events, and always for PreCompact. */
export function toPlainReply(event: HookEventName, output: string): Reply {
  const plain = output.trim();
  if (plain === "") return {};
  if (event === "SessionStart" || event === "UserPromptSubmit") return { context: plain };
  return event === "PreCompact" ? { instructions: plain } : {};
}

/** The old top-level `decision`. */
function toDecision(event: HookEventName, output: z.output<typeof HOOK_OUTPUT>): Reply {
  if (output.decision === "approve") return carries(event, "allow") ? { allow: output.reason ?? "" } : {};
  if (output.decision !== "block") return {};
  const reason = output.reason ?? "";
  return carries(event, "deny") ? { deny: reason } : { block: reason };
}

function toSpecific(event: HookEventName, specific: z.output<typeof specificOutput>): Reply {
  const reply: Reply = {};
  const decision = specific.permissionDecision;
  if (decision !== undefined && decision !== "defer")
    reply[decision] = specific.permissionDecisionReason ?? "";
  if (specific.updatedInput !== undefined) reply.updatedInput = specific.updatedInput;
  if (specific.decision !== undefined) {
    reply[specific.decision.behavior] = specific.decision.message ?? "";
    if (specific.decision.updatedInput !== undefined) reply.updatedInput = specific.decision.updatedInput;
  }
  // PreCompact has no context; text for the summarizer is the closest equivalent.
  if (specific.additionalContext !== undefined) {
    reply[event === "PreCompact" ? "instructions" : "context"] = specific.additionalContext;
  }
  return reply;
}

const PARTS: readonly Part[] = ["context", "deny", "ask", "allow", "updatedInput", "block", "instructions"];

function dropUncarried(event: HookEventName, reply: Reply, ignored: string[]): void {
  for (const part of PARTS) {
    if (reply[part] === undefined || carries(event, part)) continue;
    delete reply[part];
    // If a field was already reported as meaningless, its part adds nothing.
    if (!ignored.some((line) => line.includes("hookSpecificOutput")))
      ignored.push(`${event} cannot carry "${part}"`);
  }
}

const READ_OUTPUT = new Set(Object.keys(HOOK_OUTPUT.shape));
const READ_SPECIFIC = new Set(Object.keys(specificOutput.shape));
const READ_DECISION = new Set(["behavior", "message", "updatedInput"]);

/** Everything without its own field: newer fields of the client are passed on here. */
function toExtra(
  output: z.output<typeof HOOK_OUTPUT>,
  specific: z.output<typeof specificOutput> | undefined,
): Extra | undefined {
  const extra: Extra = {};
  const top = without(output, READ_OUTPUT);
  if (top !== undefined) extra.output = top;
  const rest = { ...without(specific ?? {}, READ_SPECIFIC) };
  const decision = without(specific?.decision ?? {}, READ_DECISION);
  if (decision !== undefined) rest.decision = decision;
  if (specific?.permissionDecision === "defer") rest.permissionDecision = "defer";
  if (Object.keys(rest).length > 0) extra.specific = rest;
  return extra.output === undefined && extra.specific === undefined ? undefined : extra;
}

function without(
  fields: Record<string, unknown>,
  read: ReadonlySet<string>,
): Record<string, unknown> | undefined {
  const rest = Object.entries(fields).filter(([name]) => !read.has(name));
  return rest.length === 0 ? undefined : Object.fromEntries(rest);
}
