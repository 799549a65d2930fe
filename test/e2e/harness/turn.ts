import type { ModelRequest } from "./request.ts";

/** A tool call of the scripted model; `id` is set when the turn is played. */
export interface ToolCall {
  name: string;
  input: Record<string, unknown>;
  id?: string;
}

/** One answer of the scripted model. */
export interface Turn {
  text?: string;
  tools?: ToolCall[];
  /** Answer with an API error instead of a message. */
  error?: { status: number; type: string; message: string };
  /** Only answers requests that this accepts; without it, a turn answers main-loop requests only. */
  when?: (request: ModelRequest) => boolean;
  /** Wait this long before answering, so that something can happen in the meantime. */
  delayMs?: number;
  /** The input tokens in the answer's `usage`; estimated from the body by default. */
  inputTokens?: number;
}

export type When = (request: ModelRequest) => boolean;

export const say = (text: string): Turn => ({ text });

export const callTool = (name: string, input: Record<string, unknown>, id?: string): Turn => ({
  tools: [{ name, input, ...(id !== undefined && { id }) }],
});

/** Several tool calls in one answer: the client may run them in parallel. */
export const callTools = (tools: ToolCall[]): Turn => ({ tools });

export const fail = (status: number, type: string, message: string): Turn => ({
  error: { status, type, message },
});

/** Routes a turn to the requests that `predicate` accepts. */
export const when = (predicate: When, turn: Turn): Turn => ({ ...turn, when: predicate });

/** Answers a subagent's request; with `marker`, only one that contains that text. */
export const inSubagent = (turn: Turn, marker?: string): Turn =>
  when((r) => r.kind === "subagent" && (marker === undefined || r.text.includes(marker)), turn);

/** Answers the request that summarizes the conversation for a compaction. */
export const asSummary = (turn: Turn): Turn => when((r) => r.kind === "summary", turn);
