/**
 * Users continue in a new session as if it were the old one: "yes, delete them", "continue", "2". The new session then
 * receives the question at the end of the newest session's last message.
 */
import type { SessionDigest } from "../memory/digest/types.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Store } from "../store/store.ts";
import { dayOf, quoted } from "./blocks/render.ts";
import type { Item } from "./past/item.ts";
import type { ProjectPast } from "./past/past.ts";

const FEW_WORDS = 4;
/** Maximum words of an answer; it may contain a short remark. */
const ANSWER_WORDS = 12;
const CHARACTERS = 420;

const ANSWER =
  /^(?:y(?:es|ep|eah|up)?|no(?:pe)?|ok(?:ay)?|sure|right|correct|agreed|please do|do (?:it|that|so|both|all)|go (?:ahead|on|for it)|continue|proceed|carry on|keep going|resume|next|both|all(?: of (?:them|it))?|neither|none|the (?:first|second|third|last|former|latter)|option|sounds good|lgtm|approved?|\(?[0-9a-d][).]?(?=\s|,|$)|好|是|对|對|行|可以|不|继续|繼續|下一|第[一二三四]|네|예|응|그래|아니|계속|진행|좋아|다음)/i;
const QUESTION = /[?？]\s*[)*_"”’]*$/;
const LIST_ITEM = /^\s*(?:[-*•]|\(?[0-9a-dA-D][).:])\s/;

/** True if a first prompt only makes sense after an earlier message. */
export function isAnswer(prompt: string): boolean {
  const text = prompt.trim();
  const words = text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;
  const isUnspaced = /[\p{Script=Han}]/u.test(text);
  if (isUnspaced) return ANSWER.test(text) && text.length <= ANSWER_WORDS;
  return words <= FEW_WORDS || (words <= ANSWER_WORDS && ANSWER.test(text));
}

/** The last question of a message, with its list of choices; undefined if there is no question. */
export function openQuestionIn(message: string): string | undefined {
  const lines = message
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const at = lines.findLastIndex((line) => QUESTION.test(line));
  if (at < 0) return undefined;
  let from = at;
  while (from > 0 && LIST_ITEM.test(lines[from - 1] ?? "")) from--;
  // The line that introduces the choices, such as "I see two ways:".
  if (from > 0 && from < at) from--;
  let to = at;
  while (to + 1 < lines.length && LIST_ITEM.test(lines[to + 1] ?? "")) to++;
  const asked = lines.slice(from, to + 1).join(" ");
  return asked.length > CHARACTERS ? lines[at] : asked;
}

/** The pending items in the client's summary of the session. */
function leftToDo({ sessionId, notes }: SessionDigest): Item | undefined {
  const pending = notes?.findLast(({ from }) => from === "pending");
  if (pending === undefined) return undefined;
  return {
    kind: "open-question",
    uri: `session://${sessionId}#pending`,
    text: `The last session's summary (${dayOf(pending.at)}) names as pending: ${quoted(pending.text, CHARACTERS)}`,
    reason: "the prompt continues the last session",
  };
}

/** For a first prompt. It reads one response, and only if the prompt is an answer. */
export async function openQuestion(
  prompt: string,
  past: ProjectPast,
  store: Store,
): Promise<Item | undefined> {
  const [newest] = past.sessions;
  if (newest === undefined || !isAnswer(prompt)) return undefined;
  const said = await recordsIn(store).responses({ sessionId: newest.sessionId, limit: 3 });
  const last = said.find(({ agentId }) => agentId === undefined);
  const question = last === undefined ? undefined : openQuestionIn(last.text);
  if (last === undefined || question === undefined) return leftToDo(newest);
  return {
    kind: "open-question",
    uri: `session://${newest.sessionId}#question`,
    text: `The last session ended (${dayOf(last.at)}) with the question ${quoted(question, CHARACTERS)}`,
    reason: "the prompt reads like an answer",
  };
}
