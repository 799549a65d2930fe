/**
 * Converts one line of the client's transcript to an entry. Written by hand instead of with a schema: a machine's
 * history has hundreds of thousands of lines, and only a few fields of each are needed. Loose like the hook
 * inputs: a field of the wrong type counts as absent, never as an error. Seen: 2.0.64 to 2.1.25 (real sessions)
 * and 2.1.325.
 */
import { isObject, text } from "../fields.ts";
import noise from "./noise.json" with { type: "json" };

/** The common fields of all conversation lines. */
export interface EntryHead {
  sessionId: string;
  /** Milliseconds since 1970; 0 if the line has no time. */
  at: number;
  uuid?: string;
  cwd?: string;
  /** The branch that was checked out. */
  branch?: string;
  /** Set on the lines of a subagent. */
  agentId?: string;
  /** A subagent's line between those of the main conversation. */
  isAside?: true;
  /** The session that this line was copied from, set by `/branch` and the SDK's `forkSession`. */
  forkedFrom?: string;
}

export interface ToolUse {
  id: string;
  name: string;
  input: unknown;
}

export interface ToolResult {
  toolUseId: string;
  isError: boolean;
  /** Text, or a list of content blocks: what the model read. */
  content: unknown;
}

export interface UserEntry extends EntryHead {
  kind: "user";
  /** The hooks' `prompt_id`. Absent in older versions. */
  promptId?: string;
  /** Written by the client itself, for the model only. */
  isMeta: boolean;
  isCompactSummary: boolean;
  text: string;
  results: ToolResult[];
  /** The hook's `tool_response`. Absent in subagents' files. */
  toolResponse?: unknown;
}

export interface AssistantEntry extends EntryHead {
  kind: "assistant";
  /** A message is written as one line per block; this id connects them. */
  messageId?: string;
  model?: string;
  /** Older versions omit it on most lines. */
  stopReason?: string;
  text: string;
  tools: ToolUse[];
  /** Id of the speaking subagent. */
  agentType?: string;
  /** Not from the model: the client reports a failed request. */
  isApiError: boolean;
}

/** A prompt that was typed during a turn. */
interface QueuedEntry extends EntryHead {
  kind: "queued";
  text: string;
}

interface CompactEntry extends EntryHead {
  kind: "compact";
  metadata: unknown;
}

/** The turn is over: the Stop hooks have run. */
interface TurnEndEntry extends EntryHead {
  kind: "turnEnd";
}

/** Known, and nothing to record. */
interface NoiseEntry {
  kind: "noise";
  type: string;
  /** Not a line of the client at all. */
  isForeign?: true;
  /** The time of a queued prompt: the session existed by then. */
  queuedAt?: number;
}

/** A line of a type that this version does not know. */
interface UnknownEntry extends EntryHead {
  kind: "unknown";
  type: string;
  raw: Record<string, unknown>;
}

export type ConversationEntry =
  | UserEntry
  | AssistantEntry
  | QueuedEntry
  | CompactEntry
  | TurnEndEntry
  | UnknownEntry;

export type TranscriptEntry = ConversationEntry | NoiseEntry;

/** The client's bookkeeping. Most of it repeats the conversation, some of it (`api-request-…`) many times. */
const NOISE: ReadonlySet<string> = new Set(noise);

/** `sessionId`: for lines without one. */
export function readTranscriptEntry(value: unknown, sessionId: string): TranscriptEntry {
  if (!isObject(value)) return { kind: "noise", type: "not an object" };
  const type = text(value.type) ?? "";
  switch (type) {
    case "user":
      return readUser(value, sessionId);
    case "assistant":
      return readAssistant(value, sessionId);
    case "system":
      return readSystem(value, sessionId);
    case "attachment":
      return readAttachment(value, sessionId);
    case "progress":
      return readProgress(value, sessionId);
    default:
      if (type === "queue-operation") return readQueueOperation(value, sessionId);
      if (NOISE.has(type)) return { kind: "noise", type };
      if (!isOfClient(value)) return { kind: "noise", type, isForeign: true };
      return { kind: "unknown", type, raw: value, ...readHead(value, sessionId) };
  }
}

/** True if a line can come from the client: a line of an unknown type has a session id, a uuid or a timestamp. */
function isOfClient(line: Record<string, unknown>): boolean {
  const marks = [line.sessionId, line.uuid, line.timestamp];
  return text(line.type) !== undefined && marks.some((mark) => text(mark) !== undefined);
}

/** True if a parsed line belongs to a transcript. */
export function isTranscriptLine(value: unknown): boolean {
  if (!isObject(value)) return false;
  const type = text(value.type) ?? "";
  if (type === "user" || type === "assistant") return isObject(value.message);
  return OTHER_TYPES.has(type) || NOISE.has(type) || isOfClient(value);
}

const OTHER_TYPES: ReadonlySet<string> = new Set(["system", "attachment", "queue-operation"]);

function readQueueOperation(line: Record<string, unknown>, sessionId: string): NoiseEntry {
  const { at } = readHead(line, sessionId);
  return { kind: "noise", type: "queue-operation", ...(at > 0 ? { queuedAt: at } : {}) };
}

function readHead(line: Record<string, unknown>, sessionId: string): EntryHead {
  const time = text(line.timestamp);
  const at = time === undefined ? 0 : Date.parse(time);
  const head: EntryHead = { sessionId: text(line.sessionId) ?? sessionId, at: Number.isNaN(at) ? 0 : at };
  const uuid = text(line.uuid);
  const cwd = text(line.cwd);
  const agentId = text(line.agentId);
  if (uuid !== undefined) head.uuid = uuid;
  if (cwd !== undefined) head.cwd = cwd;
  const branch = text(line.gitBranch);
  if (branch !== undefined && branch !== "" && branch !== "HEAD") head.branch = branch;
  const forkedFrom = isObject(line.forkedFrom) ? text(line.forkedFrom.sessionId) : undefined;
  if (forkedFrom !== undefined) head.forkedFrom = forkedFrom;
  if (agentId !== undefined) head.agentId = agentId;
  else if (line.isSidechain === true) {
    // Versions without subagent files wrote subagents' lines between the others, without the agent's name.
    head.agentId = "sidechain";
    head.isAside = true;
  }
  return head;
}

function readUser(line: Record<string, unknown>, sessionId: string): UserEntry {
  const content = isObject(line.message) ? line.message.content : undefined;
  const texts: string[] = [];
  const results: ToolResult[] = [];
  if (typeof content === "string") texts.push(content);
  for (const block of blocksOf(content)) {
    if (block.type === "text" && typeof block.text === "string") texts.push(block.text);
    if (block.type !== "tool_result") continue;
    const toolUseId = text(block.tool_use_id);
    if (toolUseId === undefined) continue;
    results.push({ toolUseId, isError: block.is_error === true, content: block.content });
  }
  const entry: UserEntry = {
    kind: "user",
    ...readHead(line, sessionId),
    isMeta: line.isMeta === true,
    isCompactSummary: line.isCompactSummary === true,
    text: texts.join("\n"),
    results,
  };
  const promptId = text(line.promptId);
  if (promptId !== undefined) entry.promptId = promptId;
  // A line contains one response; with several results, its result is unknown.
  if (line.toolUseResult !== undefined && results.length === 1) entry.toolResponse = line.toolUseResult;
  return entry;
}

function readAssistant(line: Record<string, unknown>, sessionId: string): AssistantEntry {
  const message = isObject(line.message) ? line.message : {};
  const texts: string[] = [];
  const tools: ToolUse[] = [];
  if (typeof message.content === "string") texts.push(message.content);
  for (const block of blocksOf(message.content)) {
    if (block.type === "text" && typeof block.text === "string") texts.push(block.text);
    if (block.type !== "tool_use") continue;
    const id = text(block.id);
    if (id !== undefined) tools.push({ id, name: text(block.name) ?? "", input: block.input });
  }
  const entry: AssistantEntry = {
    kind: "assistant",
    ...readHead(line, sessionId),
    text: texts.join("\n"),
    tools,
    isApiError: line.isApiErrorMessage === true,
  };
  const messageId = text(message.id);
  const model = text(message.model);
  const stopReason = text(message.stop_reason);
  if (messageId !== undefined) entry.messageId = messageId;
  if (model !== undefined) entry.model = model;
  if (stopReason !== undefined) entry.stopReason = stopReason;
  const agentType = text(line.attributionAgent);
  if (agentType !== undefined) entry.agentType = agentType;
  return entry;
}

function readSystem(line: Record<string, unknown>, sessionId: string): TranscriptEntry {
  const subtype = text(line.subtype) ?? "";
  if (subtype === "compact_boundary") {
    return { kind: "compact", ...readHead(line, sessionId), metadata: line.compactMetadata ?? {} };
  }
  if (subtype === "stop_hook_summary" || subtype === "turn_duration") {
    return { kind: "turnEnd", ...readHead(line, sessionId) };
  }
  return { kind: "noise", type: `system ${subtype}` };
}

function readAttachment(line: Record<string, unknown>, sessionId: string): TranscriptEntry {
  const attachment = isObject(line.attachment) ? line.attachment : {};
  const isPrompt = attachment.type === "queued_command" && (attachment.commandMode ?? "prompt") === "prompt";
  if (!isPrompt) return { kind: "noise", type: `attachment ${text(attachment.type) ?? ""}` };
  const prompt = attachment.prompt;
  const texts =
    typeof prompt === "string" ? [prompt] : blocksOf(prompt).map((block) => text(block.text) ?? "");
  return { kind: "queued", ...readHead(line, sessionId), text: texts.join("\n") };
}

/** A subagent's message, repeated in the main transcript. If the subagent's own file is missing, it is the only copy. */
function readProgress(line: Record<string, unknown>, sessionId: string): TranscriptEntry {
  const data = isObject(line.data) ? line.data : {};
  const inner = data.type === "agent_progress" && isObject(data.message) ? data.message : {};
  const agentId = data.agentId ?? "sidechain";
  const repeated = { timestamp: line.timestamp, ...inner, sessionId: line.sessionId, cwd: line.cwd, agentId };
  if (inner.type === "user") return { ...readUser(repeated, sessionId), isAside: true };
  if (inner.type === "assistant") return { ...readAssistant(repeated, sessionId), isAside: true };
  return { kind: "noise", type: "progress" };
}

function blocksOf(content: unknown): Record<string, unknown>[] {
  return Array.isArray(content) ? content.filter(isObject) : [];
}
