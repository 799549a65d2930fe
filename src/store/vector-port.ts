/**
 * The part of the port that holds vectors: of prompts, answers and summaries of conversations, of memories and of
 * solutions, one each, all of one model. A vector goes with its record and with every change of its text.
 */
import type { SearchHit, SearchQuery } from "./search-port.ts";

export interface VectorModel {
  name: string;
  dimensions: number;
  /** The cosine of two texts that have nothing to do with each other, and of two that say the same. */
  unrelated: number;
  alike: number;
  /** What all its vectors have in common. */
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
  /** Of length 1. Absent when there is none to be had: it does not wait any more. */
  vector?: Float32Array;
}

export interface NearQuery extends Pick<SearchQuery, "project" | "type" | "since" | "except" | "limit"> {
  vector: Float32Array;
  /** What is less near is left out. */
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

export interface VectorStore {
  /** Undefined while none has answered. */
  vectorModel(): Promise<VectorModel | undefined>;
  /** From now on this one; vectors of another model, or of other dimensions, are dropped. */
  startVectors(model: VectorModel): Promise<void>;
  /** Deletes all of them, and the model with them. */
  dropVectors(): Promise<void>;
  /** What has no vector yet: memories first, then solutions, then the newest of what was said. */
  waitingForVector(limit: number): Promise<WaitingText[]>;
  /**
   * A ticket whose record is gone, or whose text is another one by now, is passed over. `vector_dimensions` when one
   * is not of the model's. Answers how many were taken.
   */
  saveVectors(vectors: readonly TicketVector[]): Promise<number>;
  /** Nearest first; nothing when the vector is not of the model's dimensions. */
  nearest(query: NearQuery): Promise<NearHit[]>;
  vectorCounts(): Promise<VectorCounts>;
}
