/** The decisions of earlier sessions, for the next one. */

import { DECISIONS_PREFIX } from "../../memory/learn/learn-decisions.ts";
import { attribution } from "../../memory/records/attribution.ts";
import type { Memory } from "../../memory/records/memory.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import type { Store } from "../../store/store.ts";
import { dayOf, quoted, renderFacts } from "../blocks/render.ts";
import type { ContextBlock } from "../blocks/start-block.ts";
import { isInConversation } from "./core-memories.ts";

interface DecisionQuery {
  store: Store;
  project: string;
  isMuted(uri: string): boolean;
  /** For the age of what others decided. */
  now?: number;
  /** URIs that are already in the conversation. */
  injected?: ReadonlySet<string>;
  /** Sessions whose text is already in the conversation. */
  own?: readonly string[];
}

/** Decisions at a session's start: the newest ones, in few words. */
const MOST = 3;
const BUDGET = 150;
const MOST_KNOWN = 200;
/** Newest first. Priority 3 and 4: what a person raised to 2 is a core memory. */
export async function decisionsFor(query: DecisionQuery): Promise<Memory[]> {
  const { store, project, isMuted } = query;
  const known = await memoriesIn(store).memories({
    project,
    prefix: DECISIONS_PREFIX,
    minPriority: 3,
    maxPriority: 5,
    limit: MOST_KNOWN,
  });
  return known
    .filter((memory) => !isMuted(memory.uri) && !isInConversation(memory, query))
    .sort((a, b) => decidedAt(b) - decidedAt(a))
    .slice(0, MOST);
}

export async function decisionsBlock(query: DecisionQuery): Promise<ContextBlock | undefined> {
  const decisions = await decisionsFor(query);
  const facts = decisions.map((memory) => ({
    uri: memory.uri,
    type: "decision",
    text: `${decidedBy(memory, query.now)}: ${quoted(memory.content, 300)}`,
    short: `${decidedBy(memory, query.now)}: ${quoted(memory.content, 120)}`,
    reason: "decided in an earlier session",
  }));
  const { block } = renderFacts("Decided in earlier sessions of this project:", facts, BUDGET);
  return block === undefined ? undefined : { ...block, sessions: 0 };
}

const decidedBy = (memory: Memory, now: number | undefined) =>
  memory.provenance?.team === undefined ? dayOf(decidedAt(memory)) : attribution(memory.provenance.team, now);

const decidedAt = ({ provenance, createdAt }: Memory) => provenance?.at ?? createdAt;
