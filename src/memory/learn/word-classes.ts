import { Lru } from "../../platform/lru.ts";
import { QUESTION } from "./rule-patterns.ts";
import CLASSES from "./word-classes.json" with { type: "json" };

/**
 * Word classes by which a request to remember and a decision are told from what looks alike, in four languages: who, whether it is
 * asked, must be, may be or is denied, what is done to what, and when. Which classes and neighbours of classes speak for one is
 * fitted, not written down: see `weigh.ts`. The first class that has a word takes it.
 */
const PATTERNS = Object.entries(CLASSES).map(([name, words]) => ({
  name,
  pattern: new RegExp(words, "giu"),
}));
/** Proper names: "Postgres", "k8s"; any word in Latin letters within Chinese or Korean. */
const OWN_NAME =
  /\b(?:[A-Z][a-z]*[A-Z0-9]\w*|[A-Z]{2,}\w*)\b|(?<=[\p{Script=Han}\p{Script=Hangul}，。] ?)[A-Za-z][\w.+#-]+|(?<=[a-z,:] )[A-Z]\w+/gu;

interface Classed {
  /** "_": words of no class. */
  name: string;
  /** The end index in the sentence. */
  end: number;
}

/** A prompt's sentences are looked at from several sides. */
const lately = new Lru<string, Classed[]>(50);

/** A sentence as its classes, in order. */
export function classesOf(sentence: string): readonly Classed[] {
  const classed = lately.get(sentence) ?? classify(sentence);
  lately.set(sentence, classed);
  return classed;
}

function classify(sentence: string): Classed[] {
  const found = [...PATTERNS, { name: "name", pattern: OWN_NAME }].flatMap(({ name, pattern }) =>
    [...sentence.matchAll(pattern)].map((match) => ({
      name,
      at: match.index,
      end: match.index + match[0].length,
    })),
  );
  found.sort((a, b) => a.at - b.at || b.end - a.end);
  const classed: Classed[] = [];
  let end = 0;
  const skipTo = (at: number) => {
    if (sentence.slice(end, at).trim() !== "") classed.push({ name: "_", end: at });
  };
  for (const one of found) {
    if (one.at < end) continue;
    skipTo(one.at);
    classed.push({ name: one.name, end: one.end });
    end = one.end;
  }
  skipTo(sentence.length);
  return classed;
}

/** Classes of the words that request remembering. */
export const REQUEST: ReadonlySet<string> = new Set(["keep", "know", "store", "forget", "mind", "later"]);
export const mayAsk = (line: string): boolean => classesOf(line).some(({ name }) => REQUEST.has(name));

const PUNCTUATION = new Set(["_", "comma", "end", "det"]);

/** Mood and speaker bear on the act, however far away it is: "if … we switch". */
const MOOD = new Set("q if maybe past they not you i we det part lib".split(" "));
const ACT = new Set("choose move drop stay final keep store forget mind know later task name".split(" "));
/** What a neighbouring sentence does: a task follows a decision, a question follows a report. */
const BESIDE = "task choose move drop keep store maybe if bug".split(" ");

/** Classes, adjacent pairs of them, and pairs with a small gap; how it begins; what is said before and after. */
export function classFeatures(sentence: string, before?: string, after?: string): string[] {
  const own = classesOf(sentence).map(({ name }) => name);
  const names = ["^", ...own, "$"];
  const found = new Set(names.map((name) => `%${name}`));
  for (const [at, name] of names.entries()) if (at > 0) found.add(`%${names[at - 1]} ${name}`);
  const telling = own.filter((name) => !PUNCTUATION.has(name));
  for (const [at, name] of telling.entries())
    for (const next of telling.slice(at + 1, at + 4)) found.add(`%${name}..${next}`);
  for (const [at, name] of own.entries())
    if (MOOD.has(name))
      for (const next of own.slice(at + 1)) if (ACT.has(next)) found.add(`%${name}>>${next}`);
  found.add(`^${own.slice(0, 2).join(" ")}`).add(`^${own.slice(0, 3).join(" ")}`);
  for (const [mark, other] of [
    ["<", before],
    [">", after],
  ] as const) {
    const beside = new Set(classesOf(other ?? "").map(({ name }) => name));
    if (other === undefined) found.add(`${mark}none`);
    else if (QUESTION.test(other)) found.add(`${mark}q`);
    for (const name of BESIDE) if (beside.has(name)) found.add(`${mark}${name}`);
  }
  return [...found];
}
