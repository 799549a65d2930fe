/** The words of a session's turns, made once for a digest and kept as long as it is. */
import type { SessionDigest } from "../digest/types.ts";
import { toAllWords } from "../text/distinctive-words.ts";

interface TurnWords {
  prompt: string[];
  answer: string[];
  files: string[];
}

interface SessionWords {
  turns: readonly TurnWords[];
  /** Places of the turns in which a word stands. */
  turnsWith: ReadonlyMap<string, readonly number[]>;
}

const made = new WeakMap<SessionDigest, SessionWords>();

export function wordsOf(session: SessionDigest): SessionWords {
  const before = made.get(session);
  if (before !== undefined) return before;
  const turns = session.turns.map(({ prompt, answer, edited }) => ({
    prompt: toAllWords(prompt),
    answer: toAllWords(answer),
    files: edited.flatMap(toAllWords),
  }));
  const turnsWith = new Map<string, number[]>();
  for (const [place, { prompt, answer, files }] of turns.entries()) {
    for (const word of new Set([...prompt, ...answer, ...files])) {
      const places = turnsWith.get(word);
      if (places === undefined) turnsWith.set(word, [place]);
      else places.push(place);
    }
  }
  const words = { turns, turnsWith };
  made.set(session, words);
  return words;
}

/** Turns in which one of the words stands, in order. */
export function turnsWithAny({ turnsWith }: SessionWords, words: readonly string[]): number[] {
  const places = new Set<number>();
  for (const word of words) for (const place of turnsWith.get(word) ?? []) places.add(place);
  return [...places].sort((a, b) => a - b);
}
