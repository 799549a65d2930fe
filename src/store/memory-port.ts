/** The part of the port that holds memories. Every refusal is a `PawlError`, and then nothing was changed. */
import type { LifecycleInput } from "../memory/records/lifecycle.ts";
import type {
  Change,
  Memory,
  MemoryDraft,
  MemoryOrigin,
  MemoryPatch,
  MemoryStatus,
  MemoryVersion,
  Namespace,
  Relation,
} from "../memory/records/memory.ts";

export interface MemoryFilter {
  /** What holds in this project: its own memories and `user://`. Without it, those of all projects. */
  project?: string;
  namespace?: Namespace;
  /** URIs that start so. */
  prefix?: string;
  /** Default: active only. */
  status?: readonly MemoryStatus[];
  origin?: MemoryOrigin;
  minPriority?: number;
  maxPriority?: number;
  limit: number;
}

export interface SavedMemory {
  memory: Memory;
  /** `kept`: the user's own words, or what was thrown away, is not replaced by what Pawl derives. */
  outcome: "created" | "updated" | "unchanged" | "kept";
}

export interface EndedMemory {
  uri: string;
  project: string;
  status: MemoryStatus;
  reason: string;
}

/** Which memory: a URI means one in every project, `user://` one for all. */
export interface MemoryName {
  uri: string;
  project: string;
}

export interface MemoryStore {
  /**
   * A new memory, or a new version of the one with this URI. `memory_uri_invalid`, `memory_invalid`,
   * `memory_status` when the status it has cannot become the one that is wanted.
   */
  saveMemory(draft: MemoryDraft): Promise<SavedMemory>;
  /** A new version with these fields changed. `memory_unknown`; refusals as above. */
  changeMemory(name: MemoryName, patch: MemoryPatch, change: Change): Promise<Memory>;
  /** In whatever status it is. */
  memory(name: MemoryName): Promise<Memory | undefined>;
  /** By priority, then the one changed last first. */
  memories(filter: MemoryFilter): Promise<Memory[]>;
  /** Newest first; the first one is what the memory is now. Empty when there is no such memory. */
  memoryVersions(name: MemoryName): Promise<MemoryVersion[]>;
  /** A new version that says what version `to` said. `memory_unknown`, `version_unknown`. */
  rollbackMemory(name: MemoryName, to: number, change: Change): Promise<Memory>;

  /** Twice is once. `memory_unknown` when an end is missing or deleted, `relation_invalid` for itself or a circle. */
  relate(project: string, relation: Relation, at: number): Promise<void>;
  /** False when there was none. */
  unrelate(project: string, relation: Relation): Promise<boolean>;
  /** Both directions, by kind. */
  relations(name: MemoryName): Promise<Relation[]>;

  /** The session in which it was saved, where that is known only afterwards. No new version: nothing else changes. */
  setMemorySession(name: MemoryName, sessionId: string): Promise<void>;
  /**
   * Whether a memory that was made from this sentence of this record was forgotten for good: then it is not made
   * again when the record is read again.
   */
  isForgottenSource(source: { event: string; evidence: string }): Promise<boolean>;

  /** They were told to someone: counted, and idle from `at` on. Unknown ones are passed over. */
  touchMemories(project: string, uris: readonly string[], at: number): Promise<void>;
  /** Applies `fateOf` to all of them; answers what ended. */
  expireMemories(input: LifecycleInput): Promise<EndedMemory[]>;
}
