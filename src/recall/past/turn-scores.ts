/**
 * How well every turn of a project's past fits a query. Turns are numbered through all sessions and their scores stand in
 * arrays: in a large project a common word stands in thousands of turns, and a map for each of them would cost more than
 * the arithmetic.
 */
import type { ProjectPast } from "./past.ts";
import { WIDTH } from "./session-words.ts";

/** BM25: how soon more of the same word stops counting, and how much a long text counts less. */
const K1 = 1.2;
const B = 0.5;
/** How many words such a text has. */
const USUAL = { prompt: 30, answer: 80, files: 20, turns: 300 };

/**
 * A word that tells less stands in nearly every session, in most of their turns: going through them costs more than that of
 * all other words, and moves no score by a hundredth.
 */
const LEAST_TELLING = 0.01;

interface TurnScores {
  /** 1 where one of the words stands. */
  isFound: Uint8Array;
  prompt: Float64Array;
  answer: Float64Array;
  files: Float64Array;
}

const known = new WeakMap<readonly string[], { past: ProjectPast; scores: TurnScores }>();

/** For the same list of words once: past turns and files are asked for with the same one. */
export function turnScores(past: ProjectPast, words: readonly string[]): TurnScores {
  const before = known.get(words);
  if (before?.past === past) return before.scores;
  const scores = scoreTurns(past, words);
  known.set(words, { past, scores });
  return scores;
}

function scoreTurns(past: ProjectPast, words: readonly string[]): TurnScores {
  const { count, lengths } = past.turns();
  const isFound = new Uint8Array(count);
  const [prompt, answer, files] = [
    new Float64Array(count),
    new Float64Array(count),
    new Float64Array(count),
  ] as const;
  for (const word of words) {
    const idf = past.idf(word);
    const { list } = past.placesOf(word);
    for (let at = 0; at < list.length; at += WIDTH) {
      const turn = list[at] ?? 0;
      isFound[turn] = 1;
      if (idf < LEAST_TELLING) continue;
      add(prompt, turn, idf, list[at + 1] ?? 0, lengths.prompt, USUAL.prompt);
      add(answer, turn, idf, list[at + 2] ?? 0, lengths.answer, USUAL.answer);
      add(files, turn, idf, list[at + 3] ?? 0, lengths.files, USUAL.files);
    }
  }
  return { isFound, prompt, answer, files };
}

function add(
  scores: Float64Array,
  turn: number,
  idf: number,
  count: number,
  lengths: Float64Array,
  usual: number,
): void {
  if (count > 0) scores[turn] = (scores[turn] ?? 0) + bm25(idf, count, lengths[turn] ?? 0, usual);
}

const bm25 = (idf: number, count: number, length: number, usual: number): number =>
  (idf * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / usual));

/** How well what was said in the turns that edited a file fits the query, over all of them: by its place in `paths`. */
export function textsByFile(past: ProjectPast, words: readonly string[]): Float64Array {
  const { paths, edited, editedFrom, lengths } = past.turns();
  const { isFound } = turnScores(past, words);
  const length = new Float64Array(paths.length);
  for (let turn = 0; turn < isFound.length; turn++) {
    if (isFound[turn] === 0) continue;
    const said = (lengths.prompt[turn] ?? 0) + (lengths.answer[turn] ?? 0);
    const end = editedFrom[turn + 1] ?? 0;
    for (let i = editedFrom[turn] ?? 0; i < end; i++) {
      const path = edited[i] ?? 0;
      length[path] = (length[path] ?? 0) + said;
    }
  }
  const sums = new Float64Array(paths.length);
  const counts = new Float64Array(paths.length);
  for (const word of words) {
    const idf = past.idf(word);
    if (idf < LEAST_TELLING) continue;
    const touched: number[] = [];
    const { list } = past.placesOf(word);
    for (let at = 0; at < list.length; at += WIDTH) {
      const times = (list[at + 1] ?? 0) + (list[at + 2] ?? 0);
      if (times === 0) continue;
      const turn = list[at] ?? 0;
      const end = editedFrom[turn + 1] ?? 0;
      for (let i = editedFrom[turn] ?? 0; i < end; i++) {
        const path = edited[i] ?? 0;
        if (counts[path] === 0) touched.push(path);
        counts[path] = (counts[path] ?? 0) + times;
      }
    }
    // Most words stand in few turns: only their files are added up.
    for (const path of touched) {
      add(sums, path, idf, counts[path] ?? 0, length, USUAL.turns);
      counts[path] = 0;
    }
  }
  return sums;
}
