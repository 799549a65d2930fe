/** What the client must be told about people's own hooks: which events to send, and how long to wait for the answer. */
import type { HookEventName } from "../clients/index.ts";
import type { Hook } from "./config/hooks.ts";
import { isGate } from "./gates.ts";
import { type Permissions, ruledTools } from "./permission-rules.ts";

interface HookNeed {
  /** The longest that a hook of this event may take, in whole seconds; 0 where nobody waits. */
  seconds: number;
  /** One of them must be asked, whatever happens. */
  gate: boolean;
  /** Only for calls of these tools; absent: for all. */
  gateTools?: readonly string[];
}

export type HookNeeds = ReadonlyMap<HookEventName, HookNeed>;

export function hookNeeds(hooks: readonly Hook[]): HookNeeds {
  const needs = new Map<HookEventName, HookNeed>();
  for (const hook of hooks) {
    const { seconds, gate } = needs.get(hook.event) ?? { seconds: 0, gate: false };
    needs.set(hook.event, { seconds: Math.max(seconds, waitFor(hook)), gate: gate || isGate(hook) });
  }
  return needs;
}

/** The user's rules hold like gates, but take no time, and most are about a tool or two. */
export function withRules(needs: HookNeeds, permissions: Permissions): HookNeeds {
  const tools = ruledTools(permissions);
  const need = needs.get("PreToolUse") ?? { seconds: 0, gate: false };
  if (tools.length === 0 || need.gate) return needs;
  const narrow = tools === "any" ? {} : { gateTools: tools };
  return new Map([...needs, ["PreToolUse", { ...need, gate: true, ...narrow }]]);
}

function waitFor({ async, action, timeoutMs }: Hook): number {
  const isText = action.type === "prompt" && action.mode === "text";
  return async || isText ? 0 : Math.ceil(timeoutMs / 1000);
}
