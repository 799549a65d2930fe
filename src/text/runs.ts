/**
 * Runs of letters and digits, and what they are made of. The same splitting serves index and query, so that
 * `parseHookInput` is found by "hook input", `parseHook` and `parsehookinput`. Scripts written without spaces
 * (Chinese, Japanese, Korean syllables) are split into characters and pairs of characters side by side.
 */
import { Lru } from "../platform/lru.ts";

/** Characters of one token; what is longer is a blob, found by its beginning. */
export const TOKEN_LIMIT = 64;
/** A run that changes between letters and digits more often is a hash or an id: kept whole. */
const PARTS_LIMIT = 6;

/** Within a class of a regular expression. Not all of them are letters: `⺀` is a sign. */
export const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\u30fc";
const RUN = new RegExp(`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`, "uy");
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");
const HUMP = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}]+/gu;

/** Kinds of characters, as bits. */
export const SEPARATOR = 0;
export const LOWER = 1;
export const UPPER = 2;
export const DIGIT = 4;
export const BEYOND = 8;
export const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  return code >= 48 && code <= 57 ? DIGIT : SEPARATOR;
});

export interface WordRun {
  /** Lower case, in the order of the text. */
  parts: string[];
  /** The parts written as one; absent when there is only one, or where characters are the parts. */
  joined?: string;
  unspaced: boolean;
}

/** Everything that is indexed passes here: a word of plain letters or digits costs no more than looking at it. */
export function eachRun(text: string, visit: (token: string, run: WordRun | undefined) => void): void {
  const normal = text.normalize("NFKC");
  const { length } = normal;
  let at = 0;
  while (at < length) {
    let kind = at < length ? kindOf(normal.charCodeAt(at)) : 0;
    if (kind === SEPARATOR) {
      at++;
      continue;
    }
    const start = at;
    let kinds = 0;
    while (kind !== SEPARATOR && kind !== BEYOND) {
      kinds |= kind;
      at++;
      kind = at < length ? kindOf(normal.charCodeAt(at)) : SEPARATOR;
    }
    if (kind === BEYOND) {
      RUN.lastIndex = start;
      const [run] = RUN.exec(normal) ?? [];
      at = run === undefined ? start + 1 : start + run.length;
      if (run !== undefined) visit(run, IS_UNSPACED.test(run) ? toUnspacedRun(run) : toSpacedRun(run));
      continue;
    }
    const run = normal.slice(start, at);
    if (kinds === LOWER || kinds === DIGIT)
      visit(run.length > TOKEN_LIMIT ? run.slice(0, TOKEN_LIMIT) : run, undefined);
    else visit(run, toKnownRun(run));
  }
}

const kindOf = (code: number): number => (code < 128 ? (KINDS[code] ?? SEPARATOR) : BEYOND);

/** The same few thousand names stand in all texts of a project; taking one apart is what costs. See also `createKnownRuns`. */
const knownRuns = new Lru<string, WordRun>(5_000);
export const forgetRuns = (): void => knownRuns.clear();

function toKnownRun(run: string): WordRun {
  const known = knownRuns.get(run);
  if (known !== undefined) return known;
  const made = toSpacedRun(run);
  // A long one is a blob that will not come again.
  if (run.length <= TOKEN_LIMIT) knownRuns.set(run, made);
  return made;
}

export function toRuns(text: string): WordRun[] {
  const runs: WordRun[] = [];
  eachRun(text, (token, run) => void runs.push(run ?? { parts: [token], unspaced: false }));
  return runs;
}

function toUnspacedRun(run: string): WordRun {
  return { parts: [...run], unspaced: true };
}

/** What a run of letters and digits is made of. */
export function toSpacedRun(run: string): WordRun {
  const whole = run.slice(0, TOKEN_LIMIT).toWellFormed().toLowerCase();
  if (run.length > TOKEN_LIMIT) return { parts: [whole], unspaced: false };
  const humps = run.match(HUMP) ?? [run];
  if (humps.length === 1 || humps.length > PARTS_LIMIT) return { parts: [whole], unspaced: false };
  return { parts: humps.map((hump) => hump.toLowerCase()), joined: whole, unspaced: false };
}

/** Every pair of neighbours is a word: without a dictionary nobody knows where words end. */
export function toPairs(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

/** More are forgotten all at once when the next text begins; so many take about 5 MB. */
const MOST_RUNS = 40_000;
const SPACE = 32;

export interface RunWords {
  /** In order. */
  parts: readonly string[];
  /** For the end of the text. */
  behind: readonly string[];
}

export type KnownRuns = ReturnType<typeof createKnownRuns>;

/**
 * What is written for a run that is not one plain word: its parts as they are indexed, and the words that stand behind the
 * text; `work` says it of a run that is not known yet, and all of it is ASCII. Kept as bytes: as strings in a map the runs of
 * a project would be half of what a daemon's garbage collector goes through while somebody waits, and a long one would hold
 * the whole text that it was cut from.
 */
export function createKnownRuns(work: (run: string) => RunWords, most = MOST_RUNS) {
  let known = createTables();
  let text = 0;

  function learn(run: string, hash: number): number {
    const { parts, behind } = work(run);
    known.parts.push(`${parts.join(" ")} `);
    for (const word of behind) known.behind.push(numberOf(word));
    known.ends.push(known.behind.length);
    return known.runs.add(run, hash);
  }

  function numberOf(word: string): number {
    const hash = hashOf(word);
    const found = known.words.find(word, 0, word.length, hash);
    if (found >= 0) return found;
    known.last.push(0);
    return known.words.add(word, hash);
  }

  return {
    forget(): void {
      known = createTables();
    },
    /** A text begins. */
    begin(): void {
      if (known.runs.count >= most) known = createTables();
      text++;
    },
    /** Writes a run's parts into `out`, and into `end` what goes behind the text and is not there yet. */
    write(of: string, from: number, to: number, hash: number, out: WrittenBytes, end: WrittenBytes): void {
      const found = known.runs.find(of, from, to, hash);
      const run = found < 0 ? learn(of.slice(from, to), hash) : found;
      const { parts, behind, ends, words, last } = known;
      parts.write(run, out);
      const until = ends[run + 1] ?? 0;
      for (let at = ends[run] ?? 0; at < until; at++) {
        const word = behind[at] ?? 0;
        if (last[word] === text) continue;
        last[word] = text;
        words.write(word, end);
        end.bytes[end.end++] = SPACE;
      }
    },
  };
}

function createTables() {
  const none: number[] = [];
  return {
    runs: new ByteWords(),
    /** Of each run, with a space behind every one. */
    parts: new ByteTexts(),
    /** The words behind, by their numbers in `words`, one run after the other; and where those of a run begin. */
    behind: none,
    ends: [0],
    words: new ByteWords(),
    /** For each word: the text that it was last written behind. */
    last: [...none],
  };
}

/** Where texts are written to; there must be room. */
export interface WrittenBytes {
  bytes: Uint8Array;
  end: number;
}

/** A growing list of ASCII texts, numbered in the order in which they came. */
export class ByteTexts {
  private bytes = new Uint8Array(1 << 12);
  /** Where each begins; the last number is where the last one ends. */
  private readonly starts = [0];

  get count(): number {
    return this.starts.length - 1;
  }

  /** Its number. */
  push(text: string): number {
    const start = this.starts[this.count] ?? 0;
    const end = start + text.length;
    if (end > this.bytes.length) this.bytes = enlarged(this.bytes, end);
    for (let i = 0; i < text.length; i++) this.bytes[start + i] = text.charCodeAt(i);
    return this.starts.push(end) - 2;
  }

  write(number: number, out: WrittenBytes): void {
    const { bytes, starts } = this;
    const to = starts[number + 1] ?? 0;
    const into = out.bytes;
    let { end } = out;
    for (let at = starts[number] ?? 0; at < to; at++) into[end++] = bytes[at] ?? 0;
    out.end = end;
  }

  isAt(number: number, text: string, from: number, to: number): boolean {
    const { bytes, starts } = this;
    const start = starts[number] ?? 0;
    if ((starts[number + 1] ?? 0) - start !== to - from) return false;
    for (let i = from; i < to; i++) if (bytes[start + i - from] !== text.charCodeAt(i)) return false;
    return true;
  }
}

/** A hash that whoever looks at every letter anyway makes on the way. */
export const nextHash = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);

export function hashOf(word: string): number {
  let hash = 0;
  for (let i = 0; i < word.length; i++) hash = nextHash(hash, word.charCodeAt(i));
  return hash;
}

/** Those that are looked for, each once. */
export class ByteWords {
  private readonly texts = new ByteTexts();
  private readonly hashes: number[] = [];
  /** One more than a word's number, at the place that its hash names or behind it; 0 is free. */
  private slots = new Uint32Array(1 << 8);

  get count(): number {
    return this.texts.count;
  }

  /** The number of the word that stands there in a text; -1 if it is none of them. */
  find(text: string, from: number, to: number, hash: number): number {
    const { slots, hashes } = this;
    const last = slots.length - 1;
    for (let slot = toSlot(hash) & last; ; slot = (slot + 1) & last) {
      const found = (slots[slot] ?? 0) - 1;
      if (found < 0 || (hashes[found] === hash && this.texts.isAt(found, text, from, to))) return found;
    }
  }

  /** It must not be there yet. */
  add(word: string, hash: number): number {
    this.hashes.push(hash);
    const number = this.texts.push(word);
    if (this.count * 2 > this.slots.length) this.spread();
    else this.place(number);
    return number;
  }

  write(number: number, out: WrittenBytes): void {
    this.texts.write(number, out);
  }

  private place(number: number): void {
    const last = this.slots.length - 1;
    let slot = toSlot(this.hashes[number] ?? 0) & last;
    while (this.slots[slot] !== 0) slot = (slot + 1) & last;
    this.slots[slot] = number + 1;
  }

  private spread(): void {
    this.slots = new Uint32Array(this.slots.length * 4);
    for (let number = 0; number < this.count; number++) this.place(number);
  }
}

/** The lowest bits of a hash follow from the lowest bits of the letters. */
const toSlot = (hash: number): number => hash ^ (hash >>> 15);

function enlarged(bytes: Uint8Array, least: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(least, bytes.length * 2));
  larger.set(bytes);
  return larger;
}
