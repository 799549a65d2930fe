/** The part of the port that gives whole records back, and takes them away for good. */
import type { Solution } from "../memory/records/knowledge.ts";
import type { Memory } from "../memory/records/memory.ts";
import type { EventRecord, Observation, Prompt, Response, Summary } from "../memory/records/records.ts";

/** A record with the id that search hits and timelines name it by. */
export type StoredRecord =
  | { id: string; type: "prompt"; record: Prompt }
  | { id: string; type: "observation"; record: Observation }
  | { id: string; type: "response"; record: Response }
  | { id: string; type: "event"; record: EventRecord }
  | { id: string; type: "summary"; record: Summary }
  | { id: string; type: "memory"; record: Memory }
  | { id: string; type: "solution"; record: Solution };

export interface TimelineItem {
  id: string;
  type: "prompt" | "observation" | "response";
  at: number;
  sessionId: string;
  title: string;
  ok?: boolean;
}

/** What is to be forgotten; exactly one. */
export type ForgetSelector =
  | { sessionId: string }
  /** Everything of the project: its sessions, memories and all that was learned. */
  | { project: string }
  /** In one project, or in all that have it. */
  | { uri: string; project?: string }
  /** Every record that holds this text, whatever its case. */
  | { match: string }
  /** Everything that happened before; what the user wrote as a memory stays. */
  | { before: number };

export interface Forgotten {
  sessions: number;
  prompts: number;
  observations: number;
  responses: number;
  events: number;
  summaries: number;
  injections: number;
  memories: number;
  solutions: number;
  fileFacts: number;
  commands: number;
  permissions: number;
}

/** One thing that would be deleted. */
export interface ForgetItem {
  kind: "session" | "memory" | "solution" | "prompt" | "observation" | "response" | "summary";
  /** A session's id, or a memory's URI. */
  id: string;
  title: string;
  at: number;
}

export interface ArchiveStore {
  /** In the order of `ids`; what is unknown is left out. */
  get(ids: readonly string[]): Promise<StoredRecord[]>;
  /** The record and its neighbours in its session, oldest first; empty when the id is unknown. */
  timeline(id: string, around: { before: number; after: number }): Promise<TimelineItem[]>;
  /** Sources of everything that the session was told, at `since` or later. */
  injectedInSession(sessionId: string, since?: number): Promise<Set<string>>;

  /** What `forget` would delete. */
  previewForget(selector: ForgetSelector): Promise<Forgotten>;
  /** What that is: sessions first, then memories, solutions and single records, each newest first. */
  forgetItems(selector: ForgetSelector, limit: number): Promise<ForgetItem[]>;
  /**
   * Deletes it so that no byte of it is left in the store, and keeps it from coming back by a later import of the
   * same transcript. What was told of it elsewhere goes too.
   */
  forget(selector: ForgetSelector, at: number): Promise<Forgotten>;
}
