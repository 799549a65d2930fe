/**
 * Finds the parts of a prompt that a person typed. Pasted mails, issues, documents, logs, lists, plans and quotations are
 * other people's words: they yield no rule, decision or request to remember.
 */
import { cut } from "../../text/quote.ts";
import { mayAsk } from "./word-classes.ts";

interface Typed {
  sentences: string[];
  /** Nothing is pasted, and there are few lines: each is the person's own. */
  isShort: boolean;
}

const MAX_PROMPT = 6000;
/** A person's order is short. */
const MAX_SENTENCE = 300;
/** Longer prompts are pasted. */
const MAX_LINES = 25;
const SHORT_LINES = 2;

/** Prompts that a client, a hook or another tool wrote. */
const GENERATED =
  /^(?:\/|implement the following plan|this session is being continued|the user (?:wants|has|said|doesn't)|you are an? |# )|(?:stop|session ?start|pre ?tool ?use|post ?tool ?use|user ?prompt ?submit|operation stopped by)[\w ]{0,20}\bhook\b|hook (?:feedback|error|says|blocked)|<(?:system-reminder|task-notification)/i;

/** A review comment mentions code by line, or gives advice in a reviewer's impersonal style. */
const REVIEW =
  /(?:^|\n|[.!] )\s*(?:consider (?:using|adding|whether|extracting|changing|clarifying|renaming|moving|also)\b|nit:|suggestion:)|\b(?:on|at|see) lines? \d+|\(lines? \d+/i;

/** Each line has its own mark, so the next line without one is typed text again. */
const MARKED_LINE =
  /^\s*[>|<⎿⏺❯│]|^\s*[«“"「『'](?![^"”」』'»]{1,16}["”」』'»]\p{L})|^\s*(?:[$#%]|\/\/|\/\*|--)\s?\S|^ {2,}\S|^\t|^\[|^\d{4}-\d\d-\d\d|^\d{1,2}:\d\d\b|^\s*\d+:\d+\s|^\S+:\d+(?::\d+)?:|^(?:error|warning|warn|info|fatal|hint|remote|traceback|caused by|at|e|w|i)\b\s?[:(]|[{};]\s*$|=>|->|<-|\w\(\)\s*[;{]/iu;

const LIST_ITEM = /^\s*(?:[-*+•・▪]|\d{1,3}(?:\.\d+)*[.)、]?|[一二三四五六七八九十]+、)\s*(?:\[.\]\s*)?\S/;
/** A heading, a field of a mail or an issue, a greeting, a ticket: pasted text starts here. */
const OPENS_PASTE =
  /^#{1,6}\s|^={3,}\s*$|^-{3,}\s*$|^\*\*[^*]+\*\*|^(?:title|subject|from|to|cc|date|sent|labels?|milestone|assignee|assigned to|reporter|status|priority|due|author|reviewer|description|steps|details|expected|actual|von|an|betreff|de|para|objet|標題|标题|主旨|主题|主題|寄件者|收件者|收件人|发件人|發件人|回報人|报告人|描述|狀態|状态|優先級|优先级|제목|보낸 ?사람|받는 ?사람|보고자|상태|작성자)\s*[:：]|^(?:dear|hi|hello|hey) [^!?]{1,30},\s*$|^(?:各位|您|大家)好|^안녕하세요|^(?:issue |pr |bug )?#\d+\b|^\[?[A-Z]{2,10}-\d+\b|^on .{4,60} wrote:$|^(?:GET|POST|PUT|PATCH|DELETE) \//i;
/** `Anna: We should …`, `一季度：…`, `1단계: …`: two such lines are a conversation, a form or a plan. */
const LABELLED = /^\s*[\p{L}\p{N}*#_()（）., -]{1,24}[:：]\s?\S/u;
const LEADS_IN = /[:：]\s*$/;
/** The user's own list of rules, introduced as one. */
const OWN_RULES =
  /^(?:.{0,30}\b(?:our|my|your|house|following|these|the|some|few|new)\s)?(?:.{0,20}\b)?(?:rules|conventions|guidelines|preferences)\b.{0,40}[:：]\s*$|(?:規則|规则|規範|规范|約定|约定|규칙).{0,16}[:：]\s*$/i;

/** The typed text of this prompt, sentence by sentence. */
export function typedSentences(prompt: string): Typed {
  const trimmed = prompt.trim();
  const lines = linesOf(trimmed);
  const written = lines.filter((line) => line !== "").length;
  if (GENERATED.test(trimmed) || REVIEW.test(trimmed) || written > MAX_LINES)
    return { sentences: [], isShort: false };
  const typed = typedLines(lines);
  return {
    sentences: toSentences(typed.join("\n")),
    isShort: typed.length === written && written <= SHORT_LINES,
  };
}

/** The lines without fenced code and without the client's tags. */
function linesOf(text: string): string[] {
  return text
    .slice(0, MAX_PROMPT)
    .replace(/```[\s\S]*?(?:```|$)/g, "\n>\n")
    .replace(/<([a-z][\w-]{0,60})\b[^>]{0,300}>[\s\S]*?<\/\1>/gi, "\n>\n")
    .split("\n")
    .map((line) => line.trimEnd());
}

/** Lines before the paste: text after it may belong to it. */
const typedLines = (lines: readonly string[]) =>
  lines
    .slice(0, pasteStart(lines))
    .filter((line) => line !== "" && !MARKED_LINE.test(line))
    .map(withoutBullet);

function pasteStart(lines: readonly string[]): number {
  let rulesHeading = false;
  for (const [index, line] of lines.entries()) {
    if (line === "") continue;
    const next = lines.slice(index + 1).find((one) => one !== "");
    if (OPENS_PASTE.test(line) || (next !== undefined && /^(?:={3,}|-{3,})\s*$/.test(next))) return index;
    if (OWN_RULES.test(line) && index === 0) rulesHeading = true;
    if (rulesHeading) continue;
    if (LEADS_IN.test(line) && next !== undefined && !mayAsk(line)) return index + 1;
    const isRepeated = (shape: RegExp) => shape.test(line) && next !== undefined && shape.test(next);
    if (isRepeated(LIST_ITEM) || isRepeated(LABELLED)) return index;
  }
  return lines.length;
}

const withoutBullet = (line: string) => line.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/, "");

/** Words that belong to the previous sentence: "… Always.", "… not now, not later.", "… That's how we do it." */
const BELONGS_BEFORE =
  /^(?:(?:and )?(?:always|ever|never|period|no exceptions?|every ?time|everywhere|from now on|not now,? not later|not even \w+)|(?:and )?(?:that'?s|this is|it'?s|thats) (?:how we|our|the (?:rule|convention|standard|policy|way))\b.{0,40}|(?:and )?(?:that|this) (?:goes|holds|applies|counts) for\b.{0,60}|(?:please )?(?:stick|keep) to (?:that|this|it)\b.{0,30}|앞으로(?:도|는)?\s?(?:쭉|계속)?|항상|계속|이건 우리.{0,20}|(?:以後|以后|後面|后面|之後|之后)?都(?:這樣|这样|一樣|一样|按這個|按这个).{0,6}|永遠|永远)[\s.!。！~]*$/i;

/** Splits typed text into sentences, without longer quotations. */
function toSentences(text: string): string[] {
  const found: string[] = [];
  for (const part of withoutQuotes(text).split(/\n+|(?<=[.!?~])\s+|(?<=[。！？…])(?!\])/)) {
    const sentence = part.replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim();
    if (BELONGS_BEFORE.test(sentence) && found.length > 0) found.push(`${found.pop()} ${sentence}`);
    else if (sentence.length >= 4 || /[\p{Script=Han}\p{Script=Hangul}]{2}/u.test(sentence))
      found.push(sentence);
  }
  return found.filter((sentence) => sentence.length <= MAX_SENTENCE).map((sentence) => cut(sentence, 200));
}

/** Replaces a quotation, and shows that there was one. */
const QUOTED = "[…]";

function withoutQuotes(text: string): string {
  return text
    .replace(/"[^"\n]{16,}"|“[^”\n]{12,}”|«[^»\n]{8,}»|(?<=^|\s)'[^'\n]{20,}'(?=$|[\s.,])/g, QUOTED)
    .replace(/「[^」\n]{4,}」|『[^』\n]{4,}』|“[^”\n]*[\p{Script=Han}]{4}[^”\n]*”/gu, QUOTED);
}

/** All sentences without code, tags and marked lines: recall before precision, for compactions. */
export function sentencesOf(text: string): string[] {
  const lines = linesOf(text).filter((line) => !/^\s*[>|<⎿⏺❯│]/.test(line));
  return toSentences(lines.map(withoutBullet).join("\n"));
}
