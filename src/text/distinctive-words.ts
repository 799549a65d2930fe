/** The words of a text by which it is compared with others: no courtesy, no digits, endings cut. */
import { toPlainWords } from "./index-text.ts";
import { stemOf } from "./stem.ts";

/** Words as they are compared, of any text: a prompt, an answer, a path. Each once. */
export function toWords(text: string): string[] {
  return [...new Set(toAllWords(text))];
}

/** The same, as often as they stand there. */
export function toAllWords(text: string): string[] {
  const words: string[] = [];
  for (const chunk of UNSPACED.test(text) ? text.split(/[^\p{L}\p{N}]+/u) : [text]) {
    let before = "";
    for (const word of toPlainWords(chunk).split(" ")) {
      const isUnspaced = UNSPACED.test(word);
      // One character means little, two that stand together mostly are a word. The pairs that the index adds are not paired again.
      const isCharacter = isUnspaced && [...word].length === 1;
      if (isCharacter && before !== "" && !COURTESY.has(before + word)) words.push(before + word);
      before = isCharacter ? word : "";
      if (isUnspaced || word.length < 2 || EMPTY.has(word) || /^\d+$/.test(word)) continue;
      words.push(stemOf(word));
    }
  }
  return words;
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** How common a word is where nothing is known: what every programmer says in every project is common. */
export function commonness(word: string): number {
  return TRADE.has(word) ? 0.3 : 0.02;
}

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

/** The same in scripts without spaces: pairs of characters that stand in every request and every sentence. */
const COURTESY = new Set(
  (
    "주세 세요 해주 시오 십시 니다 습니 합니 입니 됩니 어요 아요 해요 네요 나요 까요 에서 에게 으로 부터 까지 하고 해서 하는 하면 되는 있는 없는 있어 것은 것이 것을 " +
    "我们 我們 你们 你們 这个 這個 那个 那個 这些 這些 一个 一個 一下 可以 需要 请帮 請幫 帮我 幫我 什么 什麼 怎么 怎麼 然后 然後 现在 現在 已经 已經 " +
    "如果 没有 沒有 就是 不是 还是 還是 应该 應該 因为 因為 所以 但是 并且 並且 " +
    "ます です した して くだ ださ さい する こと この その あの ので から まで ない ある いる"
  ).split(" "),
);

/** Every project's own vocabulary: it tells little, but it tells something beside rarer words. */
const TRADE = new Set(
  (
    "add api app branch bug build call case change check class cli code command commit config create current data " +
    "default delete diff doc document edit error exist fail feature file fix folder function git hook implement import " +
    "install issue key line lint list load log main merge message method mode name object open option output package " +
    "parse path plan point pr print project prompt pull push read refactor remove rename repo report request result " +
    "return review run save script server session set setting setup state step stop string support test text " +
    "time tool type update user value version view work write"
  )
    .split(" ")
    .map(stemOf),
);
