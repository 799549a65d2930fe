/** Converts a hook's result to its callback's answer to the Agent SDK. */

import { encodeReply, type HookEventName, type HookOutput, type Reply } from "../clients/index.ts";
import type { HookRun } from "../hooks/run-hooks.ts";
import type { SDKHookOutput } from "./types.ts";

export function toSDKOutput({ hook, outcome, reply, blocked, answer, error }: HookRun): SDKHookOutput {
  if (hook.action.type === "script" && outcome === "ok") return toScriptOutput(hook.event, answer, reply);
  const reason = blocked ?? reply.deny ?? reply.block;
  if (reason !== undefined) return toBlocked(hook.event, reply, reason);
  // `result` belongs to the client's PreCompact command hooks; the SDK does not know it.
  const { result: _, ...output } = encode(hook.event, reply);
  const why = outcome === "refused" ? { reason: error } : {};
  return { continue: true, ...why, ...output } as SDKHookOutput;
}

/** The script's whole output, except for parts that would make the SDK reject all of it. */
function toScriptOutput(event: HookEventName, answer: unknown, reply: Reply): SDKHookOutput {
  if (answer === undefined || answer === null) return { continue: true };
  const output = answer as SDKHookOutput;
  if (output.hookSpecificOutput === undefined) return output;
  if (WITHOUT_SPECIFIC.has(event)) {
    const { hookSpecificOutput: _, ...rest } = output;
    const { result: __, ...encoded } = encode(event, reply);
    return { ...rest, ...encoded } as SDKHookOutput;
  }
  // People omit the name, because only one value is possible.
  const specific: object = output.hookSpecificOutput;
  return { ...output, hookSpecificOutput: { hookEventName: event, ...specific } } as SDKHookOutput;
}

/** Events for which the SDK has no `hookSpecificOutput`. */
const WITHOUT_SPECIFIC: ReadonlySet<HookEventName> = new Set<HookEventName>([
  "SessionEnd",
  "StopFailure",
  "PreCompact",
  "PostCompact",
  "TeammateIdle",
  "TaskCreated",
  "TaskCompleted",
  "ConfigChange",
  "WorktreeRemove",
  "InstructionsLoaded",
  "DirectoryAdded",
]);

/** The SDK accepts `decision: "block"` for every event but these two, which have their own decision format. */
const OWN_DECISION: ReadonlySet<string> = new Set(["PermissionRequest", "PreModelSwitch"]);

function toBlocked(event: HookEventName, reply: Reply, reason: string): SDKHookOutput {
  const { deny: _, ...rest } = reply;
  const { result: __, ...output } = encode(event, OWN_DECISION.has(event) ? reply : rest);
  return { ...output, decision: "block", reason } as SDKHookOutput;
}

function encode(event: HookEventName, reply: Reply): HookOutput {
  return encodeReply(event, reply as Parameters<typeof encodeReply>[1]);
}
