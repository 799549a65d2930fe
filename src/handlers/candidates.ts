/** What may bear on a prompt: the store proposes sessions and memories, recall decides. */
import type { Moment } from "../memory/learn/types.ts";
import { loadingOf } from "../memory/lifecycle.ts";
import type { Memory } from "../memory/memory.ts";
import type { Query } from "../memory/recall/query.ts";
import type { MemoryFact } from "../memory/recall/types.ts";
import type { Store } from "../store/store.ts";

/** Asked for per kind of record, and sessions that are weighed. */
const HITS = 40;
const SESSIONS = 24;
const MEMORIES = 12;

export interface CandidateSource {
  store: Pick<Store, "propose" | "get">;
  project: string;
  /** The session that asks, and those it was forked from. */
  except?: readonly string[];
  moments(sessionIds: readonly string[]): Promise<Moment[]>;
  isMuted(uri: string): boolean;
  /** For measurements: only these sessions count. */
  isKnown?(sessionId: string): boolean;
}

export interface Candidates {
  moments: Moment[];
  memories: MemoryFact[];
}

export async function candidatesFor({ searches }: Query, source: CandidateSource): Promise<Candidates> {
  if (searches === "" || source.project === "") return { moments: [], memories: [] };
  const { store, project, isMuted, isKnown } = source;
  const except = source.except === undefined ? {} : { except: source.except };
  const limit = isKnown === undefined ? HITS : 5 * HITS;
  const proposal = await store.propose({ text: searches, project, limit, ...except });
  const ids = proposal.sessions
    .filter((id) => !isMuted(`session://${id}`) && (isKnown?.(id) ?? true))
    .slice(0, SESSIONS);
  const memories = await memoriesFor(proposal.memories.slice(0, MEMORIES), source);
  return { moments: await source.moments(ids), memories };
}

async function memoriesFor(
  ids: readonly string[],
  { store, isMuted }: CandidateSource,
): Promise<MemoryFact[]> {
  if (ids.length === 0) return [];
  const found = await store.get(ids);
  return found.flatMap((one) =>
    one.type === "memory" && isTold(one.record) && !isMuted(one.record.uri) ? [toFact(one.record)] : [],
  );
}

/** Proposals are not facts yet, and what is loaded by hand is not told by itself. */
export function isTold({ status, priority }: Memory): boolean {
  const loading = loadingOf(priority);
  return status === "active" && (loading === "always" || loading === "on-demand");
}

export function toFact(memory: Memory): MemoryFact {
  const { uri, content, updatedAt, priority, disclosure, provenance } = memory;
  return {
    uri,
    text: content,
    at: updatedAt,
    priority,
    ...(disclosure === undefined ? {} : { disclosure }),
    ...(provenance?.sessionId === undefined ? {} : { sessionId: provenance.sessionId }),
    ...(provenance?.file === undefined ? {} : { file: provenance.file }),
    ...(provenance?.fileHash === undefined ? {} : { fileHash: provenance.fileHash }),
  };
}
