/** Recall for a prompt. Used by UserPromptSubmit, and by `pawl replay` with excluded sessions. */

import { inProject } from "../memory/records/summary.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Store } from "../store/store.ts";
import type { Outcome } from "./blocks/choose.ts";
import { PROMPT_LIMITS, recallMemories } from "./blocks/prompt.ts";
import { toQuery } from "./blocks/query.ts";
import { renderFacts } from "./blocks/render.ts";
import type { AlreadyInjected, Rendered } from "./blocks/types.ts";
import { candidatesFor } from "./candidates.ts";
import type { KnowledgeService } from "./knowledge.ts";
import { openQuestion } from "./open-question.ts";
import { type InferredKind, type Item, isOn, toFact } from "./past/item.ts";
import { noteForPrompt } from "./past/notes.ts";
import type { ProjectPast } from "./past/past.ts";
import {
  filesNamedIn,
  type PromptQuery as PastQuery,
  pastTurn,
  promptFiles,
  rankSessions,
} from "./past/prompt-items.ts";
import { readWords } from "./past/session-words.ts";
import { askedIn, queryWords } from "./past/words.ts";

export interface PromptRecall {
  store: Store;
  knowledge: KnowledgeService;
  project: string;
  /** The session that asks. */
  sessionId: string;
  /** True for its first prompt; default: determined by the store, counting the current prompt. */
  isFirst?: boolean;
  /** The base folder of its file names. */
  root: string;
  branch?: string | undefined;
  /** Sessions excluded from memory for this prompt: its own, and those it was forked from. */
  except: readonly string[];
  isMuted(uri: string): boolean;
  /** Only what people wrote down. */
  isHeldOut?: boolean;
  at: number;
}

const HEADING = "From earlier work in this project:";

interface PromptRecalled {
  block: Rendered | undefined;
  /** For `pawl context --why`: every candidate with its score and outcome. */
  considered: { uri: string; evidence: number; outcome: Outcome }[];
}

/** If nothing is found, the session's earlier injections are not read. */
export async function promptRecall(
  asked: string,
  query: PromptRecall,
  injected: () => Promise<AlreadyInjected>,
): Promise<PromptRecalled> {
  const { promptTokens: budget, threshold, kinds } = query.knowledge.recall;
  const memories = await candidatesFor(toQuery(asked), query);
  const past = query.isHeldOut === true ? undefined : await query.knowledge.past(query.except);
  const items = past === undefined ? [] : await itemsFor(asked, past, query);
  const hasNotes = isOn("reason", kinds) && past?.sessions.some(({ notes }) => notes !== undefined) === true;
  if (memories.length + items.length === 0 && !hasNotes) return { block: undefined, considered: [] };
  const before = await injected();
  const note = hasNotes ? noteForPrompt(past, queryWords(asked), before.uris) : undefined;
  if (note !== undefined) items.push(note);
  const limits = { ...PROMPT_LIMITS, budget, threshold };
  const recalled = recallMemories({
    ...{ query: toQuery(asked), memories, now: query.at },
    ...{ injected: before, limits },
  });
  const fresh = items.filter(({ uri }) => !before.uris.has(uri) && !isMuted(uri, query));
  const { block, left } = renderFacts(HEADING, [...recalled.facts, ...fresh.map(toFact)], budget);
  const considered: PromptRecalled["considered"] = [
    ...recalled.candidates.map(({ memory: { uri }, score = 1, outcome }) => ({
      uri,
      evidence: score,
      outcome,
    })),
    ...items.map(({ uri, score = 1 }) => ({
      uri,
      evidence: score,
      outcome: before.uris.has(uri) ? ("injected before" as const) : ("injected" as const),
    })),
  ];
  for (const one of considered) if (left.includes(one.uri)) one.outcome = "over budget";
  return { block, considered };
}

/** A muted session is muted with all its turns. */
function isMuted(uri: string, query: PromptRecall): boolean {
  return query.isMuted(uri) || query.isMuted(uri.replace(/#.*$/, ""));
}

/** Ranks past sessions by relevance, best first, without threshold or budget. */
export async function rankForPrompt(asked: string, query: PromptRecall): Promise<string[]> {
  const past = await query.knowledge.past(query.except);
  await readWords(past.sessions);
  const known = await sessionFiles(query.store, query.sessionId, query.root);
  return rankSessions(past, toPastQuery(asked, past, known, query)).flatMap(
    ({ place }) => past.sessions[place]?.sessionId ?? [],
  );
}

/** A past turn for a first prompt, and files that the session does not have yet. */
async function itemsFor(asked: string, past: ProjectPast, query: PromptRecall): Promise<Item[]> {
  const { recall } = query.knowledge;
  if (past.sessions.length === 0) return [];
  const known = await sessionFiles(query.store, query.sessionId, query.root);
  const isFirst = query.isFirst ?? known.prompts <= 1;
  const question =
    isFirst && isOn("open-question", recall.kinds) ? await openQuestion(asked, past, query.store) : undefined;
  if (question !== undefined || queryWords(asked).length < 2) return question === undefined ? [] : [question];
  await readWords(past.sessions);
  const pastQuery = toPastQuery(asked, past, known, query);
  const isKnown = (path: string) =>
    known.isNamed(path) || asked.includes(path.slice(path.lastIndexOf("/") + 1));
  const isWanted = (kind: InferredKind) => isOn(kind, recall.kinds);
  const turn = isWanted("past-turn") && isFirst ? pastTurn(past, pastQuery) : undefined;
  const files = isWanted("prompt-file")
    ? promptFiles(past, pastQuery, (path) => isKnown(path) || turn?.text.includes(path) === true)
    : [];
  return [turn, ...files].filter((item) => item !== undefined);
}

function toPastQuery(
  asked: string,
  past: ProjectPast,
  known: SessionFiles,
  { branch }: PromptRecall,
): PastQuery {
  const inPrompt = filesNamedIn(past, askedIn(asked));
  return { words: queryWords(asked), touched: [...known.touched, ...inPrompt], branch };
}

// Files that a session already has: touched, mentioned in a prompt, seen in an answer, or injected.

/** The number of calls to read. Older ones are hardly in the context any more. */
const CALLS = 80;
const PROMPTS = 20;

interface SessionFiles {
  /** The number of prompts read. */
  prompts: number;
  /** From the project's root, oldest first. */
  touched: string[];
  /** True if the session mentioned the file's name: in a prompt, a call or its answer. */
  isNamed(path: string): boolean;
}

export async function sessionFiles(store: Store, sessionId: string, root: string): Promise<SessionFiles> {
  const calls = (await recordsIn(store).observations({ sessionId, limit: CALLS })).reverse();
  const prompts = await recordsIn(store).prompts({ sessionId, limit: PROMPTS });
  const touched = calls.flatMap(({ files }) => files.map((file) => inProject(file, root)));
  const texts = [
    ...prompts.map(({ text }) => text),
    ...calls.flatMap(({ input, response }) => [input, response]),
  ];
  return {
    prompts: prompts.length,
    touched,
    isNamed(path) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      return touched.includes(path) || texts.some((text) => text.includes(name));
    },
  };
}
