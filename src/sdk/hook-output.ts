/** How one hook went → what its callback answers the Agent SDK (S2.1–S2.3, S2.10, S2.15, S2.16). */
import type { HookRun } from "../engine/index.ts";
import { encodeReply, type HookOutput, type Reply } from "../protocol/index.ts";
import type { SDKHookOutput } from "./types.ts";

export function toSDKOutput({ hook, outcome, reply, blocked, answer, error }: HookRun): SDKHookOutput {
  // A script speaks the SDK's language itself; the engine has made sure that it does.
  if (hook.action.type === "script" && outcome === "ok") return Object(answer ?? { continue: true });
  const reason = blocked ?? reply.deny ?? reply.block;
  if (reason !== undefined) return toBlocked(hook.event, reply, reason);
  // `result` is PreCompact's contract with the client's command hooks, nothing for the SDK.
  const { result: _, ...output } = encode(hook.event, reply);
  const why = outcome === "refused" ? { reason: error } : {};
  return { continue: true, ...why, ...output } as SDKHookOutput;
}

/** The SDK takes `decision: "block"` from every event but these two, which have a decision of their own. */
const OWN_DECISION: ReadonlySet<string> = new Set(["PermissionRequest", "PreModelSwitch"]);

function toBlocked(event: HookRun["hook"]["event"], reply: Reply, reason: string): SDKHookOutput {
  const { deny: _, ...rest } = reply;
  const { result: __, ...output } = encode(event, OWN_DECISION.has(event) ? reply : rest);
  return { ...output, decision: "block", reason } as SDKHookOutput;
}

function encode(event: HookRun["hook"]["event"], reply: Reply): HookOutput {
  return encodeReply(event, reply as Parameters<typeof encodeReply>[1]);
}
