/**
 * Finds two memories that cannot both be true: they share a subject and differ in a number, in the right choice of two, or in
 * whether to do it at all. It is deliberately cautious: the user sees the pair and decides.
 */
import { toAllWords } from "../../text/distinctive-words.ts";
import { correctionIn, corrects } from "../learn/correction.ts";

interface Statement {
  id: string;
  /** Its subject, in one line. */
  head: string;
  body: string;
}

export interface Contradiction {
  a: string;
  b: string;
  why: "number" | "choice" | "negation";
}

const SAME_SENTENCE = 0.7;
/** Longer lists would not be read. */
const MAX_CONTRADICTIONS = 100;
/** A word in this many memories links none of them. */
const COMMON_WORD = 30;

export function contradictionsIn(statements: readonly Statement[]): Contradiction[] {
  const features = statements.map((one) => ({ id: one.id, ...featuresOf(one) }));
  const byWord = new Map<string, number[]>();
  const found: Contradiction[] = [];
  for (const [index, one] of features.entries()) {
    const shared = new Map<number, number>();
    for (const word of one.words) {
      const earlier = byWord.get(word) ?? [];
      for (const other of earlier) shared.set(other, (shared.get(other) ?? 0) + 1);
      if (earlier.length < COMMON_WORD) byWord.set(word, [...earlier, index]);
    }
    for (const [at, count] of shared) {
      const other = features[at];
      if (other === undefined || !mayDiffer(one, other, count)) continue;
      const why = whyOf(other, one);
      if (why !== undefined) found.push({ a: other.id, b: one.id, why });
      if (found.length >= MAX_CONTRADICTIONS) return found;
    }
  }
  return found;
}

/** A cheap check before comparing sentences: two choices, or most words of the shorter one. */
function mayDiffer(one: Features, other: Features, shared: number): boolean {
  const shorter = Math.min(one.words.size, other.words.size);
  if (one.choices.length + other.choices.length > 0) return shared >= Math.min(2, shorter);
  return shared >= SAME_SENTENCE * shorter;
}

/** Whether these two orders cannot both hold. Numbers are a guess that only people see: two facts may count two things. */
export function contradict(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => featuresOf({ id: "", head: text, body: "" }));
  if (one === undefined || other === undefined) return false;
  return ["choice", "negation"].includes(whyOf(one, other) ?? "");
}

interface Features {
  /** The words of all its sentences. */
  words: Set<string>;
  /** Its line in the index, and the first sentence of its text. */
  sentences: Sentence[];
  /** The right way and the wrong one: `pnpm>npm`. */
  choices: [string, string][];
}

interface Sentence {
  text: string;
  words: Set<string>;
  numbers: Set<string>;
  isNegated: boolean;
  correction: ReturnType<typeof correctionIn>;
}

function featuresOf({ head, body }: Statement): Features {
  const fact = body.split(/\n\s*\*\*/)[0] ?? "";
  const first = fact.split("\n").find((line) => line.trim() !== "") ?? "";
  const sentences = [head, first.split(/(?<=[.!?。！？])\s*/)[0] ?? ""]
    .filter((text) => text !== "")
    .map(toSentence);
  return {
    words: new Set(sentences.flatMap(({ words }) => [...words])),
    sentences,
    choices: [...choicesIn(`${head} ${fact}`), ...sentences.flatMap(choiceOf)],
  };
}

/** Words of the order itself, which do not tell its subject. */
const ORDER_WORDS =
  /\b(?:always|never|please|do not|don'?t|must not|must|should not|should|shall|no longer|stop|avoid|not|nicht|nie|immer|use|using)\b|總是|总是|一律|永遠|永远|始終|始终|不要|不可|不能|不得|不准|不許|不许|禁止|切勿|勿|別|别|請|请|必須|必须|都要|使用|採用|采用|用|항상|언제나|절대로?|반드시|무조건|사용|쓰지|하지|하세요|쓰세요|해 ?주세요|마세요|마라|말 ?것|금지|않는다|않|한다/gi;
const NEGATION =
  /\b(?:not|never|don'?t|doesn'?t|no longer|stop|avoid|nicht|nie|kein\w*)\b|不要|不可|不能|不得|不准|不許|不许|禁止|勿|別|别|않|금지|말 ?것|마라|지 ?마/i;

function toSentence(text: string): Sentence {
  const plain = text.replace(/[`*_"'“”]+/g, "").replace(/[.!。！]+\s*$/, "");
  return {
    text: plain,
    words: new Set(
      toAllWords(plain.replace(ORDER_WORDS, " ").replace(/(\p{Script=Hangul})[을를은는]\b/gu, "$1")),
    ),
    numbers: new Set([...plain.matchAll(/\d+(?:[.,]\d+)?/g)].map(([number]) => number)),
    isNegated: NEGATION.test(plain),
    correction: correctionIn(plain),
  };
}

/** "use A, not B", "A instead of B", "not B but A". */
const NAME = "[`\"']?([\\p{L}\\p{N}@](?:[\\p{L}\\p{N}@./_-]*[\\p{L}\\p{N}])?)[`\"']?";
const CHOICES: readonly [RegExp, boolean][] = [
  [new RegExp(`${NAME},?\\s+(?:not|never|instead of|rather than|nicht|statt)\\s+${NAME}`, "giu"), false],
  [new RegExp(`(?:not|nicht)\\s+${NAME}\\s+(?:but|sondern)\\s+${NAME}`, "giu"), true],
];

function choicesIn(text: string): [string, string][] {
  return CHOICES.flatMap(([pattern, isReversed]) =>
    [...text.matchAll(pattern)].map(([, a = "", b = ""]): [string, string] => {
      const [right, wrong] = isReversed ? [b, a] : [a, b];
      return [right.toLowerCase(), wrong.toLowerCase()];
    }),
  );
}

function choiceOf({ correction }: Sentence): [string, string][] {
  return correction === undefined || correction.wanted === ""
    ? []
    : [[correction.wanted, correction.unwanted]];
}

function whyOf(a: Features, b: Features): Contradiction["why"] | undefined {
  const isReversed = a.choices.some(([right, wrong]) =>
    b.choices.some(([otherRight, otherWrong]) => right === otherWrong && wrong === otherRight),
  );
  if (isReversed) return "choice";
  for (const one of a.sentences) {
    for (const other of b.sentences) {
      if (isCorrected(one.text, other) || isCorrected(other.text, one)) return "choice";
      if (similarity(one.words, other.words) < SAME_SENTENCE) continue;
      const haveNumbers = one.numbers.size > 0 && other.numbers.size > 0;
      if (haveNumbers && one.numbers.isDisjointFrom(other.numbers)) return "number";
      if (one.isNegated !== other.isNegated) return "negation";
    }
  }
  return undefined;
}

/** "Always use npm" and "use pnpm, not npm". */
function isCorrected(known: string, { correction }: Sentence): boolean {
  if (correction === undefined || correction.wanted === "" || !corrects(correction, known)) return false;
  const at = known.toLowerCase().indexOf(correction.unwanted);
  const [before, after] = [known.slice(0, at), known.slice(at + correction.unwanted.length)];
  return /(?:\b(?:use|using|prefer)|用)\s*$/i.test(before) || /^\S{0,2}\s?(?:사용|써|쓰)/.test(after);
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = a.intersection(b).size;
  return both === 0 ? 0 : both / (a.size + b.size - both);
}
