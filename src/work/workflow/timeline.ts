/** The types of a session's timeline: a closed list, so that the compiler finds a typo. */

import { tryParse } from "../../clients/fields.ts";
import { messagesFor } from "../../locale/index.ts";
import type { Messages, TimelineType } from "../../locale/messages.ts";
import { PawlError } from "../../platform/errors.ts";

/** Newest lines that stay. */
export const TIMELINE_LIMIT = 2000;

const TYPES = messagesFor("en").timeline;
export const TIMELINE_TYPES = Object.keys(TYPES) as TimelineType[];

export interface TimelineEvent {
  ts: string;
  type: TimelineType;
  category: string;
  label: string;
  [field: string]: unknown;
}

function isTimelineType(type: string): type is TimelineType {
  return Object.hasOwn(TYPES, type);
}

/** Throws for a type that the registry does not know. */
export function timelineEvent(
  type: string,
  fields: Readonly<Record<string, unknown>>,
  at: { now: string; messages: Messages },
): TimelineEvent {
  if (!isTimelineType(type)) {
    throw new PawlError("timeline_type_unknown", at.messages.workflow.unknownEvent(type), {
      hint: `Use one of: ${TIMELINE_TYPES.join(", ")}.`,
    });
  }
  const category = type.slice(0, type.indexOf(":"));
  // The registry's own fields last: an event cannot pretend to be another one.
  return { ...fields, ts: at.now, type, category, label: at.messages.timeline[type] };
}

/** One line of the file; `undefined` for one that a crash cut off, or one of a later version's types. */
export function parseTimelineLine(line: string): TimelineEvent | undefined {
  const event = Object(tryParse(line)) as Record<string, unknown>;
  const { type, ts } = event;
  const isWhole = typeof type === "string" && isTimelineType(type) && typeof ts === "string";
  return isWhole ? (event as TimelineEvent) : undefined;
}
