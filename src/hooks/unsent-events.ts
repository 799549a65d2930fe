/**
 * Events that the user's own hooks wait for and the client does not send, or for whose answer it does not wait long
 * enough. Read from the client's settings: they say what it does, whatever was installed when.
 */
import { join } from "node:path";
import type { HookEventName } from "../clients/index.ts";
import { readIfThere } from "../platform/files.ts";
import { argumentsOf, GATE_ARGUMENT, isOwnHook } from "../platform/own-hook.ts";
import type { HookNeeds } from "./hook-needs.ts";

interface Sent {
  seconds: number;
  gate: boolean;
}

export function settingsFilesOf(claudeDir: string, project: string): string[] {
  const inProject = ["settings.json", "settings.local.json"].map((name) => join(project, ".claude", name));
  return [join(claudeDir, "settings.json"), ...inProject];
}

/** Empty where no file has an entry of Pawl's: then the plugin or the library sends the events. */
export function unsentEvents(needs: HookNeeds, settingsFiles: readonly string[]): HookEventName[] {
  const sent = new Map<string, Sent>();
  for (const file of settingsFiles) addSent(sent, readHooks(file));
  if (sent.size === 0) return [];
  return [...needs].flatMap(([event, { seconds, gate }]) => {
    const now = sent.get(event);
    const isSent = now !== undefined && now.seconds >= seconds && (now.gate || !gate);
    return isSent ? [] : [event];
  });
}

function readHooks(file: string): Record<string, unknown> {
  try {
    return Object(Object(JSON.parse(readIfThere(file) ?? "{}")).hooks) as Record<string, unknown>;
  } catch {
    // The client cannot read it either, and says so itself.
    return {};
  }
}

function addSent(sent: Map<string, Sent>, hooks: Record<string, unknown>): void {
  for (const [event, groups] of Object.entries(hooks)) {
    for (const hook of [groups].flat().flatMap((group) => [Object(group).hooks].flat())) {
      if (!isOwnHook(hook)) continue;
      const { timeout } = hook as { timeout?: unknown };
      const { seconds, gate } = sent.get(event) ?? { seconds: 0, gate: false };
      sent.set(event, {
        seconds: Math.max(seconds, typeof timeout === "number" ? timeout : 0),
        gate: gate || argumentsOf(hook).includes(GATE_ARGUMENT),
      });
    }
  }
}
