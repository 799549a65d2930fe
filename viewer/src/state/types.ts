/** The daemon's responses, as far as the page uses them. */
export type RowKind = "prompt" | "observation" | "response" | "event" | "injection";

export interface Session {
  id: string;
  project: string;
  startedAt: number;
  lastEventAt: number;
  endedAt?: number;
  endReason?: string;
  status: "active" | "ended";
  model?: string;
  client: "claude-code" | "api";
  prompts: number;
  observations: number;
  failures: number;
  injections: number;
  title: string;
  summary?: string;
}

export interface RunningSession extends Session {
  workflow?: {
    type: string;
    stage: string | null;
    stages: { key: string; status: "pending" | "active" | "completed" }[];
    done: number;
    total: number;
  };
}

export interface FeedRow {
  id?: string;
  kind: RowKind;
  at: number;
  sessionId: string;
  project: string;
  title: string;
  ok?: boolean;
  tool?: string;
  event?: string;
  agentId?: string;
  agentType?: string;
  durationMs?: number;
  tokens?: number;
}

export interface TimelineRow extends Omit<FeedRow, "sessionId" | "project"> {
  id: string;
  turn: number;
  fixedBy?: string;
}

export interface Turn {
  turn: number;
  offset: number;
  id?: string;
  title: string;
  at: number;
  calls: number;
  failures: number;
}

export interface Source {
  uri: string;
  type: string;
  reason: string;
  tokens: number;
  score?: number;
  /** The parts of the score. */
  parts?: Record<string, number>;
}

export interface FullRecord {
  id: string;
  kind: RowKind | "summary";
  sessionId: string;
  project: string;
  at: number;
  agentId?: string;
  agentType?: string;
  text?: string;
  event?: string;
  tool?: string;
  ok?: boolean;
  input?: string;
  response?: string;
  files?: string[];
  durationMs?: number;
  tokens?: number;
  sources?: Source[];
}

export interface AlreadyInjected {
  id: string;
  sessionId: string;
  project: string;
  title: string;
  event: string;
  at: number;
  text: string;
  tokens: number;
  sources: Source[];
  /** Its files and commands that were used afterwards. */
  used: string[];
  muted: string[];
}

export interface Stats {
  sessions: number;
  prompts: number;
  observations: number;
  injections: number;
  sizeBytes: number;
  lastEventAt?: number;
}

export interface Day {
  day: string;
  sessions: number;
  prompts: number;
  calls: number;
  failures: number;
  repeats: number;
  tokens: number;
  p50?: number;
  p95?: number;
  p99?: number;
  sizeBytes?: number;
}

export interface Hit {
  id: string;
  type: string;
  project: string;
  sessionId: string;
  at: number;
  title: string;
  snippet: string;
  score: number;
  titleMarks: [number, number][];
  snippetMarks: [number, number][];
  uri?: string;
  why: { words: number; inTitle: number; inSnippet: number };
  /** The parts of the score, each from 0 to 1. */
  parts?: Record<string, number>;
}

export interface Setting {
  path: string;
  meaning: string;
  type: "boolean" | "integer" | "number" | "string" | "choice" | "list" | "other";
  choices?: string[];
  minimum?: number;
  maximum?: number;
  value: unknown;
  defaultValue: unknown;
  source: "default" | "config.json" | "environment";
  variable?: string;
  needsRestart: boolean;
}

export interface Check {
  name: string;
  ok: boolean;
  message: string;
  fix: string | null;
}

export interface Provenance {
  sessionId?: string;
  event?: string;
  file?: string;
  /** The user's own sentence, or the lines that support it. */
  evidence?: string;
}

export interface Memory {
  uri: string;
  project: string;
  content: string;
  priority: number;
  disclosure?: string | null;
  status: string;
  accessCount: number;
  accessedAt?: number | string | null;
  createdAt: number | string;
  updatedAt: number | string;
  origin?: string;
  provenance?: Provenance | null;
  stale?: boolean | string | null;
}

export interface MemoryVersion {
  version: number;
  content: string;
  priority: number;
  disclosure?: string | null;
  at: number | string;
  reason?: string | null;
  author?: string | null;
}

export interface Relation {
  from: string;
  to: string;
  kind: string;
}

export interface Solution {
  id: string | number;
  fingerprint: string;
  kind: string;
  tool: string;
  project: string;
  error: string;
  solution: string;
  successes: number;
  failures: number;
  lastAt: number | string;
}

export interface Hook {
  id: string;
  event: string;
  matcher: string;
  type: string;
  what: string;
  file: string;
  trusted: boolean;
  runs: number;
  lastMs: number | null;
  lastError: string | null;
  lastErrorAt?: number | null;
  name?: string;
  project?: string;
  isGate?: boolean;
}
