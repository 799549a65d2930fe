/** Scores past turns for a query, by BM25 over each of their texts. */
import { type ProjectPast, WIDTH } from "./past.ts";

/** How fast repetitions of a word saturate, and how much a long text is discounted. */
const [K1, B] = [1.2, 0.5];
/** The usual word counts of these texts; `turns`: all text of the turns that edited a file. */
const USUAL = { prompt: 30, answer: 80, files: 20, turns: 300 };

const bm25 = (idf: number, count: number, length: number, usual: number): number =>
  count === 0 ? 0 : (idf * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / usual));

interface TurnScores {
  prompt: Float64Array;
  answer: Float64Array;
  files: Float64Array;
  /** The number of query words in the turn. */
  words: Uint8Array;
}

/** By the turn's number in `past.turns()`. */
export function turnScores(past: ProjectPast, words: readonly string[]): TurnScores {
  const turns = past.turns();
  const zeros = () => new Float64Array(turns.length);
  const scores = { prompt: zeros(), answer: zeros(), files: zeros(), words: new Uint8Array(turns.length) };
  const texts = [
    [scores.prompt, USUAL.prompt],
    [scores.answer, USUAL.answer],
    [scores.files, USUAL.files],
  ] as const;
  const found = past.placesOf(words);
  const idfs = past.idf(words);
  for (const [index, { list }] of found.entries()) {
    const idf = idfs[index] ?? 0;
    for (let at = 0; at < list.length; at += WIDTH) {
      const turn = list[at] ?? 0;
      scores.words[turn] = (scores.words[turn] ?? 0) + 1;
      for (const [text, [sums, usual]] of texts.entries())
        sums[turn] =
          (sums[turn] ?? 0) + bm25(idf, list[at + 1 + text] ?? 0, turns[turn]?.lengths[text] ?? 0, usual);
    }
  }
  return scores;
}

/** Scores each file by the text of the turns that edited it, indexed as in `past.files`. */
export function textsByFile(past: ProjectPast, words: readonly string[]): Float64Array {
  const turns = past.turns();
  const places = past.placesOf(words);
  const isFound = new Uint8Array(turns.length);
  for (const { list } of places) for (let at = 0; at < list.length; at += WIDTH) isFound[list[at] ?? 0] = 1;
  const [sums, counts, length] = [0, 1, 2].map(() => new Float64Array(past.files.size)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (const [turn, { edited, lengths }] of turns.entries()) {
    if (isFound[turn] === 0) continue;
    for (const file of edited) length[file] = (length[file] ?? 0) + (lengths[0] ?? 0) + (lengths[1] ?? 0);
  }
  const idfs = past.idf(words);
  for (const [index, { list }] of places.entries()) {
    const idf = idfs[index] ?? 0;
    const touched = new Set<number>();
    for (let at = 0; at < list.length; at += WIDTH) {
      const times = (list[at + 1] ?? 0) + (list[at + 2] ?? 0);
      for (const file of times === 0 ? [] : (turns[list[at] ?? 0]?.edited ?? [])) {
        touched.add(file);
        counts[file] = (counts[file] ?? 0) + times;
      }
    }
    for (const file of touched) {
      sums[file] = (sums[file] ?? 0) + bm25(idf, counts[file] ?? 0, length[file] ?? 0, USUAL.turns);
      counts[file] = 0;
    }
  }
  return sums;
}
