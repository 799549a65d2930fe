/** Names of Claude Code 2.1, for finding typos. Other names may still exist: an MCP server's tool, a newer field. */
import { EVENTS, type EventFacts } from "./event-table.ts";
import type { HookEventName } from "./events.ts";
import names from "./known-names.json" with { type: "json" };
import { sampleFields } from "./samples.ts";

export const TOOLS: readonly string[] = names.tools;

/** Fields of these tools' inputs. */
export const TOOL_FIELDS: readonly string[] = names.toolFields;

/** Values of a subject that has only a few. */
export const SUBJECT_VALUES: Partial<Record<HookEventName, readonly string[]>> = names.subjects;

/** Every field that the event's input can have. */
export function eventFields(event: HookEventName): readonly string[] {
  const { fields }: EventFacts = EVENTS[event];
  return [...new Set([...names.common, ...Object.keys(fields), ...sampleFields(event), "mcp_server"])];
}
