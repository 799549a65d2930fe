/** Injections for a prompt from the project's past: files that it will need, and a past turn on the same subject. */
import type { SessionDigest } from "../../memory/digest/types.ts";
import { quote } from "../../text/quote.ts";
import type { Item } from "./item.ts";
import type { PastFile, ProjectPast } from "./past.ts";
import { textsByFile, turnScores } from "./turn-scores.ts";
import { nameWords } from "./words.ts";

/** Fitted on real sessions; see docs/measurements.md for the result. It is no worse without files of other sessions. */
const FILE_WEIGHTS = { name: 10, texts: 2.2, share: 0.9, decay: 0.6 };
const LIMITS = {
  /** Minimum scores of a file and of a turn. */
  file: 4.5,
  turn: 2,
  /** Files for one prompt. */
  files: 3,
  /** A prompt with fewer words does not point to files. */
  fewestWords: 2,
  /** Dividing by at least this many words makes one threshold work for one-line prompts and long plans. */
  length: 10,
  /** A file that is edited constantly matches every prompt. Beyond this value, its edits tell nothing. */
  decay: 1.5,
  /** Two shared words may be chance, however rare they are. */
  sharedWords: 3,
  /** Shorter file names occur in many prompts by chance. */
  fileName: 5,
};

export interface PromptQuery {
  /** See `queryWords`. */
  words: readonly string[];
  /** Files that the prompt names or the session used last. */
  touched: readonly string[];
  branch?: string | undefined;
}

interface ScoredFile {
  path: string;
  score: number;
}

/** The files that reach the threshold, best first. */
function rankFiles(past: ProjectPast, query: PromptQuery): ScoredFile[] {
  const { words } = query;
  if (words.length < LIMITS.fewestWords) return [];
  const asked = { ...query, length: Math.max(words.length, LIMITS.length), inPrompt: new Set(words) };
  const texts = textsByFile(past, words);
  // For the files whose names contain a word of the prompt, all words are looked up and weighed together.
  const named = [...past.files.keys()]
    .map(nameWords)
    .filter((own) => own.some((word) => asked.inPrompt.has(word)));
  past.idf([...new Set(named.flat())]);
  return [...past.files.values()]
    .map((file, place) => ({ path: file.path, score: scoreOf(file, past, asked, texts[place] ?? 0) }))
    .filter(({ score }) => score >= LIMITS.file)
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

interface AskedFile extends PromptQuery {
  length: number;
  inPrompt: ReadonlySet<string>;
}

function scoreOf(file: PastFile, past: ProjectPast, { length, inPrompt }: AskedFile, text: number): number {
  const w = FILE_WEIGHTS;
  const own = nameWords(file.path);
  const telling = own.some((word) => inPrompt.has(word)) ? past.idf(own) : [];
  const whole = telling.reduce((sum, idf) => sum + idf, 0);
  const found = telling.reduce((sum, idf, at) => sum + (inPrompt.has(own[at] ?? "") ? idf : 0), 0);
  return (
    (w.name * found) / length +
    (w.texts * text) / length +
    w.share * (whole === 0 ? 0 : found / whole) +
    w.decay * Math.min(file.decay, LIMITS.decay)
  );
}

/** `isNamed`: excludes files that the session already has. */
export function promptFiles(
  past: ProjectPast,
  query: PromptQuery,
  isNamed: (path: string) => boolean,
): Item[] {
  return rankFiles(past, query)
    .filter(({ path }) => !isNamed(path))
    .slice(0, LIMITS.files)
    .map(({ path, score }) => ({
      kind: "prompt-file",
      uri: `file://${path}`,
      text: path,
      reason: `fits the prompt (${score.toFixed(1)} of at least ${LIMITS.file})`,
      score,
    }));
}

/** Paths of the files whose names are in a text. */
export function filesNamedIn(past: ProjectPast, text: string): string[] {
  return [...past.files.keys()].filter((path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return name.length >= LIMITS.fileName && text.includes(name);
  });
}

interface RankedSession {
  place: number;
  /** The best turn's score, by query word. */
  evidence: number;
  turn: number;
  /** The number of query words in that turn. */
  words: number;
  score: number;
}

/** Ranks past sessions by their relevance to a prompt, best first. */
export function rankSessions(past: ProjectPast, { words, branch, touched }: PromptQuery): RankedSession[] {
  if (words.length === 0) return [];
  const scores = turnScores(past, words);
  const all = past.sessions.map((session, place) => ({
    place,
    // The best turn and its scores; -1 if it changed nothing.
    ...{ turn: -1, total: 0, answer: 0, words: 0 },
    /** Weight of an edit in any turn. */
    edit: 0,
    /** The number of the touched files that it edited. */
    names: 0,
    isBranch: branch !== undefined && session.branch === branch,
  }));
  for (const path of new Set(touched))
    for (const rank of past.files.get(path)?.ranks ?? []) {
      const one = all[rank - 1];
      if (one !== undefined) one.names++;
    }
  for (const [number, { session, turn, edited }] of past.turns().entries()) {
    const one = all[session];
    if (one === undefined || scores.words[number] === 0) continue;
    const [answer = 0, files = 0] = [scores.answer[number], scores.files[number]];
    const total = 2 * (scores.prompt[number] ?? 0) + answer + 2 * files;
    one.edit = Math.max(one.edit, files);
    const isChange = edited.length > 0;
    if (total <= one.total || (!isChange && one.turn !== -1)) continue;
    Object.assign(one, { turn: isChange ? turn : -1, total, answer, words: scores.words[number] });
  }
  const found = all.filter(({ total, names }) => total > 0 || names > 0);
  const max = (of: (one: (typeof found)[number]) => number) => Math.max(1e-9, ...found.map(of));
  const [edit, total, answer] = [max((one) => one.edit), max((one) => one.total), max((one) => one.answer)];
  return found
    .map((one) => ({
      place: one.place,
      turn: one.turn,
      words: one.words,
      evidence: one.total / Math.max(words.length, LIMITS.length),
      score:
        (1.2 * one.edit) / edit +
        (1.3 * one.total) / total +
        (0.3 * one.answer) / answer +
        3 * Math.log(1 + one.names) +
        (one.isBranch ? 1.7 : 0),
    }))
    .sort((a, b) => b.score - a.score || a.place - b.place);
}

/** The past turn that a first prompt is about. Only turns with changes count. */
export function pastTurn(past: ProjectPast, query: PromptQuery): Item | undefined {
  const best = rankSessions(past, query).find(
    ({ evidence, turn, words }) => evidence >= LIMITS.turn && turn >= 0 && words >= LIMITS.sharedWords,
  );
  const session = best === undefined ? undefined : past.sessions[best.place];
  if (best === undefined || session === undefined) return undefined;
  const reason = `fits the prompt (${best.evidence.toFixed(1)} a word, at least ${LIMITS.turn})`;
  return toTurnItem(session, best.turn, reason, best.score);
}

/** An item for a turn: its date, its prompt and its changes. */
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
