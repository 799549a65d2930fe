/**
 * S1.18: what was decided, as the words say it. Precision first: a wrong "decision" is repeated to every session that
 * follows, a missed one can still be found by search.
 */
import type { Observation, Prompt, Response } from "../../store/records/records.ts";
import { toWords } from "../../text/distinctive-words.ts";
import { HEDGED, MOMENTARY, QUESTION } from "./rule-patterns.ts";
import { clarityOf } from "./rules.ts";
import { isPasted, isReview, isSomeoneElses, sentencesOf } from "./sentences.ts";
import type { LearnedFrom } from "./types.ts";

interface Decision {
  /** What was decided: the sentence, or question and answer. */
  text: string;
  /** The sentence that it comes from. */
  evidence: string;
  /** `user`: the user's own words; `answer`: chosen by the user from a list; `assistant`: said by the model. */
  by: "user" | "answer" | "assistant";
  provenance: LearnedFrom;
}

/** What is chosen must be named: "let's go with that" says nothing tomorrow. */
const NAMED =
  "(?!(?:this|that|it|these|those|them|the (?:first|second|third|last|latter|former|other)|option|both|all|your|my|one|an?y?|\\d|[a-e]\\b|yes|no|ahead)\\b|[a-e]\\)|\\d)";

const USER: readonly RegExp[] = [
  new RegExp(
    `\\b(?:let'?s|we(?:'ll| will|'re going to| are going to)|i(?:'ll| will)) (?:go|stick|stay|keep going) (?:with|to|on) ${NAMED}\\S`,
    "i",
  ),
  new RegExp(
    `\\b(?:let'?s|we(?:'ll| will| are going to|'re going to)) (?:use|adopt|keep|standardi[sz]e on|settle on|build (?:it )?on) ${NAMED}\\S`,
    "i",
  ),
  new RegExp(`\\bwe(?:'re| are) (?:going|staying|sticking) (?:with|on|to) ${NAMED}\\S`, "i"),
  /\b(?:i|we)(?:'ve| have)? (?:decided|agreed|settled) (?:that|to|on|against|not to)\b/i,
  /\b(?:i|we)(?:'ve| have)? (?:chose|chosen|picked|opted for|went with)\b/i,
  /^(?:the )?(?:final )?decision(?: is)?\s*:?\s+\S/i,
  new RegExp(`^(?:ok(?:ay)?,? |yes,? |so,? |then )*go with ${NAMED}\\S.{2,}`, "i"),
  /(?:決定|决定)(?:了)?(?:[:：]|要|用|採用|采用|不|改|保留|使用|把|將|将)|就用\s?\S|(?:我們|我们|大家)?(?:採用|采用|選用|选用|選擇|选择了?)\s?\S{2}/,
  /결정\s?[:：]|(?:으)?로 (?:결정|하기로|가자|갑시다|하자)|하기로 (?:했|하자|합니다|결정)|기로 했/,
];

const ASSISTANT: readonly RegExp[] = [
  /^(?:[-*] )?decision\s*:\s+(?!whether)\S/i,
  /\bwe (?:have |'ve )?(?:decided|agreed) (?:that|to|on|against)\b/i,
  /(?:決定|决定|결정)\s?[:：]/,
];

/** Of one session. */
const MOST = 3;
/** A decision names what it is about. */
const FEWEST_WORDS = 1;

export function decisionsMade(history: {
  prompts: readonly Prompt[];
  observations: readonly Observation[];
  responses?: readonly Response[];
}): Decision[] {
  const found = [
    ...history.prompts.flatMap((prompt) =>
      isPasted(prompt.text) || isReview(prompt.text) ? [] : decisionsOf(prompt, USER, "user"),
    ),
    ...history.observations.flatMap(answersOf),
    ...(history.responses ?? []).flatMap((response) => decisionsOf(response, ASSISTANT, "assistant")),
  ];
  const order = { user: 0, answer: 1, assistant: 2 };
  // The last word on a matter counts; of several matters, those that the user put into words himself.
  const newest = found.sort((a, b) => order[a.by] - order[b.by] || b.provenance.at - a.provenance.at);
  const different = new Map(newest.toReversed().map((one) => [toWords(one.text).sort().join(" "), one]));
  return newest.filter((one) => [...different.values()].includes(one)).slice(0, MOST);
}

function decisionsOf(
  { text, agentId, sessionId, key, at }: Prompt | Response,
  patterns: readonly RegExp[],
  by: Decision["by"],
): Decision[] {
  if (agentId !== undefined) return [];
  return sentencesOf(text)
    .map((sentence) => sentence.replace(/[*_`]{2,}/g, ""))
    .filter((sentence) => isDecision(sentence, patterns))
    .map((sentence) => ({ text: sentence, evidence: sentence, by, provenance: { sessionId, key, at } }));
}

function isDecision(sentence: string, patterns: readonly RegExp[]): boolean {
  if (QUESTION.test(sentence) || MOMENTARY.test(sentence) || isSomeoneElses(sentence)) return false;
  if (HEDGED.test(sentence) || MOVES_ON.test(sentence) || toWords(sentence).length < FEWEST_WORDS)
    return false;
  return patterns.some((pattern) => pattern.test(sentence)) && clarityOf(sentence) !== "clear";
}

/** "Let's keep going", "let's use the debugger to see …": the next step, not a decision. */
const MOVES_ON =
  /\b(?:let'?s|we'?ll|we will) (?:keep (?:going|an eye|it|this|that|working|on)|use (?:this|that|it)|go (?:with )?(?:ahead|on|over|through|back))\b|\bto (?:see|check|find out|debug|understand|test) (?:if|what|why|whether|how)\b|\b(?:next|then|later|instead)\s*[.!]?$/i;

/** What the user chose when the model asked: "Which database? → Postgres". */
function answersOf({ agentId, sessionId, key, at, ...call }: Observation): Decision[] {
  if (agentId !== undefined) return [];
  return chosenIn(call).flatMap(({ question, answer }): Decision[] => {
    if (!OPEN_QUESTION.test(question) || NEXT_STEP.test(question) || GO_AHEAD.test(answer)) return [];
    if (toWords(answer).length === 0) return [];
    const text = `${question} → ${answer}`;
    return [{ text, evidence: text, by: "answer", provenance: { sessionId, key, at } }];
  });
}

/** Questions and answers of an AskUserQuestion call. The client answers with JSON; older ones with `"question"="answer"`. */
export function chosenIn({
  toolName,
  ok,
  response,
}: Pick<Observation, "toolName" | "ok" | "response">): { question: string; answer: string }[] {
  if (toolName !== "AskUserQuestion" || !ok) return [];
  const pairs = [
    ...response.matchAll(/"([^"]{1,300})"="([^"]{1,300})"/g),
    // The whole answer may be cut off at its end, so it is not parsed as one JSON value.
    ...(/"answers":\s*\{([^}]{0,4000})/.exec(response)?.[1] ?? "").matchAll(
      /"([^"]{1,300})":\s*"([^"]{1,300})"/g,
    ),
  ];
  return pairs.map(([, question = "", answer = ""]) => ({
    question: question.trim(),
    answer: answer.replace(/\s*\(recommended\)/i, "").trim(),
  }));
}

/** Asks for a choice, not for leave to go on. */
const OPEN_QUESTION =
  /\b(?:which|what|how|where|who|or)\b|哪|怎|什麼|什么|還是|还是|어떤|무엇|어디|어떻게|아니면/i;
const NEXT_STEP = /\b(?:next|ready|proceed|can i|may i|shall i|start with|first)\b|下一步|다음/i;
const GO_AHEAD =
  /^(?:yes|no|ok(?:ay)?|proceed|continue|go ahead|skip|cancel|stop|later|none|do it|looks good|commit|push|other|是|否|好|네|예|아니요)\b/i;
