/** The field of the input that a plain matcher (`Edit|Write`, `startup`) is compared with, per event. */
import { EVENTS, type EventFacts } from "./event-table.ts";
import { isHookEvent } from "./events.ts";

/** The field's name; absent for events without a subject (Stop, UserPromptSubmit, …). */
export function subjectField(event: unknown): string | undefined {
  if (typeof event !== "string" || !isHookEvent(event)) return undefined;
  const { subject }: EventFacts = EVENTS[event];
  return subject;
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
