/** "Remember that …": what a person asks to be kept, in any ordinary wording. Questions and to-dos stay out. */
import { type Clarity, isPlainWord } from "./rules.ts";

/** A request to keep something, wherever it is in the sentence. */
const ENGLISH =
  /(?:^|[,.;:–—(]\s*|\b(?:and|but|so|also|oh|ok|please|pls|plz|then|now|you to|(?:can|could|would|will) you|let'?s|thing to|should|must|always)\s+)(?:re?member(?!s|ed|ing)\b(?! (?:when|how|what|why|where|if|me\b))|memori[sz]e\b|(?:keep|bear) (?:it |this |that )?in mind\b|(?:make|take|leave|write|keep)(?: yourself)? (?:a )?(?:mental )?(?:note|memory)\b(?! to the\b)|note (?:to (?:self|yourself)|for (?:the future|later|next time|you))\b|(?:write|jot|note)(?: \w+){0,3}? down\b|(?:save|add|store|put|commit|write|record|log|keep) (?:\w+ ){0,3}?(?:in|to|into) (?:your |the |long.term )?(?:memory(?!-)|notes)\b|(?:save|store|record|keep)(?: this| that| it)?(?: down)? (?:somewhere\b|for (?:later|good|next time|the future|future \w+))|i(?:'d| would) like you to (?:know|remember)\b|(?:don'?t|dont|do not|never|let'?s not) (?:ever )?(?:forget|lose)\b|for (?:all )?(?:future|later|next|coming) (?:sessions?|reference|chats?|conversations?|time)\b|for next time\b|so (?:that )?you (?:know|remember)(?: it)? (?:next time|for later|in future)|i want (?:you to know|this remembered))/i;
const CHINESE =
  /(?:記住|记住|(?:備忘|备忘)[:：]|[請请](?:記錄|记录)|(?<![還还不你沒没])(?:記得|记得)(?!嗎|吗|我們|我们|上)|(?:記|记)(?:一下|下來|下来|下|著|着|錄一下|录一下)|(?<!我)(?:別|别|不要|不可|切勿)忘[了記记]?|(?:存|加|寫|写|放|記|记)(?:進|进|到|入)(?:你的|你)?(?:記憶|记忆|備忘|备忘)|(?:備註|备注|筆記|笔记)一下|(?:下次|以後|以后|之後|之后)[^，,。]{0,6}(?:也)?(?:要)?(?:知道|記得|记得))/;
const KOREAN =
  /명심해|메모리에 (?:넣|저장|남겨)|기억(?:해\s?(?:줘|둬|주세요|두세요|놔|라)|해(?=$|[:：,.\s])|하고 있어|하세요|해야|에 (?:저장|남겨|넣어)|시켜)|(?:메모|기록)(?:해|하)(?:\s?(?:둬|줘|주세요|두세요|놔|세요)|$)|적어\s?(?:둬|놔|두세요)|(?:메모리|기억|세션|다음에도|나중에도|계속)[^.]{0,20}저장해\s?(?:줘|둬|주세요)|외워\s?(?:줘|둬)|잊지\s?(?:마|말아|말 것)|알고 있어(?:줘| ?둬)/;

/** Looks alike: a question, a gap in someone's own memory, a to-do, the name of a button. */
const NO_REQUEST =
  /\b(?:do|did|can|could|don'?t) you (?:still )?remember\b.*(?:\?|\b(?:what|how|which|why)\b)|\b(?:i|we|he|she|they) (?:do not|don'?t|dont|can'?t|cannot|can not|didn'?t|couldn'?t|still|vaguely|barely|also)? ?remember\b|\b(?:if|as far as|as) i (?:can )?re(?:member|call)\b|(?:re?member|(?:don'?t|dont|do not|never) forget|make a note) to\b|\b(?:don'?t|dont|do not) forget (?:the|a|an|your)\b|\bremember (?:the )?(?:selection|password|choice|state|position|last|which|scroll)\b|\b(?:it|that|which|stack|cache|form|app|page|button|should) (?:should )?remember\b|(?<!^(?:.{0,12}\b)?(?:can|could|would|will) you .*)[?？]\s*$|[嗎吗]\s*$/i;
const NO_REQUEST_CJK =
  /(?:記得|记得|別忘了|别忘了|不要忘記|不要忘记|別忘記|别忘记)(?:現在|现在|要|先|再|把|將|将|加|跑|改|寫|写|更新|補|补|刪|删|檢查|检查|提交|推|測|测|重啟|重启|關|关|開|开|同步|清|換|换)|(?:還|还|不|你|我們|我们)(?:記得|记得)|잊지\s?말고|기억(?:나|이 안|이 나|력)|메모 ?(?:앱|장|리)(?!에|로)|잊어버려/;

/** Points at another sentence instead of saying what to keep. */
const POINTS =
  /^(?:[\s,:：，.。!~()]|somewhere|you'll|find|it|again|that|this|it|one|piece of info(?:rmation)?|now|please|pls|thx|thanks|for (?:later|me|next time|future sessions?)|fact|too|as well|ok|okay|to memory|down|well|to you|這個|这个|這點|这点|這條|这条|一下|喔|哦|啊|了|이거|이건|그거|이것|줘|요|꼭)*$/i;
const LEAD =
  /^(?:[\s,:：，.。!)）-]|\([^)]{0,30}\)|that\b(?! is\b)|this\b:|it now\b|for (?:later|next time|the future|future sessions?)\b|this for later|the following\b|too\b|please\b)+/i;

/** The request in a sentence without its quotations, as the part in front of it and the part behind it. */
function requestIn(sentence: string): { before: string; after: string } | undefined {
  const plain = sentence.replace(
    /"[^"]*"|“[^”]*”|「[^」]*」|『[^』]*』|(?<=^|\s)'[^']{3,}'(?=$|[\s.,])/g,
    "[…]",
  );
  if (NO_REQUEST.test(plain) || NO_REQUEST_CJK.test(plain)) return undefined;
  for (const wording of [ENGLISH, CHINESE, KOREAN]) {
    const found = wording.exec(plain);
    if (found === null) continue;
    // Cut the sentence itself, not the copy without quotations, which may be shorter.
    return plain === sentence
      ? { before: sentence.slice(0, found.index), after: sentence.slice(found.index + found[0].length) }
      : { before: "", after: sentence };
  }
  return undefined;
}

export const isRequest = (sentence: string) => requestIn(sentence) !== undefined;

/** "Remember that …", "記住：…", "… 기억해줘": the sentence itself says what to keep. */
const SAYS_WHAT = /^\s*(?:that\b(?!\s*[.!,]?$)|[:：,，]\s*\S)/i;
const ASKS_LAST = /[가-힣][.!~\s]*$/;

/** What is asked to be kept, each with the sentence that asks for it. */
export function asksIn(sentences: readonly string[]): { text: string; evidence: string; clarity: Clarity }[] {
  return sentences.flatMap((sentence, index) => {
    const request = requestIn(sentence);
    if (request === undefined) return [];
    const text = factOf(request, sentences[index - 1], sentences[index + 1]);
    if (text === undefined) return [];
    const isSaid = SAYS_WHAT.test(request.after) || (ASKS_LAST.test(sentence) && request.before !== "");
    const clarity = isSaid && isPlainWord(text) ? "clear" : "unclear";
    return [{ text, evidence: sentence, clarity }];
  });
}

function factOf(
  { before, after }: { before: string; after: string },
  previous: string | undefined,
  next: string | undefined,
): string | undefined {
  const behind = after.replace(LEAD, "").trim();
  // "… don't lose that piece of info, I won't explain it again": the fact is in the sentence before.
  const pointsBack =
    /^\s*(?:of |about )?(?:that|this|it)\b(?:\s+(?:piece|one|info|fact|bit|again|please|now(?!:)|will)\b|[,.!]|\s*$)/i.test(
      after,
    );
  if (!pointsBack && !POINTS.test(after) && hasWords(behind)) return behind;
  const front = before.replace(/^(?:and|but|so|also|oh|ok)[, ]+/i, "").replace(/[\s,;:–—(]+$/, "");
  if (hasWords(front)) return front;
  return /[:：]\s*$/.test(after) ? next : (previous ?? next);
}

const hasWords = (text: string) =>
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).length >= 3 || /[\p{Script=Han}\p{Script=Hangul}].{4,}/u.test(text);
