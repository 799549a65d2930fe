/** What a search is given and what it finds; vectors; whole records by the ids of hits. */
import type { Solution } from "../memory/records/knowledge.ts";
import type { Memory } from "../memory/records/memory.ts";
import type { StoredEntry } from "../store/records/records.ts";
import type { RankParts } from "./rank/rank.ts";

export const SEARCH_TYPES = [
  "observation",
  "prompt",
  "response",
  "summary",
  "notification",
  "memory",
  "solution",
] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

export interface SearchQuery {
  text: string;
  project?: string;
  /** Only records of sessions of this coding agent: memories and solutions belong to all of them. */
  client?: string;
  type?: SearchType;
  since?: number;
  /** Leave these sessions' records out: a session is never given its own words. */
  except?: readonly string[];
  /** Only the words themselves, no similar ones: for prompts, whose words are many and seldom slips. */
  exact?: boolean;
  /** Files in use; what was done to them, or near them, counts for more. */
  near?: readonly string[];
  /** The time of the query; with it, newer records count for more. */
  now?: number;
  limit: number;
}

export interface SearchHit {
  /** Opaque; names the record in this store. */
  id: string;
  type: SearchType;
  project: string;
  /** Of a memory or solution: where it was learned; empty when nobody knows. */
  sessionId: string;
  /** The coding agent of the session; absent for a memory or solution. */
  client?: string;
  /** Of a memory: its URI. */
  uri?: string;
  at: number;
  title: string;
  /** The part of the text around the first match. */
  snippet: string;
  /** Higher is better; from 0 to 1. */
  score: number;
  /** What the score is made of. */
  parts: RankParts;
}

export interface VectorModel {
  name: string;
  dimensions: number;
  /** The typical cosine of two unrelated texts, and of two paraphrases. */
  unrelated: number;
  alike: number;
  /** The mean of all its vectors. */
  center: Float32Array;
}

export interface WaitingText {
  /** For `saveVectors`: this record with this text. */
  ticket: string;
  type: "prompt" | "response" | "summary" | "memory" | "solution";
  text: string;
}

export interface TicketVector {
  ticket: string;
  /** Unit length. Absent if there is none: the record no longer waits. */
  vector?: Float32Array;
}

export interface NearQuery extends Pick<SearchQuery, "project" | "type" | "since" | "except" | "limit"> {
  vector: Float32Array;
  /** Minimum similarity. */
  least: number;
}

export interface NearHit extends Omit<SearchHit, "score" | "parts"> {
  /** The cosine. */
  similarity: number;
}

export interface VectorCounts {
  embedded: number;
  waiting: number;
}

/** A record with the id that search hits and timelines use for it. */
export type StoredRecord =
  | StoredEntry
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
