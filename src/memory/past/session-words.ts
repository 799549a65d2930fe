/** Where the words of a session's turns stand, made once for a digest and kept as long as it is. */
import type { SessionDigest } from "../digest/types.ts";
import { toAllWords } from "../text/distinctive-words.ts";
import { addWord, type WordCounts } from "./bm25.ts";

/** The texts of a turn: what was asked, what was answered, which files were edited. */
const PARTS = ["prompt", "answer", "files"] as const;
type Part = (typeof PARTS)[number];

type TurnCounts = Record<Part, WordCounts>;

interface SessionWords {
  /** How many words each text of a turn has. */
  lengths: readonly Record<Part, number>[];
  /** For each word, and each turn in which it stands: the turn's place, and how often it stands in each text. */
  places: ReadonlyMap<string, readonly number[]>;
}

const WIDTH = 1 + PARTS.length;
const made = new WeakMap<SessionDigest, SessionWords>();

export function wordsOf(session: SessionDigest): SessionWords {
  const before = made.get(session);
  if (before !== undefined) return before;
  const places = new Map<string, number[]>();
  const lengths = session.turns.map(({ prompt, answer, edited }, turn) => {
    const texts = [toAllWords(prompt), toAllWords(answer), edited.flatMap(toAllWords)] as const;
    for (const [part, text] of texts.entries()) for (const word of text) addPlace(places, word, turn, part);
    return { prompt: texts[0].length, answer: texts[1].length, files: texts[2].length };
  });
  const words = { lengths, places };
  made.set(session, words);
  return words;
}

function addPlace(places: Map<string, number[]>, word: string, turn: number, part: number): void {
  const list = places.get(word);
  if (list === undefined) {
    const first = [turn, 0, 0, 0];
    first[1 + part] = 1;
    places.set(word, first);
    return;
  }
  if (list[list.length - WIDTH] !== turn) list.push(turn, 0, 0, 0);
  const at = list.length - WIDTH + 1 + part;
  list[at] = (list[at] ?? 0) + 1;
}

/** The turns in which one of the words stands, in order, and how often each word does. */
export function turnsWith(
  { lengths, places }: SessionWords,
  words: readonly string[],
): Map<number, TurnCounts> {
  const found = new Map<number, TurnCounts>();
  for (const word of words) {
    const list = places.get(word) ?? NONE;
    for (let at = 0; at < list.length; at += WIDTH) {
      const turn = list[at] ?? 0;
      let counts = found.get(turn);
      if (counts === undefined) {
        counts = emptyTurn(lengths[turn]);
        found.set(turn, counts);
      }
      for (const [part, name] of PARTS.entries()) addWord(counts[name], word, list[at + 1 + part] ?? 0);
    }
  }
  return new Map([...found].sort(([a], [b]) => a - b));
}

const NONE: readonly number[] = [];

const emptyTurn = (lengths: Record<Part, number> | undefined): TurnCounts => ({
  prompt: { length: lengths?.prompt ?? 0, counts: new Map() },
  answer: { length: lengths?.answer ?? 0, counts: new Map() },
  files: { length: lengths?.files ?? 0, counts: new Map() },
});

/** Whether a word stands in a turn. */
export function stands({ places }: SessionWords, word: string, turn: number): boolean {
  const list = places.get(word) ?? NONE;
  for (let at = 0; at < list.length; at += WIDTH) if (list[at] === turn) return true;
  return false;
}
