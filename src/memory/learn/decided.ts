/** Finds decisions in a person's words. A wrong one is repeated to later sessions; a missed one is still searchable. */
import { toWords } from "../../text/distinctive-words.ts";
import { QUESTION } from "./rule-patterns.ts";
import { type Clarity, clarityOf, isPlainWord } from "./rules.ts";
import { weighDecision } from "./weigh.ts";
import { classesOf } from "./word-classes.ts";

/** The choice must have a name: "let's go with option 2" means nothing tomorrow. */
const namesOf = (text: string) => toWords(text).filter((word) => !OF_CHOOSING.has(word)).length;
const OF_CHOOSING = new Set(
  toWords(
    "option plan approach choice variant idea solution alternative proposal suggestion version change decide decided " +
      "decision agree agreed choose chosen pick picked settle settled stick final done deal sold",
  ),
);

/** Finds decisions in typed sentences, each with its neighbour if it contains no name itself. */
export function decisionsSaid(
  sentences: readonly string[],
): { text: string; evidence: string; clarity: Clarity }[] {
  return sentences.flatMap((evidence, index) => {
    const weight = weighDecision(evidence, sentences);
    if (weight <= 0 || QUESTION.test(evidence) || clarityOf(evidence) === "clear") return [];
    const [before = "", next = ""] = [sentences[index - 1], sentences[index + 1]];
    const isBehind = namesOf(next) > 0 && !QUESTION.test(next);
    const beside = isBehind ? next : namesOf(before) > 0 ? before : "";
    const whole = isBehind ? `${evidence} ${beside}` : `${beside} ${evidence}`;
    const told = namesOf(evidence) >= ENOUGH || beside === "" ? evidence : whole;
    const isOnlyReason = isReason(next) && weighDecision(next, sentences) <= 0;
    const text = told === evidence && isOnlyReason ? `${evidence} ${next}` : told;
    if (namesOf(text) === 0) return [];
    return [{ text, evidence, clarity: weight >= 1 && isPlainWord(evidence) ? "clear" : "unclear" }];
  });
}
/** "Rust was nice, but the build times kill me.": no task for now. */
const isReason = (next: string) =>
  next !== "" &&
  next.length <= 100 &&
  !QUESTION.test(next) &&
  !classesOf(next).some(({ name }) => OF_TASK.has(name));
const OF_TASK: ReadonlySet<string> = new Set(["task", "you", "can"]);
/** "Unity is out.": with fewer words than this, the next sentence names the replacement. */
const ENOUGH = 4;
