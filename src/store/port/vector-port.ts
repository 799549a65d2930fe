/**
 * The part of the port for vectors: of prompts, responses and summaries of conversations, of memories and of
 * solutions, one each, all of one model. A vector is deleted with its record and when its text changes.
 */
import type { SearchHit, SearchQuery } from "./search-port.ts";

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

export interface VectorStore {
  /** Undefined until a model has answered. */
  vectorModel(): Promise<VectorModel | undefined>;
  /** Sets the model; vectors of another model, or of other dimensions, are deleted. */
  startVectors(model: VectorModel): Promise<void>;
  /** Deletes all vectors and the model. */
  dropVectors(): Promise<void>;
  /** Records without a vector: memories first, then solutions, then the newest texts. */
  waitingForVector(limit: number): Promise<WaitingText[]>;
  /**
   * A ticket whose record is gone, or whose text has changed, is ignored. `vector_dimensions` if one has wrong
   * dimensions. Returns how many were stored.
   */
  saveVectors(vectors: readonly TicketVector[]): Promise<number>;
  /** Nearest first; empty if the vector has wrong dimensions. */
  nearest(query: NearQuery): Promise<NearHit[]>;
  vectorCounts(): Promise<VectorCounts>;
}
