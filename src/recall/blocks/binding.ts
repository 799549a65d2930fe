/** Memories that are injected whatever their score: their condition holds, or a word of the prompt can mean only them. */
import { commonness, toWords } from "../../text/distinctive-words.ts";
import type { Query } from "./query.ts";
import type { MemoryFact } from "./types.ts";

/** What people do, and what they do it to in general: it says nothing of what a condition is about. */
const GENERAL = new Set(
  toWords(
    "whenever during while touching changing change adding add removing editing edit updating update working work writing " +
      "write modifying modify creating create fixing fix running run doing handling reading read building reviewing " +
      "looking dealing asked asking something anything anyone somebody code file files module part place thing project",
  ),
);

export const CONDITION = "its condition holds";

/** The subject of a sentence stands at its beginning. */
const SUBJECT_WORDS = 3;

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
    if (!isWhole) continue;
    // "Sessions are stored" is about sessions, not about a store.
    const done = new Set(
      toWords((text.match(/(?<=\b(?:is|are|was|were|be|been)\s(?:\w+\s)?)[a-z]+ed\b/g) ?? []).join(" ")),
    );
    const telling = toWords(text)
      .slice(0, SUBJECT_WORDS)
      .filter((word) => prompt.has(word) && isTelling(word) && !done.has(word) && !verbs.includes(word));
    if (telling.some((word) => words.filter((all) => all.has(word)).length === 1))
      found.set(uri, "only this memory has the word");
  }
  return found;
}

/** All content words of the condition, or of one of its alternatives, are in the prompt. */
export function conditionHolds(condition: string, prompt: ReadonlySet<string>): boolean {
  return condition.split(/\bor\b|[,;/|]|或|또는/i).some((part) => {
    const words = toWords(part);
    const telling = words.filter((word) => !GENERAL.has(word));
    // A condition of general words alone, as "when building", has nothing else to go by.
    const needed = telling.length > 0 ? telling : words;
    return needed.length > 0 && needed.every((word) => prompt.has(word));
  });
}

function isTelling(word: string): boolean {
  return !GENERAL.has(word) && commonness(word) < 0.1 && word.length > 2;
}
