/** The words of a text by which it is compared with others: no courtesy, no digits, endings cut. */
import COMMON from "./common-words.json" with { type: "json" };
import { CHUNK, toPairs, toRuns } from "./runs.ts";
import { stemOf } from "./stem.ts";

/** Words as they are compared, of any text: a prompt, an answer, a path. Each once. */
export function toWords(text: string): string[] {
  return [...new Set(toAllWords(text))];
}

/** The same with repetitions. Compounds written as one word are added only once, at the end. */
export function toAllWords(text: string): string[] {
  const words: string[] = [];
  const compounds = new Set<string>();
  const isWord = (word: string) => word.length > 1 && !EMPTY.has(word) && !/^\d+$/.test(word);
  for (const { parts, joined, unspaced } of (text.match(CHUNK) ?? []).flatMap(toRuns)) {
    // One character means little; two adjacent characters are usually a word.
    if (unspaced) words.push(...toPairs(parts).filter((pair) => !COURTESY.has(pair)));
    else for (const part of parts) if (isWord(part)) words.push(stemOf(part));
    if (joined !== undefined && isWord(joined)) compounds.add(joined);
  }
  return [...words, ...Array.from(compounds, stemOf)];
}

/**
 * How telling a word is, 0 to 1: what programmers of every project say is common. Counted in prompts that people of several projects
 * wrote (`generate/said-weights.ts`).
 */
export function rarityOf(word: string): number {
  const times = COMMON.words[word as keyof typeof COMMON.words] ?? UNSEEN;
  return Math.log((COMMON.prompts + 1) / (times + 1)) / Math.log(COMMON.prompts + 1);
}
/** A word that is not in the list counts as if this many prompts had it. */
const UNSEEN = 2;

/** Not what every programmer talks about. */
export const isTelling = (word: string): boolean => rarityOf(word) > TELLING;
const TELLING = 0.63;

/** They say nothing of what a prompt is about. */
const EMPTY = new Set(
  (
    "a about after again all also am an and any are as at be been before being both but by can come could did do does " +
    "done each else even every few first for from get give go good got had has have he help hello her here hi his how i if in " +
    "into is it its just keep know last let like ll look lot made make many may me might more most much must my need new " +
    "next no not now of off ok okay on once one only or other our out over own please put re really right said same " +
    "say see she should show since so some something start still such sure take tell than thank thanks that the their " +
    "them then there these they thing things think this those through to together too try two under until up us use " +
    "used using ve very want was way we well were what when where which while who why will with without would yeah " +
    "yes yet you your"
  ).split(" "),
);

/** The same for scripts without spaces: pairs of characters that occur in every request and every sentence. */
const COURTESY = new Set(
  (
    "주세 세요 해주 시오 십시 니다 습니 합니 입니 됩니 어요 아요 해요 네요 나요 까요 에서 에게 으로 부터 까지 하고 해서 하는 하면 되는 있는 없는 있어 것은 것이 것을 " +
    "我们 我們 你们 你們 这个 這個 那个 那個 这些 這些 一个 一個 一下 可以 需要 请帮 請幫 帮我 幫我 什么 什麼 怎么 怎麼 然后 然後 现在 現在 已经 已經 " +
    "如果 没有 沒有 就是 不是 还是 還是 应该 應該 因为 因為 所以 但是 并且 並且 " +
    "ます です した して くだ ださ さい する こと この その あの ので から まで ない ある いる"
  ).split(" "),
);
