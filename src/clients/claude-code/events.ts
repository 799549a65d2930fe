import { EVENTS, type EventFacts, type FieldKind, type Kinds } from "./event-table.ts";

export type HookEventName = keyof typeof EVENTS;

/** Every hook event of the client, in its own order. */
export const HOOK_EVENTS = Object.keys(EVENTS) as readonly HookEventName[];

export function isHookEvent(name: string): name is HookEventName {
  return Object.hasOwn(EVENTS, name);
}

export function factsOf(event: HookEventName): EventFacts {
  return EVENTS[event];
}

/** The order in the client's settings and the plugin is fixed. */
const FIRST: readonly HookEventName[] = ["SessionStart", "PreCompact"];

/** The events that Pawl itself uses: registered in the client and the plugin, and fed from the Agent SDK. */
export const PAWL_EVENTS: readonly HookEventName[] = [
  ...FIRST,
  ...HOOK_EVENTS.filter((event) => factsOf(event).purpose !== undefined && !FIRST.includes(event)),
];

const textOr =
  <T>(other: T) =>
  (value: unknown): string | T =>
    typeof value === "string" ? value : other;

/**
 * How a field is read. The client adds and changes fields every week, and a hook that fails because of one unexpected field
 * helps no one. So a field of the wrong type counts as absent, never as an error.
 */
export const READ: { [K in FieldKind]: (value: unknown) => Kinds[K] } = {
  text: textOr(undefined),
  textOrEmpty: textOr(""),
  startSource: textOr("startup"),
  number: (value) => (typeof value === "number" ? value : undefined),
  flag: (value) => value === true,
  json: (value) => value,
  list: (value) => (Array.isArray(value) ? value : []),
};

/** The fields of all events, in addition to the required `session_id`. */
export const COMMON = {
  transcript_path: "text",
  cwd: "text",
  prompt_id: "text",
  permission_mode: "text",
  agent_id: "text",
  agent_type: "text",
  /** How full the context is, if the client reports it. */
  context_tokens: "number",
} as const satisfies Record<string, FieldKind>;
