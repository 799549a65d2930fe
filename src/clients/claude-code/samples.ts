/**
 * A small input for every event in the client's format, for testing hooks. A test compares it with recorded ones.
 */
import type { HookEventName } from "./events.ts";
import samples from "./samples.json" with { type: "json" };

export type Sample = Readonly<Record<string, unknown>>;

interface ToolSample {
  input: Sample;
  response: unknown;
  error: string;
}

const TOOLS: Readonly<Record<string, ToolSample>> = samples.tools;

/** Tools with their own sample; any other name gets an empty input. */
export const SAMPLE_TOOLS: readonly string[] = Object.keys(TOOLS);

export const sampleFields = (event: HookEventName): string[] => Object.keys(samples.events[event]);

export function sampleInput(event: HookEventName, where: { cwd: string; tool?: string | undefined }): Sample {
  const name = where.tool ?? (event.startsWith("Permission") ? "Bash" : "Edit");
  const own = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
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
