/** The words of a session's turns, read once per digest and cached as long as the digest. */
import type { SessionDigest } from "../../memory/digest/types.ts";
import { toAllWords } from "../../text/distinctive-words.ts";

/** The texts of a turn: request, answer, edited files. */
export const TEXTS = 3;

interface SessionWords {
  /** All words of all texts in order, as dictionary numbers: a project has millions, so no strings. */
  numbers: Uint32Array;
  /** For each turn and each of its texts, the number of words. */
  lengths: Uint32Array;
}

const dictionary = new Map<string, number>();
const cached = new WeakMap<SessionDigest, SessionWords>();

/** Undefined for a word that occurs in no session. */
export const numberOfWord = (word: string): number | undefined => dictionary.get(word);
export const dictionarySize = (): number => dictionary.size;

export function wordsOf(session: SessionDigest): SessionWords {
  const words = cached.get(session) ?? toSessionWords(session);
  cached.set(session, words);
  return words;
}

function toSessionWords({ turns }: SessionDigest): SessionWords {
  const texts = turns.flatMap(({ prompt, answer, edited }) => [
    toAllWords(prompt),
    toAllWords(answer),
    edited.flatMap(toAllWords),
  ]);
  return {
    numbers: Uint32Array.from(texts.flat(), toNumber),
    lengths: Uint32Array.from(texts, ({ length }) => length),
  };
}

function toNumber(word: string): number {
  const number = dictionary.get(word) ?? dictionary.size;
  dictionary.set(word, number);
  return number;
}

/** After this time, other work gets a turn. */
const SLICE_MS = 8;

/**
 * In a large project, the first read of all sessions' words takes a quarter of a second. This caller waits; others are served
 * in between.
 */
export async function readWords(
  sessions: readonly SessionDigest[],
  turn: () => Promise<void> = () => Bun.sleep(0),
  now: () => number = performance.now.bind(performance),
): Promise<void> {
  let began = now();
  for (const session of sessions) {
    wordsOf(session);
    if (now() - began < SLICE_MS) continue;
    await turn();
    began = now();
  }
}
