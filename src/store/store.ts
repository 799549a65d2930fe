/**
 * The port: what Pawl asks of a database, in its own words. One folder per engine implements it; all engines
 * pass `test/contract/store-contract.ts`. Every write is idempotent by key and durable once its promise resolves.
 */
import type { RankParts } from "../memory/rank/rank.ts";
import type {
  EventRecord,
  Injection,
  Observation,
  Prompt,
  RecordBatch,
  Response,
  Session,
  SessionOverview,
  Summary,
} from "../memory/records/records.ts";
import type { ArchiveStore } from "./archive-port.ts";
import type { KnowledgeStore } from "./knowledge-port.ts";
import type { MemoryStore } from "./memory-port.ts";
import type { PageStore } from "./page.ts";
import type { TranscriptOffsets } from "./transcript-offsets.ts";
import type { VectorStore } from "./vector-port.ts";

export type * from "./archive-port.ts";
export type * from "./knowledge-port.ts";
export type * from "./memory-port.ts";
export type * from "./vector-port.ts";

/** How many of each were new. */
export interface Added {
  prompts: number;
  observations: number;
  responses: number;
  events: number;
}

export interface SessionFilter {
  project?: string;
  /** Leave these out (a session is not told about itself). */
  except?: readonly string[];
  /** Only sessions in which something was asked or done. */
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
  type?: SearchType;
  since?: number;
  /** Leave these sessions' records out: a session is not told its own words. */
  except?: readonly string[];
  /** Only the words themselves, no similar ones: for prompts, whose words are many and seldom slips. */
  exact?: boolean;
  /** Files at hand; what was done to them, or near them, counts for more. */
  near?: readonly string[];
  /** The moment of asking; with it, what is newer counts for more. */
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

export interface ProposalQuery {
  text: string;
  project: string;
  /** Leave these sessions' records out. */
  except?: readonly string[];
  /** Records of a kind that are looked at. */
  limit: number;
}

/** What may bear on a text. Best first, by its rare words alone: nothing was read or weighed closely. */
export interface Proposal {
  /** Sessions of the project. */
  sessions: string[];
  /** Ids, as of a search, of the project's memories and of those that hold everywhere. */
  memories: string[];
}

export interface RecallMaterial {
  sessionId: string;
  project: string;
  /** Another one when anything was added, taken away or redacted. */
  stamp: string;
  /** Absent when the stamp is the known one. */
  records?: Pick<SessionRecords, "prompts" | "observations" | "responses">;
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
  /** Only those that a hook of a client without prompt ids told of: the last part of their key is a time. */
  namedByTime?: boolean;
  limit: number;
}

export interface RecordFilter extends ListFilter {
  /** Both ends included. */
  between?: readonly [from: number, to: number];
}

export interface Store
  extends MemoryStore,
    KnowledgeStore,
    ArchiveStore,
    PageStore,
    TranscriptOffsets,
    VectorStore {
  /** `sqlite`, `postgres`, …, and where it is. */
  readonly engine: string;
  readonly location: string;

  /**
   * One transaction. A record whose key is known already is left as it is, except a response, which is replaced.
   * All records must be of the batch's session (`store_stray_entry`). It can be searched for at once.
   */
  record(batch: RecordBatch): Promise<Added>;
  /**
   * The session counts as ended until something later than `at` happens in it, in whatever order the two arrive.
   * `session_unknown` when nothing was ever recorded of it.
   */
  endSession(id: string, at: number, reason: string | undefined): Promise<void>;
  /** One per session; the one saved last stays. `session_unknown` as above. */
  saveSummary(summary: Summary): Promise<void>;
  /** The very same line (session, event, time, text) is written once. */
  addInjection(injection: Injection): Promise<void>;

  /** Its records are oldest first. */
  session(id: string): Promise<SessionRecords | undefined>;
  /** The same, but of calls that went well only a command's answer: nothing is learned from the others, and they are long. */
  sessionToLearn(id: string): Promise<SessionRecords | undefined>;
  /** The project that a session started in; undefined for one that is not stored. */
  sessionProject(id: string): Promise<string | undefined>;
  /** Sessions whose id starts so; for people, who type eight characters. */
  sessionIdsLike(prefix: string, limit: number): Promise<string[]>;
  /** By their last event, newest first. */
  sessions(filter: SessionFilter): Promise<SessionOverview[]>;
  /** Newest first. */
  prompts(filter: RecordFilter): Promise<Prompt[]>;
  /** Newest first. */
  observations(filter: RecordFilter): Promise<Observation[]>;
  /** Newest first. */
  responses(filter: RecordFilter): Promise<Response[]>;
  /** Newest first. */
  injections(filter: ListFilter): Promise<Injection[]>;
  /**
   * Makes so many of the newest records findable ahead of the next search, which would do it itself; answers how
   * many there were. For when nobody waits.
   */
  indexWords(most?: number): Promise<number>;
  /** Best first. A query without a searchable word finds nothing. */
  search(query: SearchQuery): Promise<SearchHit[]>;
  /** A search for recall, which weighs what it is offered itself: as cheap as the index allows. */
  propose(query: ProposalQuery): Promise<Proposal>;
  /**
   * Of these sessions, what recall weighs: prompts, the conversation's answers, and which files were changed. Only
   * of those whose `stamp` is not the known one; calls come without input and answer.
   */
  recallMaterial(
    sessionIds: readonly string[],
    known: ReadonlyMap<string, string>,
  ): Promise<RecallMaterial[]>;
  stats(): Promise<StoreStats>;

  close(): Promise<void>;
}
