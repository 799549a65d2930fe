/**
 * Two memories that cannot both hold: about the same thing, and they differ in a number, in which of two ways is the
 * right one, or in whether it is to be done at all. Careful on purpose: a pair is shown to the user, who decides.
 */
import { toAllWords } from "../../text/distinctive-words.ts";

interface Statement {
  id: string;
  /** What it is about, in a line. */
  head: string;
  body: string;
}

export interface Contradiction {
  a: string;
  b: string;
  why: "number" | "choice" | "negation";
}

const SAME_SENTENCE = 0.7;

export function contradictionsIn(statements: readonly Statement[]): Contradiction[] {
  const known = statements.map((one) => ({ ...one, ...featuresOf(one) }));
  const byWord = new Map<string, number[]>();
  for (const [place, { words }] of known.entries()) {
    for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), place]);
  }
  const found: Contradiction[] = [];
  for (const [place, one] of known.entries()) {
    const shared = new Map<number, number>();
    for (const word of one.words) {
      const places = byWord.get(word) ?? [];
      // What every memory says joins none of them.
      if (places.length > Math.max(20, known.length / 4)) continue;
      for (const other of places) if (other > place) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
    for (const [at, count] of shared) {
      const other = known[at];
      if (other === undefined || count < 2) continue;
      const why = whyOf(one, other);
      if (why !== undefined) found.push({ a: one.id, b: other.id, why });
    }
  }
  return found;
}

interface Features {
  /** Of all its sentences. */
  words: Set<string>;
  /** Its line in the index, and the sentence that its body begins with. */
  sentences: Sentence[];
  /** The right way and the wrong one: `pnpm>npm`. */
  choices: [string, string][];
}

interface Sentence {
  words: Set<string>;
  numbers: Set<string>;
  isNegated: boolean;
}

function featuresOf({ head, body }: Statement): Features {
  const fact = body.split(/\n\s*\*\*/)[0] ?? "";
  const first = fact.split("\n").find((line) => line.trim() !== "") ?? "";
  const sentences = [head, first.split(/(?<=[.!?])\s/)[0] ?? ""]
    .filter((text) => text !== "")
    .map(toSentence);
  return {
    words: new Set(sentences.flatMap(({ words }) => [...words])),
    sentences,
    choices: choicesIn(`${head} ${fact}`),
  };
}

function toSentence(text: string): Sentence {
  return {
    words: new Set(toAllWords(text)),
    numbers: new Set([...text.matchAll(/\d+(?:[.,]\d+)?/g)].map(([number]) => number)),
    isNegated: NEGATION.test(text),
  };
}

const NEGATION =
  /\b(?:not|never|don't|doesn't|must not|no longer|nicht|nie|kein\w*)\b|不要|不可|不能|不得|禁止|勿|않|금지|말 것|마라/i;

/** "use A, not B", "A instead of B", "not B but A". */
function choicesIn(text: string): [string, string][] {
  const name = "[`\"']?([\\p{L}\\p{N}@][\\p{L}\\p{N}@./_-]*)[`\"']?";
  const patterns: [RegExp, boolean][] = [
    [new RegExp(`${name},?\\s+(?:not|never|instead of|rather than|nicht|statt)\\s+${name}`, "giu"), false],
    [new RegExp(`(?:not|nicht)\\s+${name}\\s+(?:but|sondern)\\s+${name}`, "giu"), true],
  ];
  return patterns.flatMap(([pattern, isReversed]) =>
    [...text.matchAll(pattern)].map(([, a = "", b = ""]): [string, string] => {
      const [right, wrong] = isReversed ? [b, a] : [a, b];
      return [right.toLowerCase(), wrong.toLowerCase()];
    }),
  );
}

function whyOf(a: Features, b: Features): Contradiction["why"] | undefined {
  const isReversed = a.choices.some(([right, wrong]) =>
    b.choices.some(([otherRight, otherWrong]) => right === otherWrong && wrong === otherRight),
  );
  if (isReversed) return "choice";
  for (const one of a.sentences) {
    for (const other of b.sentences) {
      if (similarity(one.words, other.words) < SAME_SENTENCE) continue;
      const haveNumbers = one.numbers.size > 0 && other.numbers.size > 0;
      if (haveNumbers && one.numbers.isDisjointFrom(other.numbers)) return "number";
      if (one.isNegated !== other.isNegated) return "negation";
    }
  }
  return undefined;
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = a.intersection(b).size;
  return both === 0 ? 0 : both / (a.size + b.size - both);
}
