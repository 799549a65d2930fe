/** The text of a notification. Notifications that only say that the client waits are not recorded as news. */

/** The recorded event, as the store has it: its name and its body as JSON. */
interface RecordedEvent {
  event: string;
  body: string;
}

export const NOTIFICATION = "Notification";

/** Its words on one line; undefined for other events, and for a client that is merely idle. */
export function notificationText({ event, body }: RecordedEvent): string | undefined {
  if (event !== NOTIFICATION) return undefined;
  const { message, title, notification_type: type } = fieldsOf(body);
  if (type === "idle_prompt" || IDLE.test(toText(message))) return undefined;
  const parts = [toText(title), toText(message)].filter((part) => part !== "");
  return parts.length === 0 ? undefined : parts.join(": ");
}

const IDLE = /^Claude is waiting for your input/i;

const toText = (value: unknown) => (typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "");

function fieldsOf(body: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(body)) as Record<string, unknown>;
  } catch {
    // A list shows only the beginning of a long body.
    return { message: /"message":"((?:[^"\\]|\\.)*)/.exec(body)?.[1] };
  }
}

/** The notifications among a session's events, in their order. */
export function notificationsIn<E extends RecordedEvent & { at: number }>(
  events: readonly E[],
): { at: number; text: string }[] {
  return events.flatMap((event) => {
    const text = notificationText(event);
    return text === undefined ? [] : [{ at: event.at, text }];
  });
}
