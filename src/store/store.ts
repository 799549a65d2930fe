/**
 * The port: what Pawl needs from a database. Each engine is one folder; all engines pass
 * `test/contract/store-contract.ts`. Every write is idempotent by key and durable once its promise resolves.
 */

import type { ActivityStore } from "./port/activity-port.ts";
import type { ArchiveStore } from "./port/archive-port.ts";
import type { DigestStore } from "./port/digest-port.ts";
import type { KnowledgeStore } from "./port/knowledge-port.ts";
import type { MemoryStore } from "./port/memory-port.ts";
import type { PageStore } from "./port/page.ts";
import type { SearchHit, SearchQuery } from "./port/search-port.ts";
import type { TeamStore } from "./port/team-port.ts";
import type { TranscriptOffsets } from "./port/transcript-offsets.ts";
import type { VectorStore } from "./port/vector-port.ts";
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
} from "./records/records.ts";

export type * from "./port/activity-port.ts";
export type * from "./port/archive-port.ts";
export type * from "./port/knowledge-port.ts";
export type * from "./port/memory-port.ts";
export * from "./port/search-port.ts";
export type * from "./port/team-port.ts";
export type * from "./port/vector-port.ts";

/** How many of each were new. */
export interface Added {
  prompts: number;
  observations: number;
  responses: number;
  events: number;
}

export interface SessionFilter {
  project?: string;
  /** Only sessions of this coding agent. */
  client?: string;
  /** Only sessions with something at or after this time. */
  since?: number;
  /** Skip these (a session gets no context about itself). */
  except?: readonly string[];
  /** Only sessions with a prompt or a tool call. */
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

export interface ProposalQuery {
  text: string;
  project: string;
  /** Skip the records of these sessions. */
  except?: readonly string[];
  /** Maximum number of records per kind. */
  limit: number;
  /** Look up no sessions. */
  isForMemories?: boolean;
}

/** Candidates for a text, best first, selected by their rare words alone: nothing was read or scored. */
export interface Proposal {
  /** Sessions of the project. */
  sessions: string[];
  /** Ids, as in a search, of the project's memories and of those that apply everywhere. */
  memories: string[];
}

/** About how much of the file one kind of record takes; `index` is the search index and everything else. */
export interface KindSize {
  kind: "calls" | "texts" | "keys" | "digests" | "injections" | "index";
  bytes: number;
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
  /** The file by kind of record. */
  sizes: KindSize[];
  lastEventAt?: number;
}

export interface ListFilter {
  sessionId?: string;
  /** Only those from hooks of clients without prompt ids: the last part of their key is a time. */
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
    DigestStore,
    ActivityStore,
    PageStore,
    TeamStore,
    TranscriptOffsets,
    VectorStore {
  /** The engine's name and the database's location. */
  readonly engine: string;
  readonly location: string;

  /**
   * One transaction. A record with a known key is not changed, except a response, which is replaced. All records
   * must belong to the batch's session (`store_stray_entry`). They can be searched immediately.
   */
  record(batch: RecordBatch): Promise<Added>;
  /**
   * The session counts as ended until something later than `at` happens in it, in whatever order the two arrive.
   * `session_unknown` if it was never recorded.
   */
  endSession(id: string, at: number, reason: string | undefined): Promise<void>;
  /** One per session; the last one saved is kept. `session_unknown` as above. */
  saveSummary(summary: Summary): Promise<void>;
  /** An identical injection (session, event, time, text) is stored once. */
  addInjection(injection: Injection): Promise<void>;

  /** Its records are oldest first. */
  session(id: string): Promise<SessionRecords | undefined>;
  /**
   * The same, but of successful calls only the output of commands: the other outputs are long, and nothing is
   * learned from them.
   */
  sessionToLearn(id: string): Promise<SessionRecords | undefined>;
  /** The project that a session started in; undefined for one that is not stored. */
  sessionProject(id: string): Promise<string | undefined>;
  /** Whether the project has a session other than these. */
  hasSession(project: string, except: readonly string[]): Promise<boolean>;
  /** Sessions whose id starts with this; people type eight characters. */
  sessionIdsLike(prefix: string, limit: number): Promise<string[]>;
  /** By last event, newest first. */
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
   * One short step of indexing: new records, then upkeep of the index. Returns how much there was; 0 when nothing is
   * left. For a thread that nobody waits for.
   */
  indexWords(most?: number): Promise<number>;
  /** How many records are not indexed yet. The newest of them are searched directly. */
  unindexed(): Promise<number>;
  /** Best first. A query without a searchable word finds nothing. */
  search(query: SearchQuery): Promise<SearchHit[]>;
  /** Candidates for recall, which scores them itself: as cheap as the index allows. */
  propose(query: ProposalQuery): Promise<Proposal>;
  stats(): Promise<StoreStats>;

  close(): Promise<void>;
}
