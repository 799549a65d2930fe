/** Where the words of a session's turns stand, made once for a digest and kept as long as it is. */
import type { SessionDigest } from "../digest/types.ts";
import { toAllWords } from "../text/distinctive-words.ts";

/** The texts of a turn: what was asked, what was answered, which files were edited. */
const PARTS = ["prompt", "answer", "files"] as const;
type Part = (typeof PARTS)[number];

interface SessionWords {
  /** How many words each text of a turn has. */
  lengths: readonly Record<Part, number>[];
  /** For each word, and each turn in which it stands: the turn's place, and how often it stands in each text. */
  places: ReadonlyMap<string, readonly number[]>;
}

/** Numbers for each turn in `places`. */
export const WIDTH = 1 + PARTS.length;
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

/** Whether a word stands in a turn. */
export function stands({ places }: SessionWords, word: string, turn: number): boolean {
  const list = places.get(word) ?? [];
  for (let at = 0; at < list.length; at += WIDTH) if (list[at] === turn) return true;
  return false;
}
