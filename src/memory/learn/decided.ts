/** What a person says is decided, in any ordinary wording. A wrong one is repeated to later sessions, a missed one can still be searched. */
import { toWords } from "../../text/distinctive-words.ts";
import { QUESTION } from "./rule-patterns.ts";
import { type Clarity, clarityOf, isPlainWord } from "./rules.ts";
import { weighDecision } from "./said.ts";

/** What is chosen must be named: "let's go with option 2" says nothing tomorrow. */
const names = (text: string) => toWords(text).some((word) => !OF_CHOOSING.has(word));
const OF_CHOOSING = new Set(
  toWords(
    "option plan approach choice variant idea solution alternative proposal suggestion version change decide decided " +
      "decision agree agreed choose chosen pick picked settle settled stick final done deal sold",
  ),
);

/** In these typed sentences, each with its neighbour where it names nothing itself. */
export function decisionsSaid(
  sentences: readonly string[],
): { text: string; evidence: string; clarity: Clarity }[] {
  return sentences.flatMap((evidence, index) => {
    const weight = weighDecision(evidence);
    if (weight <= 0 || QUESTION.test(evidence) || clarityOf(evidence) === "clear") return [];
    const [before = "", next = ""] = [sentences[index - 1], sentences[index + 1]];
    const isAlone = names(evidence) && (evidence.length > SHORT || next === "" || QUESTION.test(next));
    const text = isAlone
      ? evidence
      : names(next) && !QUESTION.test(next)
        ? `${evidence} ${next}`
        : `${before} ${evidence}`;
    if (!names(text)) return [];
    return [{ text, evidence, clarity: weight >= 1 && isPlainWord(text) ? "clear" : "unclear" }];
  });
}
/** "Unity is out.": the next sentence says what comes instead. */
const SHORT = 16;
