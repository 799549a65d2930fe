/** What the table says about an event. Without Zod: the hook program and the keeper load it. */
import { EVENTS, type EventFacts, type FieldKind, type Kinds, type Part } from "./event-table.ts";

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

/** True if the event's answer can carry this part. */
export function carries(event: HookEventName, part: Part): boolean {
  return Object.hasOwn(EVENTS, event) && factsOf(event).carries.includes(part);
}

/** The field that a plain matcher (`Edit|Write`, `startup`) is compared with; absent for Stop, UserPromptSubmit, … */
export function subjectField(event: unknown): string | undefined {
  if (typeof event !== "string" || !isHookEvent(event)) return undefined;
  return factsOf(event).subject;
}

/** The subject and, for a tool with another name in its client, that name too. */
export function subjectsOf(raw: Readonly<Record<string, unknown>>): string[] {
  const subject = subjectOf(raw);
  if (subject === undefined) return [];
  const other = subjectField(raw.hook_event_name) === "tool_name" ? raw.client_tool_name : undefined;
  return typeof other === "string" ? [subject, other] : [subject];
}

export function subjectOf(raw: Readonly<Record<string, unknown>>): string | undefined {
  const field = subjectField(raw.hook_event_name);
  const value = field === undefined ? undefined : raw[field];
  if (typeof value !== "string") return undefined;
  // The client compares the file's name, not its path.
  return field === "file_path"
    ? value.slice(Math.max(value.lastIndexOf("/"), value.lastIndexOf("\\")) + 1)
    : value;
}

/** Established names; for every other event, its own name in kebab-case. */
const OTHER_NAMES: Readonly<Record<string, HookEventName>> = {
  context: "SessionStart",
  "user-message": "SessionStart",
  "session-init": "UserPromptSubmit",
  observation: "PostToolUse",
  summarize: "Stop",
  "suggest-compact": "PreToolUse",
};

/** Undefined for an unknown name. */
export function eventOfHook(name: string | undefined): HookEventName | undefined {
  if (name === undefined) return undefined;
  if (Object.hasOwn(OTHER_NAMES, name)) return OTHER_NAMES[name];
  return HOOK_EVENTS.find((event) => toKebabCase(event) === name);
}

export function toKebabCase(event: string): string {
  return event.replace(/(?<=[a-z])[A-Z]/g, "-$&").toLowerCase();
}
