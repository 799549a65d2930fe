/** Input and results of a search. The ids of hits give access to whole records. */
import type { Solution } from "../memory/records/knowledge.ts";
import type { Memory } from "../memory/records/memory.ts";
import type { StoredEntry } from "../store/records/records.ts";

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
  /** Matches the words exactly, without similar ones: prompts have many words and few typos. */
  exact?: boolean;
  limit: number;
}

export interface SearchHit {
  /** Opaque; names the record in this store. */
  id: string;
  type: SearchType;
  project: string;
  /** For a memory or solution: the session where it was learned; empty if unknown. */
  sessionId: string;
  /** The coding agent of the session; absent for a memory or solution. */
  client?: string;
  /** A memory's URI. */
  uri?: string;
  at: number;
  title: string;
  /** The part of the text around the first match. */
  snippet: string;
  /** Higher is better; from 0 to 1. */
  score: number;
  /** The parts of the score. */
  parts: RankParts;
}

/** The parts of a score, from 0 to 1 each. */
export interface RankParts {
  /** The share of the query's words that it has, weighted by rarity. */
  words: number;
  text: number;
  use: number;
  priority: number;
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
