/** A prompt as the sentences that its user wrote: without code, quotations and what was pasted or generated. */
import { cut } from "../../text/quote.ts";

/** A person's order is short. What is longer was pasted. */
const LONGEST_SENTENCE = 300;
const LONGEST_PROMPT = 6000;

/** The user's own words: no code, no quotation, nothing that the client wrapped in tags. */
export function sentencesOf(text: string): string[] {
  return text
    .slice(0, LONGEST_PROMPT)
    .replace(/```[\s\S]*?(?:```|$)/g, "\n")
    .replace(/<([a-z][\w-]{0,60})\b[^>]{0,300}>[\s\S]*?<\/\1>/gi, "\n")
    .split(/\n+|(?<=[.!?])\s+|(?<=[。！？])/)
    .filter((line) => !/^\s*[>|<⎿⏺❯│]/.test(line))
    .map((line) => oneLine(line.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/, "")))
    .filter((line) => line.length >= 4 && line.length <= LONGEST_SENTENCE)
    .map((line) => cut(line, 200));
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim();
}

/** A prompt with more lines was pasted, or is a plan: what it orders is about this task. */
const MOST_LINES = 25;

/** Words that a client, a hook or another tool put into the user's mouth. */
const GENERATED =
  /^(?:implement the following plan|this session is being continued|you are an? |# )|(?:stop|session ?start|pre ?tool ?use|post ?tool ?use|user ?prompt ?submit|operation stopped by)[\w ]{0,20}\bhook\b|hook (?:feedback|error|says|blocked)|<(?:system-reminder|task-notification)/i;

/** Whether the prompt as a whole is not the user's own words: a plan, a command of the client, the output of a hook. */
export function isPasted(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.startsWith("/") || GENERATED.test(trimmed) || linesOf(trimmed).length > MOST_LINES;
}

const linesOf = (text: string) => text.split("\n").filter((line) => line.trim() !== "");

/** A review comment: it talks about code by line, or advises in the impersonal way of a reviewer. */
const REVIEW =
  /(?:^|\n|[.!] )\s*(?:consider (?:using|adding|whether|extracting|changing|clarifying|renaming|moving|also)\b|nit:|suggestion:)|\b(?:on|at|see) lines? \d+|\(lines? \d+/i;

export function isReview(text: string): boolean {
  return REVIEW.test(text);
}

/** So many items in a list are the description of a task, unless it is called a list of rules. */
const LIST_ITEMS = 4;

export function isTaskList(text: string): boolean {
  const lines = linesOf(text);
  const items = lines.filter((line) => /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/.test(line)).length;
  if (items < LIST_ITEMS && lines.length < 2 * LIST_ITEMS) return false;
  return !/\b(?:rules|conventions|guidelines)\b.{0,40}:?\s*$|(?:規則|规则|規範|规范|규칙).{0,10}[:：]?\s*$/im.test(
    text,
  );
}

/** A log line, a quotation, a line of code: somebody else's words. */
export function isSomeoneElses(sentence: string): boolean {
  return (
    /^["'“‘「『]|^\S+:\d+(?::\d+)?:|^\[|^(?:\d{4}-\d\d|\d\d:\d\d)|^(?:error|warning|warn|info|fatal|traceback|at )\b[:\s]|^(?:[$❯>#%]|\/\/|\/\*|--) ?/i.test(
      sentence,
    ) || /[{};]\s*$|=>|->|<-|\w\(\)\s*[;{]/.test(sentence)
  );
}
