/**
 * Finds decisions in text. Precision comes first: a wrong "decision" is repeated to every later session, a missed one can
 * still be found by search.
 */
import type { Observation, Prompt, Response } from "../../store/records/records.ts";
import { toWords } from "../../text/distinctive-words.ts";
import type { LearnedFrom } from "./preferences.ts";
import { readPrompt } from "./read-prompt.ts";
import { HEDGED, QUESTION } from "./rule-patterns.ts";
import type { Clarity } from "./rules.ts";
import { sentencesOf } from "./typed-text.ts";

interface Decision {
  /** The decision: the sentence, or question and answer. */
  text: string;
  /** The source sentence. */
  evidence: string;
  /** `user`: the user's own words; `answer`: chosen by the user from a list; `assistant`: written by the model. */
  by: "user" | "answer" | "assistant";
  /** `unclear`: the user has to confirm it. */
  clarity?: Clarity;
  provenance: LearnedFrom;
}

const ASSISTANT =
  /^(?:[-*] )?decision\s*:\s+(?!whether)\S|\bwe (?:have |'ve )?(?:decided|agreed) (?:that|to|on|against)\b|(?:決定|决定|결정)\s?[:：]/i;

/** Maximum per session. */
const MOST = 3;

export function decisionsMade(history: {
  prompts: readonly Prompt[];
  observations: readonly Observation[];
  responses?: readonly Response[];
}): Decision[] {
  const found = [
    ...history.prompts.flatMap(decisionsOf),
    ...history.observations.flatMap(answersOf),
    ...(history.responses ?? []).flatMap(modelDecisions),
  ];
  const order = { user: 0, answer: 1, assistant: 2 };
  // The latest decision on a subject counts. Among several subjects, the user's own words come first.
  const newest = found.sort((a, b) => order[a.by] - order[b.by] || b.provenance.at - a.provenance.at);
  const different = new Map(newest.toReversed().map((one) => [toWords(one.text).sort().join(" "), one]));
  return newest.filter((one) => [...different.values()].includes(one)).slice(0, MOST);
}

function decisionsOf({ text, agentId, sessionId, key, at }: Prompt): Decision[] {
  if (agentId !== undefined) return [];
  const provenance = { sessionId, key, at };
  return readPrompt(text).decisions.map((said) => ({ ...said, by: "user" as const, provenance }));
}

function modelDecisions({ text, agentId, sessionId, key, at }: Response): Decision[] {
  if (agentId !== undefined) return [];
  return sentencesOf(text)
    .map((sentence) => sentence.replace(/[*_`]{2,}/g, ""))
    .filter((sentence) => ASSISTANT.test(sentence) && !HEDGED.test(sentence) && !QUESTION.test(sentence))
    .map((said) => ({
      text: said,
      evidence: said,
      by: "assistant" as const,
      provenance: { sessionId, key, at },
    }));
}

/** Answers of the user to questions of the model: "Which database? → Postgres". */
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
    // The end of the answer may be cut off, so it is not parsed as one JSON value.
    ...(/"answers":\s*\{([^}]{0,4000})/.exec(response)?.[1] ?? "").matchAll(
      /"([^"]{1,300})":\s*"([^"]{1,300})"/g,
    ),
  ];
  return pairs.map(([, question = "", answer = ""]) => ({
    question: question.trim(),
    answer: answer.replace(/\s*\(recommended\)/i, "").trim(),
  }));
}

/** Asks for a choice, not for permission to continue. */
const OPEN_QUESTION =
  /\b(?:which|what|how|where|who|or)\b|哪|怎|什麼|什么|還是|还是|어떤|무엇|어디|어떻게|아니면/i;
const NEXT_STEP = /\b(?:next|ready|proceed|can i|may i|shall i|start with|first)\b|下一步|다음/i;
const GO_AHEAD =
  /^(?:yes|no|ok(?:ay)?|proceed|continue|go ahead|skip|cancel|stop|later|none|do it|looks good|commit|push|other|是|否|好|네|예|아니요)\b/i;
