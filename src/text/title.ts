/** One line that tells a person what a record or a session is. */
import { inputField } from "./input-text.ts";

const TITLE_LIMIT = 120;

/** First line that has something in it, spaces tidied, cut to a title's length. */
export function toFirstLine(text: string): string {
  // The rest of a long text is skipped: a title is at its beginning or nowhere.
  for (const line of text.slice(0, 4_000).split(/[\r\n\u2028\u2029]+/u)) {
    const tidy = line.replace(/[\s\p{Cc}]+/gu, " ").trim();
    if (tidy !== "") return toCut(tidy, TITLE_LIMIT);
  }
  return "";
}

interface ToolCall {
  toolName: string;
  /** As JSON. */
  input: string;
  files: readonly string[];
}

/** `Edit src/x.ts`, `Bash: npm test`, `Grep: parseHook`; the tool alone when its input says nothing. */
export function toObservationTitle(of: ToolCall): string {
  const command = inputField(of.input, "command");
  if (command !== undefined) return toCut(`${of.toolName}: ${toFirstLine(command)}`, TITLE_LIMIT);
  const [file, ...more] = of.files;
  if (file !== undefined) {
    const others = more.length === 0 ? "" : ` (+${more.length})`;
    return `${of.toolName} ${toCut(file, TITLE_LIMIT)}${others}`;
  }
  for (const field of ["pattern", "query", "url", "description", "prompt", "subject", "skill", "path"]) {
    const value = inputField(of.input, field);
    if (value !== undefined) return toCut(`${of.toolName}: ${toFirstLine(value)}`, TITLE_LIMIT);
  }
  return of.toolName;
}

/** At most `limit` characters, the last one an ellipsis where something is missing; no character is cut in two. */
export function toCut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = limit - 1;
  const code = text.charCodeAt(end - 1);
  const insidePair = code >= 0xd800 && code <= 0xdbff;
  return `${text.slice(0, insidePair ? end - 1 : end)}…`;
}

/**
 * A session's title in every list: the heading of its plan, else the first sentence that states the task. A prompt such as
 * "yes" gives no title; then the session is named after its commit or file.
 */

/** How much a title says. A better one replaces it; of two equal ones the earlier stays. */
const TITLE_RANKS = { none: 0, weak: 1, file: 2, sentence: 3 } as const;
type TitleRank = (typeof TITLE_RANKS)[keyof typeof TITLE_RANKS];

/** A title is at a text's beginning or nowhere. */
const READ = 6_000;
const FEWEST_WORDS = 3;
/** A sentence with fewer words says more together with the next one. */
const ENOUGH_WORDS = 9;

const PLAN =
  /^(?:please\s+)?(?:implement|execute|carry out|follow|build|do|here is|here's)\s+(?:the\s+)?(?:following\s+|attached\s+|this\s+|below\s+)?(?:approved\s+)?plan\b[^\n]{0,40}(?:\n|$)/i;
const HEADING = /^#{1,6}\s+(.+?)\s*#*$/;
const GENERIC_HEADING =
  /^(?:the\s+)?(?:(?:implementation|refactoring|migration|execution|action)\s+)?(?:plan|context|overview|summary|goals?|background|problem|introduction|todo|tasks?|steps?)\s*:?$/i;
const PLAN_PREFIX = /^(?:(?:implementation|refactoring|refactor|migration|fix|feature)\s+)?plan\s*[:–—-]\s*/i;

/** Said before a wish, and no part of it. */
const FILLER =
  /^(?:(?:ok|okay|yes|yeah|yep|yup|sure|great|good|perfect|nice|cool|thanks|thank you|thx|hi|hey|hello|alright|well|hmm+)\b[\s,.!;:–—-]*)+/i;
/** Words that name nothing by themselves. */
const EMPTY_WORDS = new Set(
  `a again ahead all also and another any anything as at be bit both but can come commit continue could do done else fine first for
  get go going good got great have here how i if in is it its just keep let lets like look looks make me more my need next no not
  now ok okay on one only or other our out perfect please proceed push ready resume right run same see should so some start still
  stop sure test thank thanks that the them then there these they thing things this those to too try up us use want was we well
  what when which will with work works would yeah yep yes you your`.split(/\s+/),
);

/** Pasted output rather than what a person writes: prompts of shells, log lines, stack frames, table borders. */
const PASTED =
  /^(?:[^\p{L}\p{N}"'`@(/“‘«¿~]|```|\d{1,4}[-:/]\d{2}|at\s+\S+\s+\(|(?:error|warn(?:ing)?|info|hint|debug|fatal)\b\s*[:[(])/iu;

/** The best title in a prompt, with its rank; an empty one where the text has no words. */
export function toSessionTitle(prompt: string): { title: string; rank: TitleRank } {
  const text = withoutCommand(prompt.slice(0, READ).trim());
  const title = planHeading(text) ?? wish(text);
  const shown = toCut(title, TITLE_LIMIT);
  return { title: shown, rank: rankOfTitle(shown) };
}

/** Finds the most informative title among a session's prompts, and its prompt. */
export function bestTitle<P extends { text: string }>(
  prompts: readonly P[],
): { title: string; of: P } | undefined {
  let best: { title: string; rank: TitleRank; of: P } | undefined;
  for (const of of prompts) {
    const found = toSessionTitle(of.text);
    if (found.rank > (best?.rank ?? TITLE_RANKS.none)) best = { ...found, of };
    if (best?.rank === TITLE_RANKS.sentence) break;
  }
  return best;
}

export function rankOfTitle(title: string): TitleRank {
  if (title === "") return TITLE_RANKS.none;
  if (/^\S+\.\w{1,8}$/.test(title)) return TITLE_RANKS.file;
  return hasMeaning(title) ? TITLE_RANKS.sentence : TITLE_RANKS.weak;
}

/** `/review the parser` is about the parser. A command alone names nothing but itself. */
function withoutCommand(text: string): string {
  const command = /^\/([\w:.-]+)(?:\s+([\s\S]*))?$/.exec(text);
  if (command === null) return text;
  const [, name = "", args = ""] = command;
  return countWords(args) >= FEWEST_WORDS && hasMeaning(args)
    ? args
    : `${name.replace(/^.*:/, "")} ${args}`.trim();
}

/** The title of a plan: its first heading other than "Plan", else its beginning. */
export function planHeading(text: string): string | undefined {
  const preamble = PLAN.exec(text);
  const body = preamble === null ? text : text.slice(preamble[0].length);
  const first = body.trimStart();
  if (preamble === null && !first.startsWith("#")) return undefined;
  for (const line of first.split("\n")) {
    const heading = HEADING.exec(line.trim())?.[1];
    if (heading === undefined) continue;
    const named = tidy(heading).replace(PLAN_PREFIX, "");
    if (named === "" || GENERIC_HEADING.test(named)) continue;
    if (countWords(named) >= FEWEST_WORDS) return named;
    const more = wish(first.slice(first.indexOf(line) + line.length));
    return more === "" ? named : `${named}: ${more}`;
  }
  return first === "" ? undefined : wish(first);
}

/** The first sentence that has words of its own, with what follows where it is short or ends in a colon. */
function wish(text: string): string {
  const lines = text
    .split(/[\r\n\u2028\u2029]+/u)
    .map((line) => tidy(line.replace(HEADING, "$1")))
    .filter((line) => line !== "");
  const typed = lines.filter((line) => !PASTED.test(line));
  for (const line of typed.length === 0 ? lines : typed) {
    const sentences = line.split(/(?<=[.!?。！？])\s+(?=\S)/u);
    for (const [place, sentence] of sentences.entries()) {
      const said = withoutFiller(sentence);
      if (!hasMeaning(said)) continue;
      const isShort = countWords(said) < ENOUGH_WORDS;
      const more = sentences.slice(place + 1);
      if (isShort && more.length > 0) return clean([said, ...more].join(" "));
      const next = lines[lines.indexOf(line) + 1];
      const goesOn = said.endsWith(":") || countWords(said) <= FEWEST_WORDS;
      return clean(goesOn && next !== undefined ? `${said} ${next}` : said);
    }
  }
  // Nothing of it says much; two lines may say a little more than the first.
  return clean(lines.slice(0, 2).join(" "));
}

function withoutFiller(sentence: string): string {
  const rest = sentence.replace(FILLER, "");
  return rest === "" ? sentence : rest;
}

function hasMeaning(text: string): boolean {
  if (/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]{4,}/u.test(text)) return true;
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const own = words.filter((word) => word.length > 1 && !EMPTY_WORDS.has(word));
  return own.length >= 2 || (own.length === 1 && words.length >= FEWEST_WORDS);
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** One line without Markdown's marks. */
function tidy(line: string): string {
  return line
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/\*\*([^*]+)\*\*/g, "$1")
    .replace(/^\s*(?:[-*+]|\d{1,2}[.)])\s+/, "")
    .trim();
}

function clean(title: string): string {
  return title.replace(/\s*[:,;]+$/, "").trim();
}

/** The subject of a commit that a shell call made, as git prints it: `[main 1a2b3c4] Round the totals`. */
export function commitSubject(input: string, response: string): string | undefined {
  if (!input.includes("git") || !input.includes("commit")) return undefined;
  const subject = /\[(?:detached HEAD|[^\s\]"\\]+)(?: \(root-commit\))? [0-9a-f]{7,40}\] ([^"\\\n]{3,})/.exec(
    response,
  )?.[1];
  return subject === undefined ? undefined : toCut(tidy(subject), TITLE_LIMIT);
}

/** `pay/total.ts`: the file and its folder. */
export function fileTitle(path: string): string {
  return toCut(path.split(/[\\/]/).slice(-2).join("/").replace(/\s+/g, "-"), TITLE_LIMIT);
}
