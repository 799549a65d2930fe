/** The part of the port for memories. Every error is a `PawlError`; then nothing was changed. */
import type { LifecycleInput } from "../../memory/records/lifecycle.ts";
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
} from "../../memory/records/memory.ts";

export interface MemoryFilter {
  /** What applies in this project: its own memories and `user://`. Without it, those of all projects. */
  project?: string;
  namespace?: Namespace;
  /** Leaves this one out. */
  notNamespace?: Namespace;
  /** URI prefix. */
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
  /** `kept`: text by the user, or a discarded memory, is never replaced by something that Pawl derived. */
  outcome: "created" | "updated" | "unchanged" | "kept";
}

export interface EndedMemory {
  uri: string;
  project: string;
  status: MemoryStatus;
  reason: string;
}

/** Identifies a memory: a URI exists once per project, `user://` once in total. */
export interface MemoryName {
  uri: string;
  project: string;
}

export interface MemoryStore {
  /**
   * A new memory, or a new version of the one with this URI. `memory_uri_invalid`, `memory_invalid`,
   * `memory_status` if the status transition is not allowed.
   */
  saveMemory(draft: MemoryDraft): Promise<SavedMemory>;
  /** A new version with these fields changed. `memory_unknown`; other errors as above. */
  changeMemory(name: MemoryName, patch: MemoryPatch, change: Change): Promise<Memory>;
  /** In any status. */
  memory(name: MemoryName): Promise<Memory | undefined>;
  /** By priority, then most recently changed first. */
  memories(filter: MemoryFilter): Promise<Memory[]>;
  /** Newest first; the first one is the current text. Empty if there is no such memory. */
  memoryVersions(name: MemoryName): Promise<MemoryVersion[]>;
  /** A new version with the text of version `to`. `memory_unknown`, `version_unknown`. */
  rollbackMemory(name: MemoryName, to: number, change: Change): Promise<Memory>;

  /** Idempotent. `memory_unknown` if an end is missing or deleted, `relation_invalid` for itself or a cycle. */
  relate(project: string, relation: Relation, at: number): Promise<void>;
  /** False if there was none. */
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

  /** They were injected: counts the use and restarts the idle time at `at`. Unknown ones are ignored. */
  touchMemories(project: string, uris: readonly string[], at: number): Promise<void>;
  /** Applies `fateOf` to all of them; returns which ones ended. */
  expireMemories(input: LifecycleInput): Promise<EndedMemory[]>;
}
