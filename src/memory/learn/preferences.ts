/** Extracts the rules that a session's user stated, each with its sentence as evidence. It only reads records. */

import type { SessionMaterial } from "../../store/records/material.ts";
import type { Prompt } from "../../store/records/records.ts";
import { toWords } from "../../text/distinctive-words.ts";
import { lettersOf } from "../../text/quote.ts";
import { type Correction, correctionIn, corrects } from "./correction.ts";
import { readPrompt } from "./read-prompt.ts";
import type { Clarity } from "./rules.ts";

/** The source of something learned. */
export interface LearnedFrom {
  sessionId: string;
  /** Key of the record that shows it. */
  key: string;
  at: number;
}

export interface SaidRule {
  /** The rule: the user's sentence, with the previous one if it says only "this". */
  text: string;
  /** The user's own sentence. */
  evidence: string;
  clarity: Clarity;
  /** The user asked Pawl to remember it; it may be a fact. */
  isRequest?: boolean;
  /** Present in "use X, not Y": an existing rule that demands Y is replaced. */
  correction?: Correction;
  provenance: LearnedFrom;
}

/** Maximum per session. A user who gives more orders is describing a task. */
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

function rulesOf({ text, sessionId, key, at }: Prompt): SaidRule[] {
  const { rules, asks } = readPrompt(text);
  const provenance = { sessionId, key, at };
  const requests = asks.map((ask) => ({ ...ask, isRequest: true }));
  return [...requests, ...rules].map((said) => {
    const correction = correctionIn(said.evidence);
    return { ...said, ...(correction === undefined ? {} : { correction }), provenance };
  });
}

function idOf(sentence: string): string | undefined {
  const words = toWords(sentence);
  return words.length < 2 ? undefined : words.sort().join(" ");
}

const ALIKE = 0.6;

/** The same sentence, or mostly the same distinctive words with both forbidding or both demanding. */
export function isSameRule(a: string, b: string): boolean {
  if (lettersOf(a) === lettersOf(b)) return true;
  if (NEGATES.test(a) !== NEGATES.test(b)) return false;
  const [first, second] = [correctionIn(a), correctionIn(b)];
  // "X, not Y" and "Y, not X" share their words but are opposites.
  if (first !== undefined && second !== undefined && first.wanted === second.unwanted) return false;
  return areAlike(toWords(a), toWords(b), ALIKE);
}

function areAlike(a: readonly string[], b: readonly string[], least: number): boolean {
  const [first, second] = [new Set(a), new Set(b)];
  const shared = first.intersection(second).size;
  return shared >= 2 && shared / (first.size + second.size - shared) >= least;
}

const NEGATES =
  /\b(?:never|don'?t|do not|stop|avoid|no|not)\b|不要|不能|切勿|禁止|別|别|하지 ?마|절대|말고|금지/i;

/** True if the new rule replaces the existing one. */
export function isReplacedBy(known: string, rule: Pick<SaidRule, "correction" | "evidence">): boolean {
  if (rule.correction !== undefined && corrects(rule.correction, known)) return true;
  return isOpposite(known, rule.evidence);
}

/** "Always squash commits", then "never squash commits": the later one counts. */
function isOpposite(a: string, b: string): boolean {
  if (NEGATES.test(a) === NEGATES.test(b)) return false;
  const words = (text: string) =>
    toWords(text).filter((word) => !/^(?:alway|never|don|stop|avoid)/.test(word));
  return areAlike(words(a), words(b), 0.8);
}
