/**
 * Pawl's records, as plain values. Times are milliseconds since 1970. Every record has a key made from the client's own ids,
 * so that the same thing from several sources (hook, spool, transcript) is stored once.
 */

/** The session data of one event, merged into the existing data. */
export interface SessionSeen {
  id: string;
  /** Root of the project that the session started in. The first one seen stays. */
  project: string;
  cwd: string;
  at: number;
  /** Which coding agent it runs in; absent: Claude Code. The first one seen stays. */
  client?: string;
  transcriptPath?: string;
  /** startup, resume, clear, compact, fork; absent when the event was not a SessionStart. */
  source?: string;
  model?: string;
  /** The branch that was checked out; the earliest one seen stays. */
  branch?: string;
}

export type SessionStatus = "active" | "ended";

export interface Session {
  id: string;
  project: string;
  cwd: string;
  startedAt: number;
  lastEventAt: number;
  endedAt?: number;
  endReason?: string;
  status: SessionStatus;
  client: string;
  transcriptPath?: string;
  model?: string;
  /** The branch at its start. */
  branch?: string;
}

/** A session as a list shows it. */
export interface SessionOverview extends Session {
  prompts: number;
  observations: number;
  /** The first line of the first prompt; empty if there is none. */
  title: string;
  summary?: string;
}

interface Entry {
  /** Unique: composed of the session and the client's own id. */
  key: string;
  sessionId: string;
  at: number;
  /** Which rules removed secrets from it (see `redact`). */
  redaction: number;
  /** The subagent it belongs to; absent in the main conversation. */
  agentId?: string;
}

export interface Prompt extends Entry {
  text: string;
  promptId?: string;
}

/** One tool call and how it went. */
export interface Observation extends Entry {
  toolName: string;
  toolUseId?: string;
  promptId?: string;
  agentType?: string;
  ok: boolean;
  /** The tool's input, as JSON. */
  input: string;
  /** What it answered, or the error; text, cut at `RESPONSE_LIMIT`. */
  response: string;
  /** Files that it touched, as the client named them. */
  files: string[];
  durationMs?: number;
}

/** What the assistant (or a subagent) said last in a turn. */
export interface Response extends Entry {
  text: string;
  promptId?: string;
}

/** Any other event, as JSON. */
export interface EventRecord extends Entry {
  event: string;
  body: string;
}

export interface Summary {
  sessionId: string;
  at: number;
  text: string;
  redaction: number;
}

/** One injection: an entry of the ledger. */
export interface Injection {
  sessionId: string;
  event: string;
  at: number;
  text: string;
  tokens: number;
  sources: InjectionSource[];
}

export interface InjectionSource {
  uri: string;
  type: string;
  reason: string;
  tokens: number;
  /** What of the block came from it, where a line of the block holds several. */
  text?: string;
  /** Its relevance, and the parts of that score (see `rank`). */
  score?: number;
  parts?: Record<string, number>;
}

/** Everything that one event, or one piece of a transcript, adds. */
export interface RecordBatch {
  session: SessionSeen;
  prompts?: Prompt[];
  observations?: Observation[];
  responses?: Response[];
  events?: EventRecord[];
}

export const RESPONSE_LIMIT = 10_000;

/** How many of each were new. */
export interface Added {
  prompts: number;
  observations: number;
  responses: number;
  events: number;
}

export interface SessionFilter {
  project?: string;
  /** Only sessions of this coding agent. */
  client?: string;
  /** Only sessions with something at or after this time. */
  since?: number;
  /** Skip these (a session gets no context about itself). */
  except?: readonly string[];
  /** Only sessions with a prompt or a tool call. */
  withContent?: boolean;
  limit: number;
}

export interface SessionRecords {
  session: Session;
  prompts: Prompt[];
  observations: Observation[];
  responses: Response[];
  events: EventRecord[];
  summary?: Summary;
}

export interface StoreStats {
  sessions: number;
  prompts: number;
  observations: number;
  responses: number;
  events: number;
  injections: number;
  /** Active ones and proposals. */
  memories: number;
  solutions: number;
  sizeBytes: number;
  lastEventAt?: number;
}

export interface ListFilter {
  sessionId?: string;
  /** Only those from hooks of clients without prompt ids: the last part of their key is a time. */
  namedByTime?: boolean;
  limit: number;
}

export interface RecordFilter extends ListFilter {
  /** Both ends included. */
  between?: readonly [from: number, to: number];
}

/** A record with the id that search hits and timelines use for it. */
export type StoredEntry =
  | { id: string; type: "prompt"; record: Prompt }
  | { id: string; type: "observation"; record: Observation }
  | { id: string; type: "response"; record: Response }
  | { id: string; type: "event"; record: EventRecord }
  | { id: string; type: "summary"; record: Summary };

export interface TranscriptOffset {
  path: string;
  /** The file's size and time when it was last read; if they are the same, nothing is new. */
  size: number;
  mtimeMs: number;
  dev: number;
  ino: number;
  /** Everything before it is stored. */
  offset: number;
  /** JSON that belongs to the offset. Contains no secrets and is opaque to the store. */
  state: string;
}
