/** Entries of clients that run a command for every event, in the shape of Claude Code's settings. */
import { CLIENT_ARGUMENT } from "../platform/own-hook.ts";
import type { HookOutput } from "./claude-code/encode.ts";
import type { HookEventName } from "./claude-code/events.ts";
import { toKebabCase } from "./claude-code/hook-names.ts";
import { commandHook, type HookOptions, type InstalledEntry } from "./claude-code/settings/hooks.ts";
import type { Reply } from "./reply.ts";

export interface CommandEntries {
  /** The client's own name of an event, and the common one. */
  events: readonly (readonly [string, HookEventName])[];
  /** What the client counts a second as. */
  unit: number;
  encode(event: HookEventName, reply: Reply): HookOutput;
}

/** A result stands for failures too, where the client has one event for both. */
const ALSO: Partial<Record<HookEventName, HookEventName>> = { PostToolUse: "PostToolUseFailure" };

export function commandEntries(
  client: string,
  options: HookOptions,
  { events, unit, encode }: CommandEntries,
): InstalledEntry[] {
  const names = new Set(events.map(([, event]) => event));
  return events.map(([own, event]) => {
    const also = ALSO[event];
    const all = also === undefined || names.has(also) ? [event] : [event, also];
    const call = [`${CLIENT_ARGUMENT}${client}`, toKebabCase(event)];
    const needs = joinedNeeds(event, all, options.needs);
    const { command, timeout } = commandHook(event, { ...options, needs, encode }, call);
    return { event: own, hook: { type: "command", command, timeout: timeout * unit } };
  });
}

type Needs = NonNullable<HookOptions["needs"]>;

/** The needs of several events of the user's hooks, as those of the one that the client has. */
export function joinedNeeds(
  event: HookEventName,
  all: readonly HookEventName[],
  needs: Needs = new Map(),
): Needs {
  const found = all.flatMap((name) => needs.get(name) ?? []);
  const [first] = found;
  if (first === undefined) return new Map();
  const seconds = Math.max(...found.map((need) => need.seconds));
  return new Map([[event, { ...first, seconds, gate: found.some((need) => need.gate) }]]);
}
