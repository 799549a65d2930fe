/** What may bear on a prompt: the store proposes sessions and memories, recall decides. */
import { isClientUri } from "../../memory/client/uri.ts";
import type { PastTurn } from "../../memory/learn/types.ts";
import type { Query } from "../../memory/recall/query.ts";
import type { MemoryFact, Similar } from "../../memory/recall/types.ts";
import { loadingOf } from "../../memory/records/lifecycle.ts";
import type { Memory } from "../../memory/records/memory.ts";
import type { Store } from "../../store/store.ts";
import type { SimilarHit } from "../search/similar.ts";

/** Asked for per kind of record, and sessions that are weighed. */
const HITS = 40;
const SESSIONS = 24;
const MEMORIES = 12;

export interface CandidateSource {
  store: Pick<Store, "propose" | "get">;
  project: string;
  /** The session that asks, and those it was forked from. */
  except?: readonly string[];
  pastTurns(sessionIds: readonly string[]): Promise<PastTurn[]>;
  isMuted(uri: string): boolean;
  /** Records that are near the prompt in meaning, nearest first, where the user has an endpoint for that. */
  similar?(): Promise<SimilarHit[]>;
  /** For measurements: only these sessions count. */
  isKnown?(sessionId: string): boolean;
}

interface Candidates {
  pastTurns: PastTurn[];
  memories: MemoryFact[];
  similar?: Similar[];
}

export async function candidatesFor({ searches }: Query, source: CandidateSource): Promise<Candidates> {
  if (searches === "" || source.project === "") return { pastTurns: [], memories: [] };
  const { store, project, isMuted, isKnown } = source;
  const except = source.except === undefined ? {} : { except: source.except };
  // Asked first and waited for last: the endpoint works while the words are looked up.
  const asking = source.similar?.();
  const limit = isKnown === undefined ? HITS : 5 * HITS;
  const proposal = await store.propose({ text: searches, project, limit, ...except });
  const near = (await asking)?.filter(
    ({ sessionId, type }) => type === "memory" || (isKnown?.(sessionId) ?? true),
  );
  const ids = withNear(proposal.sessions, near ?? [])
    .filter((id) => !isMuted(`session://${id}`) && (isKnown?.(id) ?? true))
    .slice(0, SESSIONS);
  const nearMemories = (near ?? []).filter(({ type }) => type === "memory").map(({ id }) => id);
  const memoryIds = [...proposal.memories.slice(0, MEMORIES), ...nearMemories.slice(0, MEMORIES)];
  const memories = await memoriesFor([...new Set(memoryIds)], source);
  const found = { pastTurns: await source.pastTurns(ids), memories };
  return near === undefined ? found : { ...found, similar: toSimilar(near) };
}

/** Sessions by words and by meaning, best first: the place in one list against the strength in the other. */
function withNear(sessions: readonly string[], near: readonly SimilarHit[]): string[] {
  if (near.length === 0) return [...sessions];
  const votes = new Map(sessions.map((id, place) => [id, 1 / (place + 1)]));
  for (const { type, sessionId, strength } of near) {
    if (type === "memory" || type === "solution") continue;
    votes.set(sessionId, Math.max(votes.get(sessionId) ?? 0, strength));
  }
  return [...votes].sort(([, a], [, b]) => b - a).map(([id]) => id);
}

/** The nearest of each session, and each memory. */
function toSimilar(near: readonly SimilarHit[]): Similar[] {
  const best = new Map<string, Similar>();
  for (const { type, uri: own, sessionId, strength, at } of near) {
    const uri = own ?? `session://${sessionId}`;
    if (type !== "solution" && !best.has(uri)) best.set(uri, { uri, strength, at });
  }
  return [...best.values()];
}

async function memoriesFor(
  ids: readonly string[],
  { store, isMuted }: CandidateSource,
): Promise<MemoryFact[]> {
  if (ids.length === 0) return [];
  const found = await store.get(ids);
  return found.flatMap((one) =>
    one.type === "memory" &&
    isInjectable(one.record) &&
    !isClientUri(one.record.uri) &&
    !isMuted(one.record.uri)
      ? [toFact(one.record)]
      : [],
  );
}

/** Proposals are not facts yet, and what is loaded by hand is not told by itself. */
export function isInjectable({ status, priority }: Pick<Memory, "status" | "priority">): boolean {
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
