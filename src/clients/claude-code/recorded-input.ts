/** Rebuilds the event of a record, to test a hook on a real event. */
import { isObject, tryParse } from "../fields.ts";
import type { HookEventName } from "./events.ts";
import type { Sample } from "./samples.ts";

interface RecordedEvent {
  sessionId: string;
  cwd: string;
  agentId?: string | undefined;
  agentType?: string | undefined;
  /** The tool of a call. */
  tool?: string | undefined;
  /** JSON. */
  input?: string | undefined;
  response?: string | undefined;
  durationMs?: number | undefined;
  /** The text of a prompt or a response; the JSON of another event. */
  text?: string | undefined;
}

export function recordedInput(event: HookEventName, record: RecordedEvent): Sample {
  return {
    session_id: record.sessionId,
    transcript_path: "",
    cwd: record.cwd,
    hook_event_name: event,
    ...(record.agentId === undefined ? {} : { agent_id: record.agentId }),
    ...(record.agentType === undefined ? {} : { agent_type: record.agentType }),
    ...fieldsOf(event, record),
  };
}

function fieldsOf(event: HookEventName, record: RecordedEvent): Sample {
  const call = {
    tool_name: record.tool ?? "",
    tool_input: parsed(record.input) ?? {},
    tool_use_id: "toolu_recorded",
  };
  const took = record.durationMs === undefined ? {} : { duration_ms: record.durationMs };
  switch (event) {
    case "PreToolUse":
      return call;
    case "PostToolUse":
      return { ...call, tool_response: parsed(record.response) ?? record.response ?? "", ...took };
    case "PostToolUseFailure":
      return { ...call, error: record.response ?? "", is_interrupt: false, ...took };
    case "UserPromptSubmit":
      return { prompt: record.text ?? "" };
    case "Stop":
    case "SubagentStop":
      return { stop_hook_active: false, last_assistant_message: record.text ?? "" };
    default: {
      const body = parsed(record.text);
      return isObject(body) ? body : {};
    }
  }
}

/** Undefined if it was text, or was truncated. */
const parsed = (text: string | undefined): unknown => (text === undefined ? undefined : tryParse(text));

/** The tool call in the stored JSON of an event. */
interface RecordedCall {
  toolName: string;
  /** As JSON. */
  toolInput: string;
}

/** Undefined if it contains no call, or was truncated. */
export function callInBody(body: string): RecordedCall | undefined {
  const { tool_name: name, tool_input: input } = Object(JSON.parse(body)) as Record<string, unknown>;
  return typeof name === "string" ? { toolName: name, toolInput: JSON.stringify(input ?? {}) } : undefined;
}
