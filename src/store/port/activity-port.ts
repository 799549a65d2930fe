/** The part of the port for what happened in a span of time or to a file. Each query reads an index by time or by session. */
import type { SessionDigest } from "../../memory/digest/types.ts";
import type { Observation, SessionOverview } from "../records/records.ts";
import type { LedgerLine } from "./page.ts";

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

/** A session and how much of it lies in the span. */
export interface ActiveSession extends SessionOverview {
  inSpan: {
    prompts: number;
    calls: number;
    failures: number;
    from: number;
    to: number;
  };
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
  /** Successful calls of these tools. Failed calls come whatever the tool. */
  tools: readonly string[];
}

export interface FileHistoryFilter {
  /** Folders of one project. */
  projects: readonly string[];
  /** From the project's root; one that ends in `/` means every file below it, and `""` all files. */
  path: string;
  limit: number;
}

export interface FileCallFilter {
  sessionId: string;
  /** Names of the file or, with a `/` at the end, of the folder, as a client may have named it. */
  names: readonly string[];
  limit: number;
}

export interface ActivityStore {
  /** Sessions with a prompt, a call or a response in the span, last active first. */
  activeSessions(span: ActivitySpan): Promise<ActiveSession[]>;
  /** Prompts of main conversations, newest first. */
  spanPrompts(filter: LimitedSpan): Promise<SpanText[]>;
  /** Newest first. */
  spanCalls(filter: SpanCallFilter): Promise<SpanCall[]>;
  /** Newest first. */
  /** Of one session, oldest first: to see whether a failure was fixed. */
  sessionCalls(sessionId: string, limit: number): Promise<SpanCall[]>;
  spanInjections(filter: LimitedSpan): Promise<LedgerLine[]>;
  /** The nearest prompt or call before `from` and from `to` on. */
  activityAround(span: ActivitySpan): Promise<{ before?: number; after?: number }>;
  /** Digests of these sessions, as far as there are any of this version. */
  digestsOf(sessionIds: readonly string[]): Promise<SessionDigest[]>;
  /** Digests that name the file or folder, newest session first. */
  digestsNaming(filter: FileHistoryFilter): Promise<SessionDigest[]>;
  /** Successful edits of a file or folder in one session, oldest first. */
  fileCalls(filter: FileCallFilter): Promise<SpanCall[]>;
  /** By id; unknown ones are left out. */
  sessionOverviews(ids: readonly string[]): Promise<SessionOverview[]>;
}
