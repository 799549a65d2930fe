import type { ModelRequest } from "./request.ts";

/** A tool call the stand-in model makes; `id` is filled in when the turn is played. */
export interface ToolCall {
  name: string;
  input: Record<string, unknown>;
  id?: string;
}

/** One answer of the stand-in model. */
export interface Turn {
  text?: string;
  tools?: ToolCall[];
  /** Answer with an API error instead of a message. */
  error?: { status: number; type: string; message: string };
  /** Only answers requests this accepts; a turn without it answers main-loop requests only. */
  when?: (request: ModelRequest) => boolean;
  /** Wait this long before answering, to leave room for something to happen meanwhile. */
  delayMs?: number;
  /** What the `usage` of the answer claims to have read; estimated from the body when absent. */
  inputTokens?: number;
}

export type When = (request: ModelRequest) => boolean;

export const say = (text: string): Turn => ({ text });

export const callTool = (name: string, input: Record<string, unknown>, id?: string): Turn => ({
  tools: [{ name, input, ...(id !== undefined && { id }) }],
});

/** Several tool calls in one answer: the client may run them side by side. */
export const callTools = (tools: ToolCall[]): Turn => ({ tools });

export const fail = (status: number, type: string, message: string): Turn => ({
  error: { status, type, message },
});

/** Routes a turn to the requests `predicate` accepts, whoever else is talking to the model. */
export const when = (predicate: When, turn: Turn): Turn => ({ ...turn, when: predicate });

/** Answers a subagent's request; with `marker`, only the one that has read that text. */
export const inSubagent = (turn: Turn, marker?: string): Turn =>
  when((r) => r.kind === "subagent" && (marker === undefined || r.text.includes(marker)), turn);

/** Answers the request that summarises the conversation for a compaction. */
export const asSummary = (turn: Turn): Turn => when((r) => r.kind === "summary", turn);
