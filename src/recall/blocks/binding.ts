/** Memories that are injected whatever their score: their condition holds, or a word of the prompt can mean only them. */
import { partsOf } from "../../memory/records/condition.ts";
import { commonness, toWords } from "../../text/distinctive-words.ts";
import type { Query } from "./query.ts";
import type { MemoryFact } from "./types.ts";

/** What people do, and what they do it to in general: it says nothing of what a condition is about. */
const GENERAL = new Set(
  toWords(
    "whenever during while touching changing change adding add removing editing edit updating update working work writing " +
      "write modifying modify creating create fixing fix running run doing handling reading read building reviewing " +
      "looking dealing asked asking something anything anyone somebody code file files module part place thing project " +
      "number many few one two three four five six seven eight nine ten first second third last new old behind",
  ),
);

export const CONDITION = "its condition holds";

/** So many words of the prompt make a memory bear on it: one alone may be chance. */
const ENOUGH_WORDS = 2;

/** By URI, with the reason. `isWhole`: these are all memories of the project, and few. */
export function bindingMemories(
  { words: asked, verbs }: Pick<Query, "words" | "verbs">,
  memories: readonly MemoryFact[],
  isWhole: boolean,
): Map<string, string> {
  const prompt = new Set(asked);
  const found = new Map<string, string>();
  const words = memories.map(({ text, disclosure = "" }) => new Set(toWords(`${text} ${disclosure}`)));
  for (const { uri, text, disclosure } of memories) {
    if (disclosure !== undefined) {
      if (conditionHolds(disclosure, prompt)) found.set(uri, CONDITION);
      continue;
    }
    const [subject = "", ...more] = isWhole ? subjectOf(text) : [];
    const isAsked = prompt.has(subject) && isTelling(subject) && !verbs.includes(subject);
    if (isAsked && more.length === 0 && words.filter((all) => all.has(subject)).length === 1)
      found.set(uri, "only this memory is about the word");
  }
  return found;
}

/**
 * Whether they have enough in common to be about the same thing: telling words, or words of what the memory is about. Where a
 * person has said when it helps, one of those words is among them, unless the evidence `isStrong`.
 */
export function isAbout(
  words: readonly string[],
  { text, disclosure }: MemoryFact,
  isStrong: boolean,
): boolean {
  const when = toWords(disclosure ?? "").filter((word) => !GENERAL.has(word));
  if (disclosure !== undefined && !isStrong && !when.some((word) => words.includes(word))) return false;
  const subject = [...subjectOf(text), ...when];
  const own = new Set([...toWords(text), ...when]);
  const shared = words.filter((word) => own.has(word) && (isTelling(word) || subject.includes(word)));
  return shared.length >= ENOUGH_WORDS;
}

/** What a sentence is about: its words up to the first one that says something of them. */
function subjectOf(text: string): string[] {
  const [subject = ""] = text.replace(LEADS_IN, "").split(SAYS, 1);
  return toWords(subject).slice(0, SUBJECT_WORDS);
}
const SUBJECT_WORDS = 3;
const LEADS_IN = /^(?:(?:the|a|an|our|your|all|every|each|any|we use|always|never|please) )+/i;
const SAYS =
  /[,.;:!?()]|\s(?:is|are|was|were|be|has|have|had|do|does|must|should|may|can|will|needs?|goes|go|runs?|lives?|uses?|starts?|stays?|belongs?|keeps?|comes?|takes?|gets?|means?|that|which|not|only)\s/i;

/** All content words of the condition, or of one of its alternatives, are in the prompt. */
export function conditionHolds(condition: string, prompt: ReadonlySet<string>): boolean {
  // A path is one thing: of `src/pay/` neither `src` nor `pay` alone is enough.
  return partsOf(condition)
    .wanted.split(/\bor\b|[,;|]|(?<=(?:^|\s)\w+)\/(?=\w+(?:\s|$))|或|또는/i)
    .some((part) => {
      const words = toWords(part);
      const telling = words.filter((word) => !GENERAL.has(word));
      // A condition of general words alone, as "when building", has nothing else to go by.
      const needed = telling.length > 0 ? telling : words;
      return needed.length > 0 && needed.every((word) => prompt.has(word));
    });
}

function isTelling(word: string): boolean {
  return !GENERAL.has(word) && commonness(word) < 0.1 && !/^\w{1,2}$/.test(word);
}
