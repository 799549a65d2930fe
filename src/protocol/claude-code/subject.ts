/** What a plain matcher (`Edit|Write`, `startup`) is compared with: one field of the input per event. */
import { EVENTS, type EventFacts } from "./event-table.ts";
import { isHookEvent } from "./inputs.ts";

/** The field's name; absent for events without a subject (Stop, UserPromptSubmit, …). */
export function subjectField(event: string): string | undefined {
  if (!isHookEvent(event)) return undefined;
  const { subject }: EventFacts = EVENTS[event];
  return subject;
}

export function subjectOf(raw: Readonly<Record<string, unknown>>): string | undefined {
  const field = subjectField(String(raw.hook_event_name));
  const value = field === undefined ? undefined : raw[field];
  if (typeof value !== "string") return undefined;
  // The client compares the file's name, not its path.
  return field === "file_path"
    ? value.slice(Math.max(value.lastIndexOf("/"), value.lastIndexOf("\\")) + 1)
    : value;
}
