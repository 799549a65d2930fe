/** The settings that user hooks require from the client: which events to send, and how long to wait for the answer. */
import { join } from "node:path";
import type { HookEventName } from "../clients/index.ts";
import type { HookNeeds } from "../clients/settings/entries.ts";
import { readIfThere } from "../platform/files.ts";
import { argumentsOf, GATE_ARGUMENT, isOwnHook } from "../platform/own-hook.ts";
import type { Hook } from "./config/hooks.ts";
import { isGate } from "./gates.ts";
import { type Permissions, ruledTools } from "./permission-rules.ts";

export function hookNeeds(hooks: readonly Hook[]): HookNeeds {
  const needs = new Map<HookEventName, { seconds: number; gate: boolean }>();
  for (const hook of hooks) {
    const { seconds, gate } = needs.get(hook.event) ?? { seconds: 0, gate: false };
    needs.set(hook.event, { seconds: Math.max(seconds, waitFor(hook)), gate: gate || isGate(hook) });
  }
  return needs;
}

/** The user's rules apply like gates, but take no time, and most concern one or two tools. */
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

export function settingsFilesOf(claudeDir: string, project: string): string[] {
  const inProject = ["settings.json", "settings.local.json"].map((name) => join(project, ".claude", name));
  return [join(claudeDir, "settings.json"), ...inProject];
}

/**
 * Events that the user's own hooks wait for, but that the client's settings do not send or do not wait for long enough. Empty
 * if no file has an entry of Pawl: then the plugin or the library sends the events.
 */
export function unsentEvents(needs: HookNeeds, settingsFiles: readonly string[]): HookEventName[] {
  const sent = settingsFiles.flatMap(ownHooksIn);
  if (sent.length === 0) return [];
  return [...needs].flatMap(([event, { seconds, gate }]) => {
    const own = sent.filter((one) => one.event === event);
    const isSent = own.some((one) => one.seconds >= seconds) && (!gate || own.some((one) => one.gate));
    return isSent ? [] : [event];
  });
}

function ownHooksIn(file: string): { event: string; seconds: number; gate: boolean }[] {
  try {
    const { hooks } = Object(JSON.parse(readIfThere(file) ?? "{}"));
    return Object.entries(Object(hooks)).flatMap(([event, groups]) => {
      const own = [groups].flat().flatMap((group) => [Object(group).hooks].flat().filter(isOwnHook));
      return own.map((hook) => {
        const seconds = typeof hook.timeout === "number" ? hook.timeout : 0;
        return { event, seconds, gate: argumentsOf(hook).includes(GATE_ARGUMENT) };
      });
    });
  } catch {
    // The client cannot read it either, and reports that itself.
    return [];
  }
}
