/** S1.7: what bears on a prompt. Asked by UserPromptSubmit, and by `pawl replay` with sessions left out. */
import { PROMPT_LIMITS, rankSessions, recallForPrompt } from "../../memory/recall/prompt.ts";
import { toQuery } from "../../memory/recall/query.ts";
import type { AlreadyInjected, Recall } from "../../memory/recall/types.ts";
import type { Store } from "../../store/store.ts";
import { similarTo } from "../search/similar.ts";
import { candidatesFor } from "./candidates.ts";
import type { KnowledgeService } from "./knowledge-type.ts";

export interface PromptQuery {
  store: Store;
  knowledge: KnowledgeService;
  project: string;
  /** Sessions that are not in memory for this prompt: its own, and those it was forked from. */
  except: readonly string[];
  isMuted(uri: string): boolean;
  /** Only what people wrote down. */
  isHeldOut?: boolean;
  at: number;
}

/** Nothing found costs no look at what was injected before. */
export async function promptRecall(
  asked: string,
  query: PromptQuery,
  injected: () => Promise<AlreadyInjected>,
): Promise<Recall> {
  const { promptTokens: budget, threshold } = query.knowledge.recall;
  const words = toQuery(asked);
  const all = await candidates(asked, query);
  const found = query.isHeldOut === true ? { ...all, pastTurns: [] } : all;
  if (found.pastTurns.length + found.memories.length === 0) return { considered: [] };
  const limits = { ...PROMPT_LIMITS, budget, threshold };
  return recallForPrompt({ query: words, ...found, now: query.at, injected: await injected(), limits });
}

/** Past sessions by how well they fit, best first, without threshold or budget. */
export async function rankForPrompt(asked: string, query: PromptQuery): Promise<string[]> {
  const { pastTurns } = await candidates(asked, query);
  return rankSessions(toQuery(asked), pastTurns, query.at).map(({ id }) => id);
}

function candidates(asked: string, { store, knowledge, project, except, isMuted }: PromptQuery) {
  const { pastTurns, similar } = knowledge;
  const scope = { project, except };
  return candidatesFor(toQuery(asked), {
    store,
    isMuted,
    pastTurns,
    ...scope,
    ...similarTo(asked, scope, similar),
  });
}
