/** The part of the port that returns whole records and permanently deletes them. */
import type { Solution } from "../../memory/records/knowledge.ts";
import type { Memory } from "../../memory/records/memory.ts";
import type { EventRecord, Observation, Prompt, Response, Summary } from "../records/records.ts";

/** A record with the id that search hits and timelines use for it. */
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
  /** `event`: a notification; other events are no news. */
  type: "prompt" | "observation" | "response" | "event";
  at: number;
  sessionId: string;
  title: string;
  ok?: boolean;
}

/** What to forget; exactly one field. */
export type ForgetSelector =
  | { sessionId: string }
  /** Everything of the project: its sessions, its memories and everything learned there. */
  | { project: string }
  /** In one project, or in all projects that have it. */
  | { uri: string; project?: string }
  /** Every record that contains this text, case-insensitive. */
  | { match: string }
  /** Everything before this time, except memories that the user wrote. */
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

/** How far a forget has come: records deleted of all, or steps of merging the index, whose number is not known. */
export type ForgetProgress = (what: "records" | "index", done: number, total?: number) => void;

export interface ArchiveStore {
  /** In the order of `ids`; unknown ids are skipped. */
  get(ids: readonly string[]): Promise<StoredRecord[]>;
  /** The record and its neighbors in its session, oldest first; empty if the id is unknown. */
  timeline(id: string, around: { before: number; after: number }): Promise<TimelineItem[]>;
  /** The sources of everything injected into the session at `since` or later. */
  injectedInSession(sessionId: string, since?: number): Promise<Set<string>>;

  /** Counts of what `forget` would delete. */
  previewForget(selector: ForgetSelector): Promise<Forgotten>;
  /** What that is: sessions first, then memories, solutions and single records, each newest first. */
  forgetItems(selector: ForgetSelector, limit: number): Promise<ForgetItem[]>;
  /**
   * Permanently deletes it, leaving no byte of it in the store, and prevents a later import of the same transcript
   * from adding it again. Injections that quote it are deleted too.
   */
  forget(selector: ForgetSelector, at: number, onProgress?: ForgetProgress): Promise<Forgotten>;
  /** Goes on with what a process was forgetting when it ended; answers how many there were. */
  finishForgetting(): Promise<number>;
}
