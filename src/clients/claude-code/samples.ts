/**
 * A small input for every event in the client's format, for testing hooks. A test compares it with recorded ones.
 */
import { factsOf, type HookEventName } from "./events.ts";

export type Sample = Readonly<Record<string, unknown>>;

interface ToolSample {
  input: Sample;
  response: unknown;
  error: string;
}

const FILE = "src/example.ts";

const TOOLS = {
  Edit: {
    input: { file_path: FILE, old_string: "a - b", new_string: "a + b", replace_all: false },
    response: { filePath: FILE, oldString: "a - b", newString: "a + b", structuredPatch: [] },
    error: "String to replace not found in file.",
  },
  Write: {
    input: { file_path: FILE, content: "export const one = 1;\n" },
    response: { type: "create", filePath: FILE, content: "export const one = 1;\n", structuredPatch: [] },
    error: "The folder does not exist.",
  },
  Read: {
    input: { file_path: FILE },
    response: { type: "text", file: { filePath: FILE, content: "export const one = 1;\n", numLines: 2 } },
    error: "File does not exist.",
  },
  Bash: {
    input: { command: "npm test", description: "Run the tests" },
    response: { stdout: "ok", stderr: "", interrupted: false, isImage: false },
    error: "Exit code 1\nbroken",
  },
} satisfies Record<string, ToolSample>;

/** Tools with their own sample; any other name gets an empty input. */
export const SAMPLE_TOOLS: readonly string[] = Object.keys(TOOLS);

export function sampleInput(event: HookEventName, where: { cwd: string; tool?: string | undefined }): Sample {
  const name = where.tool ?? (event.startsWith("Permission") ? "Bash" : "Edit");
  const known: Readonly<Record<string, ToolSample>> = TOOLS;
  const own = Object.hasOwn(known, name) ? known[name] : undefined;
  const tool = own ?? { input: {}, response: {}, error: "It failed." };
  const { cwd } = where;
  const input = { ...tool.input, ...("file_path" in tool.input ? { file_path: `${cwd}/${FILE}` } : {}) };
  const call = { tool_name: name, tool_input: input };
  return {
    session_id: "00000000-0000-4000-8000-000000000000",
    transcript_path: `${cwd}/sample-transcript.jsonl`,
    cwd,
    hook_event_name: event,
    ...factsOf(event).sample({ cwd, file: FILE, call, response: tool.response, error: tool.error }),
  };
}
