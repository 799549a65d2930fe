/** What a prompt is given from the project's past: files that it will need, and the past turn that it is about. */
import type { SessionDigest } from "../../memory/digest/types.ts";
import { quote } from "../../text/quote.ts";
import { fileRow } from "./file-row.ts";
import type { Item } from "./item.ts";
import type { PastFile, ProjectPast } from "./past.ts";
import { stands, wordsOf } from "./session-words.ts";
import { areTestAndSource } from "./tests-of.ts";
import { textsByFile, turnScores } from "./turn-scores.ts";
import { nameWords } from "./words.ts";

/** Weights and thresholds as fitted on real sessions; see docs/memory.md for how and with which result. */
const FILE_WEIGHTS = {
  name: 10,
  texts: 2.2,
  share: 0.9,
  decay: 0.6,
  branch: 0.3,
  together: 1.1,
  test: 1.1,
};
const FILE_THRESHOLD = 4.5;
const TURN_THRESHOLD = 2;
const MOST_FILES = 3;
const FEWEST_WORDS = 2;
/** Division by at least this many words makes one threshold hold for one-line prompts and long plans alike. */
const LEAST_LENGTH = 10;
const MOST_TOUCHED = 15;
/** A file that is edited all the time fits every prompt; beyond this it says nothing about this one. */
const MOST_DECAY = 1.5;

export interface PromptQuery {
  /** See `queryWords`. */
  words: readonly string[];
  /** Files that the prompt names or the session touched last. */
  touched: readonly string[];
  branch?: string | undefined;
}

interface ScoredFile {
  path: string;
  score: number;
}

/** Those that reach the threshold, best first. */
function rankFiles(past: ProjectPast, query: PromptQuery): ScoredFile[] {
  const { words } = query;
  if (words.length < FEWEST_WORDS) return [];
  const asked = { ...query, length: Math.max(words.length, LEAST_LENGTH), inPrompt: new Set(words) };
  const texts = textsByFile(past, words);
  const { list, edited, mostOnBranch, withNameWord } = fileRow(past);
  const isNamed = withNameWord(words);
  const scored: ScoredFile[] = [];
  for (const [place, file] of list.entries()) {
    const text = texts[edited[place] ?? -1] ?? 0;
    // Most names share no word with the prompt, and nothing else can make such a file fit.
    if (
      isNamed[place] === 0 &&
      mostUnnamed(file, mostOnBranch[place] ?? 0, text / asked.length) < FILE_THRESHOLD
    )
      continue;
    const score = scoreOf(file, past, asked, text);
    if (score >= FILE_THRESHOLD) scored.push({ path: file.path, score });
  }
  return scored.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

interface AskedFile extends PromptQuery {
  length: number;
  inPrompt: ReadonlySet<string>;
}

/** What the score of a file can be at most when its name has no word of the prompt; rounding included. */
function mostUnnamed(file: PastFile, onBranch: number, text: number): number {
  const w = FILE_WEIGHTS;
  const alone =
    w.texts * text + w.decay * Math.min(file.decay, MOST_DECAY) + w.branch * Math.log(1 + onBranch);
  return alone + w.together + w.test + 1e-6;
}

function scoreOf(
  file: PastFile,
  past: ProjectPast,
  { touched, branch, length, inPrompt }: AskedFile,
  text: number,
): number {
  const w = FILE_WEIGHTS;
  const own = nameWords(file.path);
  let found = 0;
  for (const word of own) if (inPrompt.has(word)) found += past.idf(word);
  // Most names share no word with the prompt: how telling their words are is not asked.
  const whole = found === 0 ? 0 : own.reduce((sum, word) => sum + past.idf(word), 0);
  const alone =
    (w.name * found) / length +
    (w.texts * text) / length +
    w.share * (whole === 0 ? 0 : found / whole) +
    w.decay * Math.min(file.decay, MOST_DECAY) +
    w.branch * Math.log(1 + (branch === undefined ? 0 : (file.branches.get(branch) ?? 0)));
  // Nor what it has to do with other files, where that cannot make it fit.
  if (alone + w.together + w.test < FILE_THRESHOLD) return 0;
  const others = touched.slice(-MOST_TOUCHED);
  const together = Math.max(0, ...others.map((other) => coEditShare(past, other, file.path)));
  const isTest = others.some((other) => areTestAndSource(other, file.path));
  return alone + w.together * together + (isTest ? w.test : 0);
}

/** In which share of the sessions that edited `of` was `path` edited too; at least two. */
export function coEditShare(past: ProjectPast, of: string, path: string): number {
  const times = past.editedWith(of).get(path) ?? 0;
  return times < 2 ? 0 : times / Math.max(1, past.narrowSessions(of));
}

/** `isNamed`: what the session knows already is not given again. */
export function promptFiles(
  past: ProjectPast,
  query: PromptQuery,
  isNamed: (path: string) => boolean,
): Item[] {
  return rankFiles(past, query)
    .filter(({ path }) => !isNamed(path))
    .slice(0, MOST_FILES)
    .map(({ path, score }) => ({
      kind: "prompt-file",
      uri: `file://${path}`,
      text: path,
      reason: `fits the prompt (${score.toFixed(1)} of at least ${FILE_THRESHOLD})`,
      score,
    }));
}

interface RankedSession {
  place: number;
  /** The best turn's evidence, by query word. */
  evidence: number;
  turn: number;
  score: number;
}

interface FoundSession {
  place: number;
  /** The best turn, and its scores; -1 if it changed nothing. */
  turn: number;
  total: number;
  answer: number;
  /** Of any turn. */
  edit: number;
  /** How many of the touched files it edited. */
  names: number;
  isBranch: boolean;
}

/** Past sessions by how well they fit a prompt, best first. */
export function rankSessions(past: ProjectPast, query: PromptQuery): RankedSession[] {
  const { words, branch } = query;
  if (words.length === 0) return [];
  const length = Math.max(words.length, LEAST_LENGTH);
  const { starts } = past.turns();
  const scores = turnScores(past, words);
  const names = touchedIn(past, query.touched);
  const found: FoundSession[] = [];
  for (const [place, session] of past.sessions.entries()) {
    let [best, bestTotal, bestAnswer, edit] = [-1, 0, 0, 0];
    const start = starts[place] ?? 0;
    const { turns } = session;
    for (let turn = 0; turn < turns.length; turn++) {
      if (scores.isFound[start + turn] === 0) continue;
      const answer = scores.answer[start + turn] ?? 0;
      const files = scores.files[start + turn] ?? 0;
      const total = 2 * (scores.prompt[start + turn] ?? 0) + answer + 2 * files;
      if (files > edit) edit = files;
      if (total <= bestTotal) continue;
      const isChange = (turns[turn]?.edited.length ?? 0) > 0;
      if (!isChange && best !== -1) continue;
      best = isChange ? turn : -1;
      bestTotal = total;
      bestAnswer = answer;
    }
    const named = names[place] ?? 0;
    if (bestTotal === 0 && named === 0) continue;
    const isBranch = branch !== undefined && session.branch === branch;
    found.push({ place, turn: best, total: bestTotal, answer: bestAnswer, edit, names: named, isBranch });
  }
  const most = (of: (one: (typeof found)[number]) => number) => Math.max(1e-9, ...found.map(of));
  const [mostEdit, mostTotal, mostAnswer] = [
    most((o) => o.edit),
    most((o) => o.total),
    most((o) => o.answer),
  ];
  return found
    .map((one) => ({
      place: one.place,
      turn: one.turn,
      evidence: one.total / length,
      score:
        (1.2 * one.edit) / mostEdit +
        (1.3 * one.total) / mostTotal +
        (0.3 * one.answer) / mostAnswer +
        3 * Math.log(1 + one.names) +
        (one.isBranch ? 1.7 : 0),
    }))
    .sort((a, b) => b.score - a.score || a.place - b.place);
}

/** For each session, how many of the files it edited. */
function touchedIn(past: ProjectPast, files: readonly string[]): Uint32Array {
  const counts = new Uint32Array(past.sessions.length);
  for (const path of new Set(files)) {
    for (const rank of past.files.get(path)?.ranks ?? []) counts[rank - 1] = (counts[rank - 1] ?? 0) + 1;
  }
  return counts;
}

/** The turn that a first prompt is about: only one that changed something. */
export function pastTurn(past: ProjectPast, query: PromptQuery): Item | undefined {
  const best = rankSessions(past, query).find(
    (one) =>
      one.evidence >= TURN_THRESHOLD &&
      one.turn >= 0 &&
      sharedWords(past.sessions[one.place], one.turn, query.words) >= WORDS_SHARED,
  );
  const session = best === undefined ? undefined : past.sessions[best.place];
  if (best === undefined || session === undefined) return undefined;
  const reason = `fits the prompt (${best.evidence.toFixed(1)} a word, at least ${TURN_THRESHOLD})`;
  return toTurnItem(session, best.turn, reason, best.score);
}

/** Two words in common are chance, however rare they are. */
const WORDS_SHARED = 3;

function sharedWords(session: SessionDigest | undefined, turn: number, words: readonly string[]): number {
  if (session === undefined) return 0;
  const said = wordsOf(session);
  return words.filter((word) => stands(said, word, turn)).length;
}

/** Of a turn: when, what was asked, and what was changed for it. */
export function toTurnItem(
  session: SessionDigest,
  place: number,
  reason: string,
  score?: number,
): Item | undefined {
  const turn = session.turns[place];
  if (turn === undefined) return undefined;
  const day = new Date(turn.at).toISOString().slice(0, 10);
  const changed =
    turn.edited.length === 0 ? "" : `: changed ${quote(turn.edited.slice(0, 4).join(", "), 300)}`;
  return {
    kind: "past-turn",
    uri: `session://${session.sessionId}#${place}`,
    text: `${day} “${quote(turn.prompt, 100)}”${changed}`,
    reason,
    ...(score === undefined ? {} : { score }),
  };
}
