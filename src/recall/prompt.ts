/** What bears on a prompt. Asked by UserPromptSubmit, and by `pawl replay` with sessions left out. */

import type { Store } from "../store/store.ts";
import { PROMPT_LIMITS, recallMemories } from "./blocks/prompt.ts";
import { toQuery } from "./blocks/query.ts";
import { renderFacts } from "./blocks/render.ts";
import type { AlreadyInjected, Recall } from "./blocks/types.ts";
import { candidatesFor } from "./candidates.ts";
import type { KnowledgeService } from "./knowledge-type.ts";
import { openQuestion } from "./open-question.ts";
import { fileRow } from "./past/file-row.ts";
import { type InferredKind, type Item, isOn, toFact } from "./past/item.ts";
import { noteForPrompt } from "./past/notes.ts";
import type { ProjectPast } from "./past/past.ts";
import { type PromptQuery as PastQuery, pastTurn, promptFiles, rankSessions } from "./past/prompt-items.ts";
import { readWords } from "./past/session-words.ts";
import { askedIn, queryWords } from "./past/words.ts";
import { type SessionFiles, sessionFiles } from "./session-files.ts";

export interface PromptRecall {
  store: Store;
  knowledge: KnowledgeService;
  project: string;
  /** The session that asks. */
  sessionId: string;
  /** Its first prompt; default: as the store has it, the prompt at hand included. */
  isFirst?: boolean;
  /** The folder that its files are named from. */
  root: string;
  branch?: string | undefined;
  /** Sessions that are not in memory for this prompt: its own, and those it was forked from. */
  except: readonly string[];
  isMuted(uri: string): boolean;
  /** Only what people wrote down. */
  isHeldOut?: boolean;
  at: number;
}

const HEADING = "From earlier work in this project:";

/** Nothing found costs no look at what was injected before. */
export async function promptRecall(
  asked: string,
  query: PromptRecall,
  injected: () => Promise<AlreadyInjected>,
): Promise<Recall> {
  const { promptTokens: budget, threshold } = query.knowledge.recall;
  const memories = await memoriesFor(asked, query);
  const items = query.isHeldOut === true ? [] : await itemsFor(asked, query);
  const isWanted = query.isHeldOut !== true && isOn("reason", query.knowledge.recall.kinds);
  const past = isWanted ? await query.knowledge.past(query.except) : undefined;
  const hasNotes = past?.sessions.some(({ notes }) => notes !== undefined) === true;
  if (memories.memories.length + items.length === 0 && !hasNotes) return { considered: [] };
  const before = await injected();
  const note = past && hasNotes ? noteForPrompt(past, queryWords(asked), before.uris) : undefined;
  if (note !== undefined) items.push(note);
  const limits = { ...PROMPT_LIMITS, budget, threshold };
  const recalled = recallMemories({
    query: toQuery(asked),
    ...memories,
    now: query.at,
    injected: before,
    limits,
  });
  const fresh = items.filter(({ uri }) => !before.uris.has(uri) && !isMuted(uri, query));
  const facts = [...recalled.facts, ...fresh.map(toFact)];
  const { block, left } = renderFacts(HEADING, facts, budget);
  const considered = [
    ...recalled.considered.map((one) =>
      left.includes(one.uri) ? { ...one, outcome: "over budget" as const } : one,
    ),
    ...items.map(({ uri, score = 1 }) => ({
      uri,
      score,
      evidence: score,
      outcome: outcomeOf(uri, before, left),
    })),
  ];
  return block === undefined ? { considered } : { block, considered };
}

/** A muted session is muted with all its turns. */
function isMuted(uri: string, query: PromptRecall): boolean {
  return query.isMuted(uri) || query.isMuted(uri.replace(/#.*$/, ""));
}

function outcomeOf(uri: string, before: AlreadyInjected, left: readonly string[]) {
  if (before.uris.has(uri)) return "injected before" as const;
  return left.includes(uri) ? ("over budget" as const) : ("injected" as const);
}

/** Past sessions by how well they fit, best first, without threshold or budget. */
export async function rankForPrompt(asked: string, query: PromptRecall): Promise<string[]> {
  const past = await query.knowledge.past(query.except);
  await readWords(past);
  const known = await sessionFiles(query.store, query.sessionId, query.root);
  return rankSessions(past, toPastQuery(asked, past, known, query)).flatMap(
    ({ place }) => past.sessions[place]?.sessionId ?? [],
  );
}

/** A past turn for a first prompt, and files that the session does not know yet. */
async function itemsFor(asked: string, query: PromptRecall): Promise<Item[]> {
  const { recall, past: pastOf } = query.knowledge;
  const past = await pastOf(query.except);
  if (past.sessions.length === 0) return [];
  const known = await sessionFiles(query.store, query.sessionId, query.root);
  const isFirst = query.isFirst ?? known.prompts <= 1;
  const question =
    isFirst && isOn("open-question", recall.kinds) ? await openQuestion(asked, past, query.store) : undefined;
  if (question !== undefined || queryWords(asked).length < 2) return question === undefined ? [] : [question];
  await readWords(past);
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
  const inPrompt = fileRow(past).namedIn(askedIn(asked));
  return { words: queryWords(asked), touched: [...known.touched, ...inPrompt], branch };
}

function memoriesFor(asked: string, { store, project, isMuted }: PromptRecall) {
  return candidatesFor(toQuery(asked), { store, isMuted, project });
}
