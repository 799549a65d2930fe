/**
 * Where the words of a session's turns stand, made once for a digest and kept as long as it is. In a large project they are
 * hundreds of thousands: as numbers in a few arrays they take a tenth of the memory that maps and strings would, and the
 * garbage collector, which stops whoever is answered, does not go through them.
 */
import type { SessionDigest } from "../../memory/digest/types.ts";
import { toAllWords } from "../../text/distinctive-words.ts";

/** The texts of a turn: what was asked, what was answered, which files were edited. */
export const PARTS = 3;

export interface SessionWords {
  /** How many words each text of a turn has: for every turn as many numbers as it has texts. */
  lengths: Uint32Array;
  /** Of its words, in ascending order. */
  keys: Float64Array;
  /** For each word: where its places begin; behind the last one, where they end. */
  starts: Uint32Array;
  /** For each word, and each turn in which it stands: the turn's place, and how often it stands in each text. */
  places: Uint32Array;
}

/** Numbers for each turn in `places`. */
export const WIDTH = 1 + PARTS;
const made = new WeakMap<SessionDigest, SessionWords>();

export function wordsOf(session: SessionDigest): SessionWords {
  const before = made.get(session);
  if (before !== undefined) return before;
  const words = toSessionWords(session);
  made.set(session, words);
  return words;
}

function toSessionWords({ turns }: SessionDigest): SessionWords {
  const lists = new Map<string, number[]>();
  const lengths = new Uint32Array(turns.length * PARTS);
  for (const [turn, { prompt, answer, edited }] of turns.entries()) {
    const texts = [toAllWords(prompt), toAllWords(answer), edited.flatMap(toAllWords)];
    for (const [part, text] of texts.entries()) {
      lengths[turn * PARTS + part] = text.length;
      for (const word of text) addPlace(lists, word, turn, part);
    }
  }
  const ordered = Array.from(lists, ([word, list]) => ({ key: wordKey(word), list })).sort(
    (a, b) => a.key - b.key,
  );
  const starts = new Uint32Array(ordered.length + 1);
  for (const [i, { list }] of ordered.entries()) starts[i + 1] = (starts[i] ?? 0) + list.length;
  const places = new Uint32Array(starts.at(-1) ?? 0);
  for (const [i, { list }] of ordered.entries()) places.set(list, starts[i]);
  return { lengths, keys: Float64Array.from(ordered, ({ key }) => key), starts, places };
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

/** Which of the session's words this one is; -1 if it does not stand there. */
export function placeOfWord({ keys }: SessionWords, key: number): number {
  let from = 0;
  let to = keys.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((keys[middle] ?? 0) < key) from = middle + 1;
    else to = middle;
  }
  return keys[from] === key ? from : -1;
}

/** Whether a word stands in a turn. */
export function stands(session: SessionWords, word: string, turn: number): boolean {
  const found = placeOfWord(session, wordKey(word));
  if (found < 0) return false;
  const end = session.starts[found + 1] ?? 0;
  for (let at = session.starts[found] ?? 0; at < end; at += WIDTH) {
    if (session.places[at] === turn) return true;
  }
  return false;
}

/**
 * A number that stands for a word: 53 bits, as many as a number holds exactly. Of a project with twenty thousand words, two
 * have the same key in one of forty million projects; a word would then count once too often.
 */
export function wordKey(word: string): number {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    high = Math.imul(high ^ code, 0x27d4eb2f);
    low = Math.imul(low ^ code, 0x165667b1);
    high ^= high >>> 15;
    low ^= low >>> 13;
  }
  high = Math.imul(high ^ (low >>> 16), 0x2c1b3c6d);
  low = Math.imul(low ^ (high >>> 15), 0x297a2d39);
  return ((high >>> 11) & 0x1fffff) * 0x1_0000_0000 + (low >>> 0);
}

/** After this long, others get their turn. */
const SLICE_MS = 8;

/**
 * In a large project, reading the words of all sessions for the first time takes a quarter of a second: whoever needs them
 * waits here, and others are answered in between. Costs nothing where they have been read.
 */
export async function readWords(
  { sessions }: { sessions: readonly SessionDigest[] },
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
