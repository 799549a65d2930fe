/**
 * One line of a rollout file, with the fields that Pawl reads. Loose like the hook inputs: a field of the wrong type counts
 * as absent. Seen: 0.140 to 0.142 (real sessions, with separate `event_msg` lines for everything) and 0.166
 * (`item_completed`).
 */
import { type Fields, isObject, text, tryParse } from "../fields.ts";
import noise from "./noise.json" with { type: "json" };

/** The first line's data about the whole file. */
export interface RolloutMeta {
  /** The hooks' `session_id`; for a subagent, the session that started it. */
  sessionId: string;
  threadId: string;
  cwd: string;
  /** Set in a subagent's file. */
  agentId?: string;
  agentType?: string;
  forkedFrom?: string;
}

export type RolloutLine = { at: number } & (
  | { kind: "meta"; meta: RolloutMeta }
  | { kind: "context"; turnId?: string; cwd?: string; model?: string }
  | { kind: "turnStart"; turnId: string }
  | { kind: "turnEnd"; lastText?: string }
  | { kind: "abort"; turnId?: string }
  | { kind: "prompt"; text: string; turnId?: string }
  | { kind: "said"; text: string; isComment: boolean }
  | { kind: "call"; callId: string; name: string; input: unknown }
  | { kind: "output"; callId: string; output: string; isFailure: boolean }
  | { kind: "ended"; callId: string; exitCode: number; output: string }
  | { kind: "search"; callId: string; input: Fields }
  | { kind: "compacted"; summary: string }
  | { kind: "noise" }
  | { kind: "unknown"; type: string; raw: Fields }
);

type Body = RolloutLine extends infer L ? (L extends { at: number } ? Omit<L, "at"> : never) : never;

export function readRolloutLine(value: unknown): RolloutLine {
  if (!isObject(value)) return { at: 0, kind: "noise" };
  const time = Date.parse(text(value.timestamp) ?? "");
  const payload = isObject(value.payload) ? value.payload : {};
  const body = readBody(text(value.type) ?? "", payload, value);
  return { at: Number.isNaN(time) ? 0 : time, ...body } as RolloutLine;
}

/** Known lines, events and items without new information: their calls and texts have lines of their own. */
const NOISE: Readonly<Record<keyof typeof noise, readonly string[]>> = noise;

function readBody(type: string, payload: Fields, raw: Fields): Body {
  const noiseOr = (group: keyof typeof NOISE, name: string): Body =>
    NOISE[group].includes(name) ? { kind: "noise" } : { kind: "unknown", type: toName(type, name), raw };
  switch (type) {
    case "session_meta":
      return readMeta(payload);
    case "turn_context":
      return {
        kind: "context",
        ...given("turnId", text(payload.turn_id)),
        ...given("cwd", text(payload.cwd)),
        ...given("model", text(payload.model)),
      };
    case "compacted":
      return { kind: "compacted", summary: text(payload.message) ?? "" };
    case "event_msg":
      return complete(readEvent(payload) ?? noiseOr("event", text(payload.type) ?? ""));
    case "response_item":
      return complete(readResponseItem(payload) ?? noiseOr("response", text(payload.type) ?? ""));
    default:
      return noiseOr("line", type);
  }

  /** A line of a known type without the needed fields counts as unknown: a newer version writes it differently. */
  function complete(body: Body | "incomplete"): Body {
    if (body !== "incomplete") return body;
    const item = isObject(payload.item) ? (text(payload.item.type) ?? "") : "";
    const name = [text(payload.type), item].filter((part) => part !== undefined && part !== "").join(" ");
    return { kind: "unknown", type: toName(type, name), raw };
  }

  function readEvent(event: Fields): Body | "incomplete" | undefined {
    const turnId = text(event.turn_id);
    switch (event.type) {
      case "task_started":
      case "turn_started":
        return { kind: "turnStart", turnId: turnId ?? "" };
      case "task_complete":
      case "turn_complete":
        return { kind: "turnEnd", ...given("lastText", text(event.last_agent_message)) };
      case "turn_aborted":
        return { kind: "abort", ...given("turnId", turnId) };
      case "user_message":
        if (text(event.message) === undefined) return "incomplete";
        return { kind: "prompt", text: text(event.message) ?? "", ...given("turnId", turnId) };
      case "web_search_end":
        return toSearch(text(event.call_id), event);
      case "item_completed":
        return readItem(isObject(event.item) ? event.item : {}, turnId);
      default:
        return undefined;
    }
  }

  function readItem(item: Fields, turnId: string | undefined): Body | "incomplete" {
    const id = text(item.id);
    if (item.type === "UserMessage")
      return { kind: "prompt", text: toText(item.content), ...given("turnId", turnId) };
    if (item.type === "WebSearch") return toSearch(id, item);
    if (item.type !== "CommandExecution") return noiseOr("item", text(item.type) ?? "");
    // A refused or interrupted command has no exit code.
    if (id !== undefined && /^(?:declined|failed|in_?progress)$/i.test(text(item.status) ?? "")) {
      if (typeof item.exit_code !== "number") return { kind: "noise" };
    }
    if (id === undefined || typeof item.exit_code !== "number") return "incomplete";
    const output = text(item.aggregated_output) ?? "";
    return { kind: "ended", callId: id, exitCode: item.exit_code, output };
  }
}

function readMeta(payload: Fields): Body {
  const threadId = text(payload.id) ?? "";
  const source = isObject(payload.source) ? payload.source : {};
  const agent = isObject(source.subagent) ? source.subagent : text(source.subagent);
  const spawn = isObject(agent) && isObject(agent.thread_spawn) ? agent.thread_spawn : {};
  const isSubagent = agent !== undefined || payload.thread_source === "subagent";
  const parent = text(payload.parent_thread_id) ?? text(spawn.parent_thread_id);
  const role =
    text(payload.agent_role) ?? text(spawn.agent_role) ?? (typeof agent === "string" ? agent : undefined);
  const forkedFrom = text(payload.forked_from_id);
  return {
    kind: "meta",
    meta: {
      threadId,
      // Older versions name only the parent thread.
      sessionId: text(payload.session_id) ?? (isSubagent ? parent : undefined) ?? threadId,
      cwd: text(payload.cwd) ?? "",
      ...(isSubagent ? { agentId: threadId, agentType: role ?? "subagent" } : {}),
      ...given("forkedFrom", forkedFrom),
    },
  };
}

function readResponseItem(item: Fields): Body | "incomplete" | undefined {
  const callId = text(item.call_id);
  switch (item.type) {
    case "message":
      // Prompts come as events. These items also contain texts of the client itself.
      if (item.role !== "assistant") return { kind: "noise" };
      return { kind: "said", text: toText(item.content), isComment: item.phase === "commentary" };
    case "function_call":
      return toCall(callId, toToolName(text(item.name) ?? "", text(item.namespace)), parsed(item.arguments));
    case "custom_tool_call":
      return toCall(callId, text(item.name) ?? "", item.input);
    case "local_shell_call":
      return toCall(callId ?? text(item.id), "local_shell", item.action);
    case "tool_search_call":
      return toCall(callId, "ToolSearch", item.arguments);
    case "function_call_output":
    case "custom_tool_call_output":
    case "local_shell_call_output":
    case "tool_search_output": {
      if (callId === undefined) return "incomplete";
      const { output, tools } = item;
      const isFailure = isObject(output) && output.success === false;
      const named = Array.isArray(tools) ? toolNames(tools) : undefined;
      return { kind: "output", callId, output: named ?? toText(output), isFailure };
    }
    default:
      return undefined;
  }
}

function toCall(callId: string | undefined, name: string, input: unknown): Body | "incomplete" {
  return callId === undefined || name === "" ? "incomplete" : { kind: "call", callId, name, input };
}

function toSearch(callId: string | undefined, of: Fields): Body | "incomplete" {
  if (callId === undefined) return "incomplete";
  const action = isObject(of.action) ? of.action : {};
  const url = text(action.url);
  return { kind: "search", callId, input: { query: text(of.query) ?? "", ...given("url", url) } };
}

/** Codex's own tools for subagents; hooks name them without this prefix. */
const AGENTS = "multi_agent_v1";

/** The name of an MCP tool as in hooks: `mcp__server__tool`. */
function toToolName(name: string, namespace: string | undefined): string {
  if (namespace === undefined || namespace === "" || namespace === AGENTS) return name;
  const isJoined = namespace.endsWith("__") || name.startsWith("_");
  return isJoined ? `${namespace}${name}` : `${namespace}__${name}`;
}

/** Names of the found tools. Their descriptions have thousands of characters and are not part of the session. */
function toolNames(tools: readonly unknown[]): string {
  const namesOf = (list: readonly unknown[]): string[] =>
    list
      .filter(isObject)
      .flatMap(({ name, tools: inner }) =>
        Array.isArray(inner) ? namesOf(inner).map((each) => `${String(name)} ${each}`) : String(name),
      );
  return namesOf(tools).join("\n");
}

/** Text, or a list of blocks with text, or an object that holds one of the two. */
function toText(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value))
    return value.map((block) => (isObject(block) ? (text(block.text) ?? "") : "")).join("\n");
  if (!isObject(value)) return "";
  return "content" in value ? toText(value.content) : JSON.stringify(value);
}

function parsed(json: unknown): unknown {
  // If the model wrote something other than JSON, that text is the tool's input.
  return typeof json === "string" ? (tryParse(json) ?? json) : json;
}

/** A type is text from the file, so only short plain names are passed on. */
function toName(type: string, name: string): string {
  const full = name === type || name === "" ? type : `${type} ${name}`;
  return /^[\w -]{1,80}$/.test(full) ? full : "an odd name";
}

function given<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };
}
