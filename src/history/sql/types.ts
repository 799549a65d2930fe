/** Queries about the past for page and terminal, and their results: paged lists, one session in order, time spans, files. */
import { CLIENT_NAMES } from "../../clients/table.ts";
import type { InjectionSource, Observation, SessionOverview } from "../../store/records/records.ts";

export const OUTCOMES = ["running", "ended", "failures", "clean"] as const;
type Outcome = (typeof OUTCOMES)[number];

/** The source of a session: coding agents write a transcript, a program that uses the API does not. */
export const CLIENTS = [...CLIENT_NAMES, "api"] as const;
type Client = (typeof CLIENTS)[number];

export interface SessionPageFilter {
  id?: string;
  /** Part of the title or the project, or the beginning of the id. */
  text?: string;
  project?: string;
  since?: number;
  until?: number;
  client?: Client;
  outcome?: Outcome;
  /** A session without an end event is over if its last event is older than this. */
  aliveSince?: number;
  /** The cursor from the previous response. */
  cursor?: string;
  limit: number;
}

export interface ListedSession extends SessionOverview {
  /** One of `CLIENTS`, or a client that a newer version has recorded. */
  client: string;
  failures: number;
  injections: number;
}

export interface Page<T> {
  items: T[];
  /** Absent on the last page. */
  next?: string;
}

export const ROW_KINDS = ["prompt", "observation", "response", "event", "injection"] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** One row of a session's timeline. */
interface TimelineRow {
  /** Identifies the record, as in a search hit: `observation-12`. */
  id: string;
  kind: RowKind;
  at: number;
  agentId?: string;
  agentType?: string;
  title: string;
  ok?: boolean;
  tool?: string;
  event?: string;
  durationMs?: number;
  tokens?: number;
}

/** A row with the details that are visible without opening it. */
export interface ReadableRow extends TimelineRow {
  /** The beginning of a prompt, a response or an injection; the body of an event. */
  text?: string;
  /** True if the text was cut. */
  isCut?: boolean;
  /** The line of a failed call's output with the error. */
  error?: string;
  /** The line counts of a call that changed files. */
  lines?: { added: number; removed: number };
}

/**
 * A whole session in columns, one entry per row of the timeline: small enough to be sent at once, so that folding, filters
 * and jumps need no further request.
 */
export interface SessionOutline {
  /** The number in a row's id. */
  ids: number[];
  /** One letter per row, see `OUTLINE_KINDS`. */
  kinds: string;
  /** 0 before the first prompt, then the number of the prompt. */
  turns: number[];
  /** Time of the first row, and the seconds since then per row. */
  from: number;
  seconds: number[];
  /** Index in `names` of the tool or event; -1 for rows without one. */
  named: number[];
  names: string[];
  /** Bytes of the text of prompts and responses; 0 otherwise. */
  sizes: number[];
  /** Positions of failed calls. */
  failed: number[];
  /** First lines of the prompts that open a turn, turn by turn. */
  titles: string[];
  /** Subagents: each block of rows is one chapter. */
  agents: { from: number; to: number; id: string; type?: string; title: string }[];
}

export const OUTLINE_KINDS: Record<RowKind, string> = {
  prompt: "p",
  observation: "o",
  response: "r",
  event: "e",
  injection: "i",
};

export interface FeedRow extends TimelineRow {
  sessionId: string;
  project: string;
}

export interface FindFilter {
  sessionId: string;
  text: string;
  /** The number of the last processed record. */
  after: number;
  limit: number;
}

export interface FullRecord {
  id: string;
  kind: RowKind | "summary";
  sessionId: string;
  project: string;
  at: number;
  agentId?: string;
  agentType?: string;
  /** The text of a prompt, response, summary or injection; the JSON of an event. */
  text?: string;
  event?: string;
  tool?: string;
  ok?: boolean;
  input?: string;
  response?: string;
  files?: string[];
  durationMs?: number;
  tokens?: number;
  sources?: InjectionSource[];
}

export interface LedgerFilter {
  project?: string;
  sessionId?: string;
  text?: string;
  cursor?: string;
  limit: number;
}

export interface LedgerLine {
  id: string;
  sessionId: string;
  project: string;
  title: string;
  event: string;
  at: number;
  text: string;
  tokens: number;
  sources: InjectionSource[];
}

export interface KnownProject {
  project: string;
  sessions: number;
  observations: number;
  lastEventAt: number;
}

export interface RecordedEventFilter {
  /** The client's name for it; a call has PreToolUse, PostToolUse and, if it failed, PostToolUseFailure. */
  event: string;
  project?: string;
  limit: number;
}

export interface InjectedTokens {
  sessionId: string;
  at: number;
  tokens: number;
}

/** `from` is included, `to` is not. */
export interface ActivitySpan {
  from: number;
  to: number;
  /** Folders of projects; all projects if absent. */
  projects?: readonly string[];
}

export interface LimitedSpan extends ActivitySpan {
  limit: number;
}

/** A session, with its activity in the span. */
export interface ActiveSession extends SessionOverview {
  inSpan: { prompts: number; calls: number; failures: number };
}

export interface SpanText {
  /** As in a search hit: `prompt-12`. */
  id: string;
  sessionId: string;
  at: number;
  /** Its beginning. */
  text: string;
}

export interface SpanCall extends Observation {
  id: string;
}

export interface SpanCallFilter extends LimitedSpan {
  /** Successful calls of these tools. Failed calls are included for all tools. */
  tools: readonly string[];
}

export interface FileCallFilter {
  sessionId: string;
  /** Names of the file or, with a trailing `/`, of the folder, in all forms that a client may use. */
  names: readonly string[];
  limit: number;
}
