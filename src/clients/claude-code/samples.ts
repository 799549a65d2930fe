/**
 * A small input for every event in the client's format, for testing hooks; a test compares it with recorded ones. And names of
 * Claude Code 2.1, for finding typos: other names may still exist, such as an MCP server's tool or a newer field.
 */
import { factsOf, type HookEventName } from "./events.ts";
import names from "./known-names.json" with { type: "json" };
import samples from "./samples.json" with { type: "json" };

export type Sample = Readonly<Record<string, unknown>>;

interface ToolSample {
  input: Sample;
  response: unknown;
  error: string;
}

const TOOL_SAMPLES: Readonly<Record<string, ToolSample>> = samples.tools;

/** Tools with their own sample; any other name gets an empty input. */
export const SAMPLE_TOOLS: readonly string[] = Object.keys(TOOL_SAMPLES);

export function sampleInput(event: HookEventName, where: { cwd: string; tool?: string | undefined }): Sample {
  const name = where.tool ?? (event.startsWith("Permission") ? "Bash" : "Edit");
  const own = Object.hasOwn(TOOL_SAMPLES, name) ? TOOL_SAMPLES[name] : undefined;
  const { input, response, error } = own ?? { input: {}, response: {}, error: "It failed." };
  const { cwd } = where;
  const values: Sample = { $TOOL: name, $INPUT: input, $RESPONSE: response, $ERROR: error };
  const filled = (_: string, value: unknown): unknown => {
    if (typeof value !== "string") return value;
    return Object.hasOwn(values, value) ? values[value] : value.replace("$CWD", cwd);
  };
  const common = {
    session_id: "00000000-0000-4000-8000-000000000000",
    transcript_path: "$CWD/sample-transcript.jsonl",
    cwd,
    hook_event_name: event,
  };
  const fields = JSON.parse(JSON.stringify(samples.events[event]), filled) as Sample;
  return JSON.parse(JSON.stringify({ ...common, ...fields }), filled) as Sample;
}

export const TOOLS: readonly string[] = names.tools;

/** Fields of these tools' inputs. */
export const TOOL_FIELDS: readonly string[] = names.toolFields;

/** Values of a subject that has only a few. */
export const SUBJECT_VALUES: Partial<Record<HookEventName, readonly string[]>> = names.subjects;

/** Every field that the event's input can have. */
export function eventFields(event: HookEventName): readonly string[] {
  const own = [...Object.keys(factsOf(event).fields), ...Object.keys(samples.events[event])];
  return [...new Set([...names.common, ...own, "mcp_server"])];
}
