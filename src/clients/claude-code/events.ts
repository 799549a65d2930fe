import { EVENTS, type EventFacts } from "./event-table.ts";

export type HookEventName = keyof typeof EVENTS;

/** Every hook event of the client, in its own order. */
export const HOOK_EVENTS = Object.keys(EVENTS) as readonly HookEventName[];

export function factsOf(event: HookEventName): EventFacts {
  return EVENTS[event];
}

/** The place in the client's settings and the plugin is fixed. */
const FIRST: readonly HookEventName[] = ["SessionStart", "PreCompact"];

/** The events that Pawl itself has a use for: registered in the client and the plugin, fed from the Agent SDK. */
export const PAWL_EVENTS: readonly HookEventName[] = [
  ...FIRST,
  ...HOOK_EVENTS.filter((event) => factsOf(event).purpose !== undefined && !FIRST.includes(event)),
];
