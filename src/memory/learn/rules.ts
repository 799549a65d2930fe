/**
 * Decides which of the user's sentences state a rule, and how certain that is. It weighs the word classes of
 * `rule-patterns.ts` and the words. `generate/rule-weights.ts` fits the weights to the prompts of bench/corpora.
 */
import { correctionIn } from "./correction.ts";
import * as classes from "./rule-patterns.ts";
import WEIGHTS from "./rule-weights.json" with { type: "json" };
import { lengthOf, toPlain, weightOf, wordFeatures } from "./weigh.ts";

/** `clear`: active at once. `unclear`: a proposal that the user has to confirm. */
export type Clarity = "clear" | "unclear";

const {
  ABOUT_WORK,
  ANSWER,
  FORBIDS,
  HABIT,
  HEDGED,
  LASTING,
  MOMENTARY,
  NAMED_RULE,
  NOT_A_RULE,
  ORDER,
  QUESTION,
  TOLD,
} = classes;
/**
 * Minimum scores. From ASK on, Pawl asks; from SURE on, together with words that say that the rule lasts, it is certain. With
 * weights fitted without the tested corpus, 83 to 98 % of the rules are found, and 5 to 25 % of the other prompts, all
 * written to look like rules, cause a question. Of real prompts, 3 in 100 do.
 */
const ASK = -0.4;
const SURE = 0.3;
/** A few words cannot outweigh "yes" or "this time". */
const SHORT = { answer: 60, moment: 40 };

/** `among`: the sentences of the same prompt. A task usually follows the rule that was broken. */
export function clarityOf(sentence: string, among: readonly string[] = [sentence]): Clarity | undefined {
  const plain = toPlain(sentence);
  const shows = (...patterns: RegExp[]) => patterns.some((pattern) => pattern.test(plain));
  if (shows(QUESTION, NOT_A_RULE)) return undefined;
  // "Use pnpm, not npm": a project's tools are seldom chosen for one task.
  const isToolChoice = correctionIn(plain)?.isToolChoice === true;
  if (ANSWER.test(plain) && plain.length < SHORT.answer && !isToolChoice) return undefined;
  if (MOMENTARY.test(plain) && plain.length < SHORT.moment) return undefined;
  const weight = weightOf(ruleFeatures(sentence, among), WEIGHTS);
  const isOrder = ORDER_FOR_GOOD.test(plain) && !shows(HEDGED, TOLD, MOMENTARY);
  if (weight < ASK && !isToolChoice && !isOrder) return undefined;
  const isDuty = shows(OBLIGES) && shows(ABOUT_WORK);
  const isLasting = isToolChoice || shows(NAMED_RULE) || (shows(ORDER, FORBIDS, HABIT) && shows(LASTING));
  const isForGood =
    isDuty || (isLasting && shows(...FOR_GOOD, ...(among.length === 1 ? FOR_GOOD_ALONE : [])));
  return (weight >= SURE || isOrder) && isForGood && isPlainWord(plain) && !shows(BUILDS, LABELLED)
    ? "clear"
    : "unclear";
}

/** A feature request in the same sentence as a permanent behaviour of it. */
const BUILDS =
  /^\W*(?:(?:please|now|then|let'?s|can you|could you) )*(?:add|build|create|implement|make|write|set up|develop|i want an?|as an? \w+)\b(?! sure)|^(?:[幫帮]我)?(?:請|请)?(?:新增|加[一個个]|做[一個个]|[實实][現现]|建[一立個个]|[開开][發发])|[組组元]件|[功頁页][能面]|(?:추가|구현|만들어|개발)(?:해|하)/i;

/** "Test plan: …", "eslint: …": the text after the label may be another person's. */
const LABELLED =
  /^(?!.{0,30}\b(?:rule|convention|policy|principle|reminder|please|important|note|now on|forward|future|we|you|btw|also)\b|.{0,12}(?:[規规][則则範范]|[約约]定|以[後后]|今[後后]|[請请]|我[們们]|規矩|规矩|[記记]住|앞으로|규칙))[^:：,，.。]{2,40}[:：]\s*\S/i;

const NAMES_CODE = /\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*|\w_\w|\w\(\)|\w\.\w+:\d/;

/** A sentence's features: word classes, words and word pairs, or pairs and triples of characters, and its position. */
export function ruleFeatures(sentence: string, among: readonly string[]): string[] {
  const plain = toPlain(sentence);
  const found = Object.entries(classes).flatMap(([name, pattern]) =>
    pattern.test(plain) ? [`#${name}`] : [],
  );
  const position = among.indexOf(sentence);
  found.push(position === 0 ? "#first" : position === among.length - 1 ? "#last" : "#middle");
  found.push(`#of ${Math.min(among.length, 4)}`);
  // People state a rule in a few plain words, but report a bug with names of code.
  found.push(`#length ${Math.min(5, Math.floor(lengthOf(plain) / 40))}`);
  if (NAMES_CODE.test(plain)) found.push("#code");
  found.push(...wordFeatures(plain));
  return [...new Set(found)];
}

/** A longer sentence explains a task. */
const PLAIN = 120;
/** Points at the current work, or describes what someone does or did. */
const AT_HAND =
  /\b(?:here(?!\W*$)|there|now(?! on)|th(?:is|ese|ose)(?! (?:repo|repository|project|codebase|team|monorepo|rule|point)\b)|(?:i|we)(?:'m|'re| am| are| was| were) (?:\w+ )?\w+ing|(?:i|we) (?:just |never |always )?(?!need|decided|agreed|settled)(?:\w{2,}ed|did|had|got|saw|ran|made))\b|[這这](?![個个]? ?(?:repo|專案|项目|倉庫|仓库))|剛|刚|正在|여기|지금(?!부터)|이거|이건/i;

/** Clear enough to apply without a question: short, not about the current work, without doubt. */
export const isPlainWord = (sentence: string) =>
  sentence.length <= PLAIN && ![QUESTION, MOMENTARY, HEDGED, TOLD, AT_HAND].some((one) => one.test(sentence));

/** Excludes "never cleared", "always opens" and "always the same": they report, and are not orders. */
const ALWAYS_DO =
  "(?:always|never)\\s+(?!\\w+(?:ed|ing|[^s\\W]s)\\b|(?:a|an|the|in|on|been|got|had|seen|was|be)\\b)[a-z]";
/** "Never …" and "always …" at the very start need no weighing. */
const ORDER_FOR_GOOD = new RegExp(`^\\W*(?:please )?${ALWAYS_DO}`, "i");
/** Phrases that say themselves that they hold from now on. */
const FOR_GOOD = [
  // At the start of a sentence or a clause.
  new RegExp(`(?:^|[,;:–—-]\\s*|\\b(?:and|but|so|then|please|also|just)\\s+)${ALWAYS_DO}`, "i"),
  /\b(?:you|we) (?:should|must|shall|need to|have to) (?:always|never)\b/i,
  /\bwe (?:always|never)\b/i,
  /\b(?:want|like|need|remember|make sure|be sure|try|expect)(?: you)? to (?:always|never)\b/i,
  /\b(?:from (?:now|here|today) on|(?:in|for) every session|(?:don'?t|do not)\b.*\bever\b|henceforth|going forward|in (?:the )?future,|every time you|each time you|whenever you|as a (?:general )?rule)\b/i,
  /\bin (?:this|our) (?:repo(?:sitory)?|project|code ?base|team|monorepo),? we\b|[,.;] (?:always|ever|never)[.!]?$/i,
  // A word for "always" alone may be part of a report; with "please", "must" or at the start it is an order.
  /每次都要|(?:永遠|永远)(?:不要|不能|不可|要)|(?:千萬|千万)(?:不要|別|别)|務必|务必|切勿|(?<![一-鿿])[以往][後后](?!再|的)|(?:另外|[還还]有)以[後后]|[從从](?:現在|现在|今天)起|(?:^|[，,；;]|請|请|要|必須|必须|應該|应该)(?:總是|总是|始終|始终|永遠|永远)/,
  /앞으로(?! ?가기)|(?:항상|언제나|절대로?|반드시|매번|무조건).*(?:세요|십시오|[하해써 ]줘|하라|해라|[할말] ?것|마라|해야|하자|하지 ?마|말아|됩니다|안 ?돼)[\s.!~]*\S{0,4}$/,
];
/** In a longer prompt these may belong to a description or to another person's list. */
const FOR_GOOD_ALONE = [/一律|一概|禁止|(?:絕對?|绝对?)不(?:要|可|能|准)/];
/** "Tests must never …" is a rule, "stock must never …" describes the product: the subject decides. */
const OBLIGES = /\b(?:should|must|shall|need to|have to)\s+(?:always|never)\b/i;
/** Possibly only for this session. */
const UNTIL = /^(?:please\s+)?(?:don'?t|do not)\b.*\b(?:ever|again|any ?more|without|unless)\b/i;

/**
 * Like the rule detector, but with recall before precision: it selects the session's own orders that a compaction keeps. An
 * extra sentence costs one line there. In memory it would become a permanent rule.
 */
export function isStanding(sentence: string): boolean {
  if (/[?？]\s*$/.test(sentence)) return false;
  const plain = toPlain(sentence);
  return [UNTIL, OBLIGES, ...FOR_GOOD, ...FOR_GOOD_ALONE].some((pattern) => pattern.test(plain));
}
