/** "Remember that …": what a person asks to be kept, in any ordinary wording. Questions and to-dos stay out. */
import { type Clarity, isPlainWord } from "./rules.ts";

/** A request to keep something, wherever it is in the sentence. */
const ENGLISH = new RegExp(
  [
    // Unmistakable wherever they are; `NO_REQUEST` names what looks alike.
    "\\b(?:re?member(?:ing)?(?!-)\\b(?! (?:when|how|what|why|where|if|me\\b))|if you remembered\\b|memori[sz]e\\b(?! (?:decorator|hook))|(?:keep|bear)(?: \\w+)? in mind\\b|note to (?:self|yourself)\\b|(?:don'?t|dont|do not|never|let'?s not) (?:ever |let (?:me|us|yourself) )?(?:lose (?=this|that|it|the (?:info|fact))|forget\\b)|(?:save|add|store|put|commit|record|log|keep|file|burn|update|get|enter|write (?=this|that|it))\\b(?: [\\w'-]+){0,4}? (?:in |to |into |onto )?(?:your|the|long.term|to) (?:memory(?!-)|notes(?! app)|brain|knowledge)\\b|(?:don'?t|do not) make me (?:repeat|say|explain)\\b[^,:]*|(?:hang|hold) on to (?:this|that|it)\\b|(?:mental|permanent) note\\b|make (?:a|yourself a) (?:note|memory)\\b(?! to the\\b)|keep a note of\\b|(?:heads.?up|fyi|note|info|reminder),? for (?:the future|later|next time)\\b|(?:for|in) (?:all )?(?:the )?(?:future|later|next|coming) (?:sessions?|reference|chats?|conversations?|work)\\b|(?:for|on) (?:your|the|my) (?:own )?(?:notes?|records?|memory|knowledge)\\b(?=\\s*[,:：–—])|on (?:record|file)(?=\\s*[,:：–—])|so (?:that )?you(?:'ll| will)? (?:know|remember)(?: it)? (?:next time|for later|in future)|lesson learned\\b|i want (?:you to know|this remembered)|(?:this|that|it) (?:to|should|has to|must) stick\\b)",
    // Also words of everyday tasks: only as an order.
    "(?:^|[,.;:–—(!]\\s*|\\b(?:and|but|so|also|oh|ok|please|pls|plz|then|now|you to|(?:can|could|would|will) you|let'?s|should|must|always|just)\\s+)(?:(?:please|just|also|always) )*(?:(?:recall|store|save|record|learn|know)(?: for later)? (?:the fact )?that\\b|note (?:for later|the fact) that\\b|internali[sz]e\\b|retain\\b|(?:take|leave|write|keep)(?: yourself)? (?:a )?(?:quick )?note(?! of\\b)\\b(?! to the\\b)|(?:write|jot|note|get|take)(?: (?:this|that|it|the following)(?: \\w+)?)? down(?=\\s*[,:：.!?–—-]|\\s+that\\b|\\s*$| for| somewhere)|(?:save|store|record|keep|file|stash|tuck|put|pin|bookmark)(?: this| that| it)?(?: down| away)? (?:somewhere\\b|for (?:later|good|next time|the future|future \\w+))|(?:store|pin|save|keep|record|note|learn|log) (?:it|this|that)(?: stored| noted| on file| around)?(?=\\s*[:：-]| so\\b)|keep (?:it|this|that) (?:stored|noted|on file|on record)\\b|i(?:'d| would) like you to know\\b|i (?:won'?t|will not|don'?t want to) (?:tell|explain|repeat|say)\\b.{0,30}\\bkeep it|for (?:the record|next time|posterity)\\b|next time(?: you [^,]{2,40})?,? (?:recall|know|you should know)\\b)",
  ].join("|"),
  "i",
);
const CHINESE =
  /(?:[記记]住|[記记]牢|[謹谨牢銘铭][記记]|(?:備忘|备忘)[:：]|(?<![還还不你沒没我])(?:記得|记得)(?!嗎|吗|我們|我们|上|以前|之前|那|當|当|好像|去|[春夏秋冬])|(?:記|记)(?:一下|下來|下来|下|著|着|好)|(?:記錄|记录|保存|[備备][註注忘]|[筆笔][記记])(?:一下|下來|下来|起來|起来)|[請请](?:記錄|记录)|(?:存|收|[記记])(?:起來|起来|下來|下来|著|着|好)(?=[，,:：。]|$)|(?<!我)(?:別|别|不要|不可|切勿)忘[了記记]?|(?:存|加|寫|写|放|記|记|收)(?:進|进|到|入)(?:你的|你)?(?:記憶|记忆|備忘|备忘|腦|脑)|(?:做|留|[寫写]|加)(?:一)?[個个]?(?:備忘|备忘|[備备][註注]|[筆笔][記记]|[記记][錄录]|底)|(?:下次|以後|以后|之後|之后)[^，,。]{0,6}(?:也)?(?:要)?(?:知道|記得|记得))/;
const KOREAN =
  /명심해|메모리에 (?:넣|저장|남겨)|기억(?:해(?!\s?[낸낼])\s?(?:줘|줬|둬|주세요|두|놔|놓|라)?(?:세요|으면|면|고)?|하고 있어(?!\s?\?)|하세요|에 (?:저장|남겨|넣어)|시켜)|(?:메모|기록)(?:해|하|로)\s?(?:둬|줘|주세요|두세요|두고|놔|세요|남겨|$)|적어\s?(?:둬|놔|두세요|두고)|(?:메모리|기억|세션|다음|나중|앞으로|이후|향후|참고|계속)[^.]{0,20}(?:적어|저장해|기록해|남겨|메모해|알아)\s?(?:줘|둬|놔|주세요|두세요)|저장해\s?둬\s?[:：]|외워\s?(?:줘|둬|두세요|놔)|새겨\s?(?:둬|놔|두세요)|(?:잊지|까먹지)\s?(?:마|말아)(?:줘|세요|라)?|잊지 말 것|염두에 둬|(?:알고 있어|알아)\s?(?:줘|둬|두세요)|숙지해/;

/** Looks alike: a question, a gap in someone's own memory, a to-do, the name of a button, a note in a document. */
const NO_REQUEST =
  /\b(?:do|did|don'?t) you (?:still )?(?:remember|recall)\b.*(?:\?|\b(?:what|how|which|why)\b)|\b(?:can|could) you (?:still )?(?:remember|recall) (?!that\b|this\b|:)|\b(?:i|we|he|she|they) (?:do not|don'?t|dont|can'?t|cannot|can not|didn'?t|couldn'?t|still|vaguely|barely|also)? ?re(?:member|call)\b|\b(?:if|as far as|as) (?:i|you|you'll) (?:can )?re(?:member|call)\b|(?:re?member|(?:don'?t|dont|do not|never) forget|make a note) to\b|\b(?:don'?t|dont|do not) forget (?:the|a|an|your)\b|\bremember (?:the )?(?:selection|password|choice|state|position|last|which|scroll)\b|\b(?:it|they|which|users?|should) (?:\w+ )?remember\b(?<!you should remember)|\b(?:the|an?|our|my|every|each) (?!thing|point|part|fact|important|one)[\w-]+(?: [\w-]+)? (?:to |should |must |can |will |could |does ?n[o']t |did ?n[o']t )?remember(?:ing)?\b|n'?t remember\b|^what do you remember|\bin mind\b.*\b(?:when|while) (?:you|\w+ing)\b|\b(?:write|jot|note)\b.* down\b.*\b(?:as|in|on|into) (?:a|an|the) (?:comment|issue|ticket|pr|readme|doc|file|changelog|wiki)|\bnote (?:to|on|in) (?:the|a|this) (?:pr|issue|ticket|readme|docs?|commit|changelog)|(?<!^(?:.{0,12}\b)?(?:can|could|would|will) you .*)[?？]\s*$|[嗎吗]\s*$/i;
const NO_REQUEST_CJK =
  /(?:在|到|进|進|把).{0,12}(?:README|[文檔档]件?|[註注][解释釋]|日[誌志]|[\w-]+\.\w{2,5}|表)\s?(?:里|裡|中|上)?.{0,6}(?:[備备][註注]|[記记](?:[錄录]|一下|下)|加|[寫写])|(?:記得|记得|別忘了|别忘了|不要忘記|不要忘记|別忘記|别忘记)(?:現在|现在|要|先|再|在|把|將|将|給|给|加|跑|改|寫|写|更新|補|补|刪|删|檢查|检查|提交|推|測|测|重啟|重启|關|关|開|开|同步|清|換|换)(?!.*(?:是|叫|[負负][責责]|都在|需要))|(?:還|还|不|你|我|我們|我们)(?:記得|记得)|[能會会](?:[夠够])?[記记]住|[記记]住(?:密|我的?[」』"]|用[戶户]|使用者|上次)|잊지\s?말고(?!.*기억)|(?:파일|로그|리드미|README|문서|테이블|DB)(?:에|에다)? [^.]{0,12}(?:저장|적어|기록|남겨)|기억(?:나|이 안|이 나|력|하기)|메모 ?(?:앱|장|리)(?!에|로)|잊(?:어버려|으셨)/;

/** Points at another sentence instead of saying what to keep. */
const POINTS =
  /^(?:[\s,:：，.。!~()]|somewhere|you'll|find|it|again|that|this|it|one|piece of info(?:rmation)?|now|please|pls|thx|thanks|for (?:later|me|good|next time|future sessions?)|so i needn'?t.*|will you|fact|too|as well|ok|okay|to memory|down|well|to you|這個|这个|這點|这点|這條|这条|一下|喔|哦|啊|了|이거|이건|그거|이것|줘|요|꼭)*$/i;
const LEAD =
  /^(?:[\s,:：，.。!)）-]|\([^)]{0,30}\)|that\b(?! is\b)|(?:this|that)(?: one| thing| bit| fact)?\s*[:：]|it now\b|for (?:later|next time|the future|future sessions?)\b|this for later|the following\b|too\b|please\b)+/i;

/** Somebody or something else does it: "users never forget", "she said she'd keep it in mind". */
const OF_OTHERS =
  /\b(?:he|she|they|it|who|that|which|we|\w{3,}s that|the \w+|an? \w+|our \w+|[a-z]{3,}s(?= (?:that|never|always|should|must|will|can)\b))(?:'d|'ll| will| would| should| must| can| could| may| never| always| also| ever| to| does ?n[o']t| do ?n[o']t)* $/i;

/** The request in a sentence without its quotations, as the part in front of it and the part behind it. */
function requestIn(sentence: string): { before: string; after: string } | undefined {
  const plain = sentence.replace(
    /"[^"]*"|“[^”]*”|「[^」]*」|『[^』]*』|(?<=^|\s)'[^']{3,}'(?=$|[\s.,])/g,
    "[…]",
  );
  if (NO_REQUEST.test(plain) || NO_REQUEST_CJK.test(plain)) return undefined;
  for (const wording of [ENGLISH, CHINESE, KOREAN]) {
    const found = wording.exec(plain);
    if (found === null || OF_OTHERS.test(plain.slice(0, found.index))) continue;
    // Cut the sentence itself, not the copy without quotations, which may be shorter.
    return plain === sentence
      ? { before: sentence.slice(0, found.index), after: sentence.slice(found.index + found[0].length) }
      : { before: "", after: sentence };
  }
  return undefined;
}

export const isRequest = (sentence: string) => requestIn(sentence) !== undefined;

/** What is asked to be kept, each with the sentence that asks for it. */
export function asksIn(sentences: readonly string[]): { text: string; evidence: string; clarity: Clarity }[] {
  return sentences.flatMap((sentence, index) => {
    const request = requestIn(sentence);
    if (request === undefined) return [];
    const text = factOf(request, sentences[index - 1], sentences[index + 1]);
    if (text === undefined) return [];
    // What the sentence itself says is certain; what it only points at is asked about.
    const clarity = sentence.includes(text) && isPlainWord(text) ? "clear" : "unclear";
    return [{ text, evidence: sentence, clarity }];
  });
}

/** Why it should be kept, behind the request: "… so that I don't have to say it again". */
const AFTERTHOUGHT =
  /^(?:[\s,，。.!里裡吧요고두세둬놔]|it|this|that|please)*(?:so (?:that )?(?:i|you|we)\b|i (?:don'?t|won'?t|needn'?t|am not|'?m not)|you(?:'ll| will) need|or (?:else|we)|不用再|[別别]再|下次|省得|以免|免得|以[後后]|之[後后]|또 |앞으로|다음|나중)/i;

function factOf(
  { before, after }: { before: string; after: string },
  previous: string | undefined,
  next: string | undefined,
): string | undefined {
  const behind = after
    .replace(AFTERTHOUGHT.test(after) ? /^[^:：]*[:：]\s*/ : LEAD, "")
    .replace(LEAD, "")
    .replace(/[?？]$/, "")
    .trim();
  // "… don't lose that piece of info, I won't explain it again": the fact is in the sentence before.
  const pointsBack =
    /^\s*(?:of |about )?(?:that|this|it)\b(?! (?:one|thing|bit|fact)\s*[:：])(?:\s+(?:piece|one|info|fact|bit|again|please|now(?!:)|will)\b|[,.!]|\s*$)/i.test(
      after,
    );
  const front = before.replace(/^(?:and|but|so|also|oh|ok)[, ]+/i, "").replace(/[\s,，;:–—(]+$/, "");
  const isAfterthought = AFTERTHOUGHT.test(after) && hasWords(front) && !/[:：]\s*\S/.test(after);
  const isSaidBefore = pointsBack || POINTS.test(after) || isAfterthought;
  if (!isSaidBefore && hasWords(behind)) return behind;
  if (hasWords(front)) return front;
  return /[:：]\s*$/.test(after) ? next : (previous ?? next);
}

const hasWords = (text: string) =>
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).length >= 3 || /[\p{Script=Han}\p{Script=Hangul}].{4,}/u.test(text);
