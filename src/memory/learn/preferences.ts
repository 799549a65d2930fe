/** The rules that a session's user laid down, each with its own sentence as evidence. Reads records, decides nothing else. */

import type { SessionMaterial } from "../../store/records/material.ts";
import type { Prompt } from "../../store/records/records.ts";
import { toWords } from "../../text/distinctive-words.ts";
import { cut } from "../../text/quote.ts";
import { type Correction, correctionIn, corrects } from "./correction.ts";
import { type Clarity, clarityOf } from "./rules.ts";
import { isPasted, isReview, isSomeoneElses, isTaskList, sentencesOf } from "./sentences.ts";
import type { LearnedFrom } from "./types.ts";

export interface SaidRule {
  /** What the rule says: the user's sentence, with the one before it where it says only "this". */
  text: string;
  /** The user's own sentence. */
  evidence: string;
  clarity: Clarity;
  /** Present in "use X, not Y": a known rule that demands Y is replaced. */
  correction?: Correction;
  provenance: LearnedFrom;
}

/** Of one session; somebody who orders more describes a task. */
const MOST = 8;

export function rulesIn(session: Pick<SessionMaterial, "prompts">): SaidRule[] {
  const found = new Map<string, SaidRule>();
  for (const prompt of [...session.prompts].sort((a, b) => a.at - b.at)) {
    if (prompt.agentId !== undefined) continue;
    for (const rule of rulesOf(prompt)) {
      const id = idOf(rule.evidence);
      if (id !== undefined && !found.has(id)) found.set(id, rule);
    }
  }
  return [...found.values()].slice(0, MOST);
}

function rulesOf(prompt: Prompt): SaidRule[] {
  if (isPasted(prompt.text) || isReview(prompt.text)) return [];
  const isTask = isTaskList(prompt.text);
  const sentences = sentencesOf(prompt.text);
  return sentences.flatMap((sentence, index): SaidRule[] => {
    if (isSomeoneElses(sentence)) return [];
    const clarity = clarityOf(sentence);
    if (clarity === undefined) return [];
    const before = sentences[index - 1];
    const isVague = POINTS_BACK.test(sentence) && toWords(sentence).length <= VAGUE_WORDS;
    const { sessionId, key, at } = prompt;
    const correction = correctionIn(sentence);
    return [
      {
        text: isVague && before !== undefined ? `${cut(before, 200)} ${sentence}` : sentence,
        evidence: sentence,
        // Among the items of a task, or about a "this" that nobody named, it needs the user's word.
        clarity: isTask || (isVague && before === undefined) ? "unclear" : clarity,
        ...(correction === undefined ? {} : { correction }),
        provenance: { sessionId, key, at },
      },
    ];
  });
}

/** "Make sure this never happens again": what "this" is stands in the sentence before. */
const POINTS_BACK =
  /\b(?:this|that|it|these|those)\s+(?:never|always|should|must|doesn'?t|does not|won'?t|happens?|is)\b|\b(?:do|doing) (?:this|that|it)\b|(?:不要|別|别)再?(?:這樣|这样)|이렇게|그렇게/i;

/** With so few words of its own, a sentence that points back says nothing alone. */
const VAGUE_WORDS = 3;

function idOf(sentence: string): string | undefined {
  const words = toWords(sentence);
  return words.length < 2 ? undefined : words.sort().join(" ");
}

const ALIKE = 0.6;

/** The same sentence, or most of the telling words are the same and both forbid or both demand. */
export function isSameRule(a: string, b: string): boolean {
  if (letters(a) === letters(b)) return true;
  if (NEGATES.test(a) !== NEGATES.test(b)) return false;
  const [first, second] = [correctionIn(a), correctionIn(b)];
  // "X, not Y" and "Y, not X" have the same words and are opposites.
  if (first !== undefined && second !== undefined && first.wanted === second.unwanted) return false;
  const wordsA = new Set(toWords(a));
  const wordsB = new Set(toWords(b));
  const shared = [...wordsA].filter((word) => wordsB.has(word)).length;
  return shared >= 2 && shared / (wordsA.size + wordsB.size - shared) >= ALIKE;
}

const letters = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const NEGATES =
  /\b(?:never|don'?t|do not|stop|avoid|no|not)\b|不要|不能|切勿|禁止|別|别|하지 ?마|절대|말고|금지/i;

/** Whether the new rule puts an end to the known one. */
export function isReplacedBy(known: string, rule: Pick<SaidRule, "correction" | "evidence">): boolean {
  if (rule.correction !== undefined && corrects(rule.correction, known)) return true;
  return isOpposite(known, rule.evidence);
}

/** "Always squash commits", then "never squash commits": the later one counts. */
function isOpposite(a: string, b: string): boolean {
  if (NEGATES.test(a) === NEGATES.test(b)) return false;
  const words = (text: string) =>
    new Set(toWords(text).filter((word) => !/^(?:alway|never|don|stop|avoid)/.test(word)));
  const [wordsA, wordsB] = [words(a), words(b)];
  const shared = [...wordsA].filter((word) => wordsB.has(word)).length;
  return shared >= 2 && shared / (wordsA.size + wordsB.size - shared) >= 0.8;
}
