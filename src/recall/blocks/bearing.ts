/** Scores how relevant memories are to a prompt, by shared words and by the conditions that people wrote. */
import { isInCondition, partsOf } from "../../memory/records/condition.ts";
import { rarityOf, toWords } from "../../text/distinctive-words.ts";
import type { Query } from "./query.ts";
import type { MemoryFact } from "./types.ts";

/** Common activities. They do not tell the subject of a condition. */
const GENERAL = new Set(
  toWords(
    "whenever during while touching changing change adding add removing editing edit updating update working work writing " +
      "write modifying modify creating create fixing fix running run doing handling reading read building reviewing " +
      "looking dealing asked asking something anything anyone somebody code file files module part place thing project",
  ),
);

/**
 * What each counts, so that the usual threshold is where it belongs: a logistic regression over the pairs of prompts and memories of
 * bench/corpora, in round numbers. Each hand's material with the words and weights of the others: 95 % of the prompts get theirs where
 * they use its words, and 1.8 % of the unrelated ones get one. `third` was added by hand afterwards.
 */
const WEIGHTS = {
  touched: 0.5,
  untouched: -0.2,
  covered: 0.7,
  rarest: 1.8,
  second: 2,
  third: 0.4,
  subject: 1.3,
};
/** A word that is only the verb of the request. */
const AS_VERB = 0.3;

/** With two memories about webhooks, the word still helps to choose: computed as if this many others existed. */
const FEW = 10;

interface Bearing {
  evidence: number;
  /** Its condition holds, so it is injected regardless of its score. */
  isBinding: boolean;
}

/** In the same order as the memories. */
export function bearingOf(query: Query, memories: readonly MemoryFact[]): Bearing[] {
  const said = new Set(query.words);
  const texts = memories.map(({ text, disclosure = "" }) => new Set(toWords(`${text} ${disclosure}`)));
  const all = Math.log(memories.length + FEW);
  // A word that occurs in many memories does not distinguish them.
  const tellingOf = (word: string) =>
    rarityOf(word) *
    (1 - Math.log(Math.max(1, texts.filter((words) => words.has(word)).length)) / all) *
    (query.verbs.includes(word) ? AS_VERB : 1);
  const telling = new Map(query.words.map((word) => [word, tellingOf(word)]));
  return memories.map(({ text, disclosure }, index) => {
    const shared = query.words.filter((word) => texts[index]?.has(word) && !GENERAL.has(word));
    const [rarest = 0, second = 0, third = 0] = shared
      .map((word) => telling.get(word) ?? 0)
      .sort((a, b) => b - a);
    const words = rarest * WEIGHTS.rarest + second * WEIGHTS.second + third * WEIGHTS.third;
    if (disclosure === undefined) {
      const subject = subjectOf(text).reduce((sum, word) => sum + (telling.get(word) ?? 0), 0);
      return { evidence: words + subject * WEIGHTS.subject, isBinding: false };
    }
    const covered = coverage(disclosure, said, query.paths);
    const condition = covered === 0 ? WEIGHTS.untouched : WEIGHTS.touched + covered * WEIGHTS.covered;
    return { evidence: words + condition, isBinding: covered === 1 };
  });
}

/** The subject of a sentence: its words up to the first verb. */
function subjectOf(text: string): string[] {
  const [subject = ""] = text.replace(LEADS_IN, "").split(SAYS, 1);
  return toWords(subject)
    .slice(0, SUBJECT_WORDS)
    .filter((word) => !GENERAL.has(word));
}
const SUBJECT_WORDS = 3;
const LEADS_IN = /^(?:(?:the|a|an|our|your|all|every|each|any|we use|always|never|please) )+/i;
const SAYS =
  /[,.;:!?()]|\s(?:is|are|was|were|be|has|have|had|do|does|must|should|may|can|will|needs?|goes|go|runs?|lives?|uses?|starts?|stays?|belongs?|keeps?|comes?|takes?|gets?|means?|that|which|not|only)\s/i;

const PLACE = /[\w@.*-]*\/[\w@./*-]*|\*\.\w+/g;
/** "Adding or changing an alert text": both verbs are the action, not the subject. */
const TWO_VERBS = /\b\w+(ing|ed|s) or \w+\1\b(?= (?!in\b|of\b|on\b|for\b|at\b|with\b)\w)/gi;
const OR = /\bor\b|[,;|]|(?<=(?:^|\s)\w+)\/(?=\w+(?:\s|$))|或|또는/i;

/** How much of the condition, or of its best alternative, the prompt covers: 1 if it holds. */
export function coverage(condition: string, said: ReadonlySet<string>, paths: readonly string[]): number {
  const { wanted } = partsOf(condition);
  const parts = wanted
    .replace(TWO_VERBS, " ")
    .split(OR)
    .map((part) => {
      const places = part.match(PLACE) ?? [];
      // A path is one unit: for `src/pay/`, neither `src` nor `pay` alone is enough.
      const isThere = places.some((place) => paths.some((path) => isInCondition(place, toFile(path)) > 0));
      const words = toWords(part.replace(PLACE, " "));
      return { places, isThere, words, telling: words.filter((word) => !GENERAL.has(word)) };
    });
  // A condition of general words only, such as "when building", has no other evidence.
  const isGeneral = parts.every(({ places, telling }) => places.length + telling.length === 0);
  const shares = parts.map(({ isThere, words, telling }) => {
    const needed = isGeneral ? words : telling;
    if (needed.length === 0) return isThere ? 1 : 0;
    const [got, whole] = [needed.filter((word) => said.has(word)), needed].map((some) =>
      some.reduce((sum, word) => sum + rarityOf(word), 0),
    ) as [number, number];
    return got / whole;
  });
  return Math.max(0, ...shares);
}

/** A folder in a prompt stands for the files in it. */
const toFile = (path: string) => (path.endsWith("/") ? `${path}_` : path);
