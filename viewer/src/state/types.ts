/** What the daemon answers. Its own types, and the forms that only its API gives them. */
import type { LedgerLine, Session, Setting } from "../../daemon-types.ts";

export type {
  Cure,
  DayReport,
  FeedRow,
  FileHistory,
  FullRecord,
  LiveEvent,
  ProjectDay,
  ReadableRow,
  RecurringFailure,
  Relation,
  RowKind,
  Session,
  SessionCard,
  SessionOutline,
  Setting,
  Source,
  Stats,
  UsedReport,
} from "../../daemon-types.ts";

export interface RunningSession extends Session {
  workflow?: {
    type: string;
    stage: string | null;
    stages: { key: string; status: "pending" | "active" | "completed" }[];
    done: number;
    total: number;
  };
}

export interface AlreadyInjected extends LedgerLine {
  /** Its files and commands that were used afterwards. */
  used: string[];
  muted: string[];
  /** What was injected, in one line; and by source. */
  what: string;
  items: { uri: string; text: string }[];
}

export interface Hit {
  id: string;
  type: string;
  project: string;
  sessionId: string;
  /** The client of the hit's session. */
  client?: string;
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

/** Hits of one session, or one memory. */
export interface HitGroup {
  sessionId: string;
  project: string;
  /** The session's title. */
  title: string;
  at: number;
  hits: Hit[];
  more: number;
}

export interface SearchAnswer {
  groups: HitGroup[];
  total: number;
  /** False if more results exist than were read. */
  isAll: boolean;
  filter: Record<string, string | number>;
  unknown: string[];
  ms: number;
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
  /** Who said it. */
  author?: "user" | "model" | "import" | "repository" | "team";
  authorName?: string;
  provenance?: Provenance | null;
}

export interface ListedMemory extends Memory {
  whenInjected: { condition?: string; isSentence?: boolean };
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

export interface SettingsAnswer {
  file: string;
  settings: Setting[];
}
