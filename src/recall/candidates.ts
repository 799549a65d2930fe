/** Candidate memories for a prompt: the store proposes them by words, recall decides. */

import { isClientUri } from "../memory/client/uri.ts";
import { isInjectable } from "../memory/records/lifecycle.ts";
import type { Memory } from "../memory/records/memory.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { searchIn } from "../search/sql/index.ts";
import type { Store } from "../store/store.ts";
import type { Query } from "./blocks/query.ts";
import type { MemoryFact } from "./blocks/types.ts";
import { proposalsIn } from "./sql/proposals.ts";

const MEMORIES = 12;
/** With fewer, all are candidates. */
const FEW = 50;

interface CandidateSource {
  store: Store;
  project: string;
  isMuted(uri: string): boolean;
}

export async function candidatesFor({ searches }: Query, source: CandidateSource): Promise<MemoryFact[]> {
  if (searches === "" || source.project === "") return [];
  const { store, project } = source;
  const proposed = await proposalsIn(store).propose({ text: searches, project, limit: MEMORIES });
  // Core memories were injected at the start.
  const all = await memoriesIn(store).memories({
    ...{ project, minPriority: 3, maxPriority: 5 },
    ...{ notNamespace: "client", limit: FEW },
  });
  const isWhole = all.length < FEW;
  // If there are few memories, all are candidates. Otherwise those with a condition, and those that the index proposes.
  const direct = all.filter((one) => isInjectable(one) && (isWhole || one.disclosure !== undefined));
  const memories = await memoriesFor(proposed, source);
  for (const memory of direct) {
    if (!source.isMuted(memory.uri) && !memories.some(({ uri }) => uri === memory.uri))
      memories.push(toFact(memory));
  }
  return memories;
}

async function memoriesFor(
  ids: readonly string[],
  { store, isMuted }: CandidateSource,
): Promise<MemoryFact[]> {
  if (ids.length === 0) return [];
  const found = await searchIn(store).get(ids);
  return found.flatMap((one) =>
    one.type === "memory" &&
    isInjectable(one.record) &&
    !isClientUri(one.record.uri) &&
    !isMuted(one.record.uri)
      ? [toFact(one.record)]
      : [],
  );
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
    ...(provenance?.team === undefined ? {} : { team: provenance.team }),
  };
}
