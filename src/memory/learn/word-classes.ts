import { Lru } from "../../platform/lru.ts";
import { QUESTION } from "./rule-patterns.ts";

/**
 * Word classes by which a request to remember and a decision are told from what looks alike, in four languages: who, whether it is
 * asked, must be, may be or is denied, what is done to what, and when. Which classes and neighbours of classes speak for one is
 * fitted, not written down: see `said.ts`. The first class that has a word takes it.
 */
const CLASSES = String.raw`
q (?:what|which|why|how|who|whether|where)\b|\?|？|[吗嗎呢]|哪|怎|什[么麼]|是不是|要不要|能不能|有[没沒]有|是否|誰|谁|까\b|나요|[가-힣]나\?|뭐|뭘|왜|어떤|어디|언제|누가|을까|은지|는지|던가|였지
not \b(?:do ?n[o']?t|dont|not|never|no|without|nothing|nor|isn'?t|aren'?t|won'?t|can'?t|cannot|haven'?t|hasn'?t|didn'?t|doesn'?t)\b|[别別不勿没沒]|莫|마\b|말아|말고|말자|않|안 
you \b(?:you|u|your|yourself|self|you'(?:re|ll|ve|d))\b|[你您]|너|네가
i \b(?:i|i'(?:m|d|ll|ve)|me|my|mine|myself)\b|我(?![们們])|나는|내가|내 |제가|저는|난 
we \b(?:we|we'(?:re|ll|ve|d)|us|our|let'?s|the team|everyone|everybody|team|all of us)\b|我[们們]|咱|[团團][队隊]|우리|저희|팀
they \b(?:he|she|they|his|her|their|them|somebody|someone|people|users?|customers?|clients?|boss|lead|manager|wife|colleagues?|teams|competitors?|vendors?|friends?|cousin|startup|company|tutorial|article|[a-z]+ers (?=never|always|should|must)|team lead|headquarters|management)\b|他|她|朋友|公司|[客用]|使用者|[领領][导導]|老[板闆]|主管|[组組][长長]|同事|隔壁|[竞競]|고객|사용자|친구|회사|팀장|동료|개발자|사람들
if \b(?:if|suppose|supposing|once|unless|would|imagine|as far as|assuming)\b|如果|假如|要是|[万萬]一|만약|면\b|다면|하면
maybe \b(?:maybe|might|perhaps|dunno|think|thinking|guess|probably|possibly|not sure|unsure|wonder(?:ing)?|torn|lean(?:s|ing)?|consider(?:ing)?|propos(?:e|al)|suggest(?:ion|s|ed)?|could|yet|some ?(?:day|point)|idea|opinion|prefer)\b|可能|也[许許]|或[许許]|考[虑慮]|提[案议議]|建[议議]|好像|[觉覺]得|[还還]在|犹豫|先[别別]|[还還][没沒]|아마|제안|고민|아직|같아|것 같|듯|생각|글쎄
past \b(?:yesterday|previous(?:ly)?|former(?:ly)?|used to|last (?:week|month|year|time|sprint)|ago|back (?:in|then)|was|were|had|did|once|already|\d{4})\b|以前|之前|去年|昨天|上[次周週]|前一|曾|예전|지난|어제|당시|작년|했었
keep \bre?m(?:em)?ber(?:ing)?\b|\b(?:memori[sz]e|memori[sz]ing|retain|recall|internali[sz]e|persist|absorb|memo)\b|[记記](?:住|牢|得|好|下|著|着|起)?|[铭銘谨謹]|牢|기억|외워|유념|외우|명심|숙지|새겨|염두
know \b(?:learn|bear|know|known|be aware|fyi|heads[- ]?up)\b|알아|알고|인지
keeps \b(?:remembers|remembered|memorized|remembering|forgets|forgot|forgotten|forgetting|recalls|stores|stored|saves|saved|notes|noted|knows|knew|reminds?|reminded|reminder|memory)\b
forget \b(?:forget|lose|drop it|overlook|miss)\b|忘(?:[记記]|了)?|잊|까먹
store \b(?:save|store|keep|put|note|notes|record|log|jot|write|add|file|stash|pin|bookmark|hold on|hang on|hold|take|commit|burn|etch|update|get|enter|stick|tuck|make|leave|drop|mark|engrave|tattoo|preserve|archive|track|hang onto)\b|保存|保留|存|[备備][注註忘]|留|[寫写]|加|收|[紀记記][錄录]|메모|기록|저장|적어|남겨|넣어|담아|추가|보관
mind \b(?:in mind|mind|memory|brain|head|heart|notes|knowledge|notebook|on record|on file|what you know|somewhere|back of your|long[- ]term|profile|knowledge base|scratchpad|context|around|down|away)\b|[记記][忆憶]|心|[脑腦]|머릿속|머리|메모리|마음
later \b(?:next time|later|future|from now on|sessions?|chats?|conversations?|again|long[- ]term|between|tomorrow|next week|going forward|for good|permanent(?:ly)?|in case|reference|every time|down the road|henceforth|onwards?|hereafter|subsequent|upcoming|from here|any ?more|the next|twice|always|ever|the record)\b|下次|下回|以[后後]|之[后後]|往[后後]|今[后後]|永|新[会會][话話]|[会會][话話]|都|다음|앞으로|나중|이후|세션|계속|또|항상|매번
can \b(?:can|could|will|please|pls|plz|kindly|want|like|need|make sure|be sure)\b|[请請]|麻[烦煩]|[帮幫]|拜托|줘|주세요|세요|주시|두세요|둬|놔|두시|부탁|바랍|주면|달라|줄래|주실
must \b(?:must|should|shall|have to|has to|ought)\b|必[须須]|[应應]|[务務]必|一定|要|꼭|반드시|해야
this \b(?:this|that|it|these|following|fact|info(?:rmation)?|thing|one|piece|point|bit|number|trick|lesson)\b|[这這]|那|一[点點下]|[点點]|이거|이것|이건|그거|그것|것
det \b(?:the|a|an|every|each|any|some|all)\b
to \b(?:to|for|as|into|onto|in|on|of|at|with)\b|위해|위한
and \b(?:and|also|but|so|then|ok|okay|right|fine|alright|well|yes|good|now|by the way|btw|oh)\b|[顺順]便|另外|然[后後]|[对對]了|[还還]有|好|行|那就|就|그리고|그럼|참고|좋아|자,
choose \b(?:pick(?:ed|ing)?|choos(?:e|ing)|chosen?|decid(?:e|ed|ing)|decision|settled?|settle on|agreed?|opt(?:ed)?|adopt(?:ed|ing)?|select(?:ed)?|go(?:ing)? with|went with|go for|going for|vote(?:d)?|verdict|choice|commit(?:ted)? to|standardi[sz]e|land(?:ed)? on|convinced|sold on|nailed|finali[sz]ed?|ratified|approved|confirmed|conclud\w+|resolved|signed off|favou?r|bet(?:ting)? on|narrowed|unanimous(?:ly)?|call)\b|[决決]定|[选選]|[确確]定|商量|投票|[谈談]妥|通[过過]|[决決][议議]|定[了下为為案]|[采採]用|[敲说說商][定好]|同意|一致|[结結][论論]|결정|정하|정했|정해|확정|선택|채택|합의|결론|낙점|승인|통과|택하|택했|굳히|투표|기로|고르|로 가|로 간|로 갑|로 할|로 하|걸로|으로
stay \b(?:stay(?:ing|s)?|stick(?:ing)?|remain|keep(?:ing)?|hold)\b|保留|[维維]持|[继繼][续續]|유지|그대로|남기
move \b(?:switch(?:ing|ed)?|mov(?:e|es|ed|ing)|migrat\w+|replac\w+|convert\w*|chang(?:e|ed|ing)|rewrit\w+|port|go(?:es|ing)? to|use|using|build|postpon\w+|transition\w*|shift\w*|swap\w*|consolidat\w+|adopt\w*|upgrad\w+)\b|[换換改迁遷搬]|用|走|统一|統一|升|[转轉]|回到|合回|重[写寫]|바꾸|바꾼|바꿉|옮기|옮긴|갈아|전환|쓰기|쓰자|쓴다|씁니다|사용
drop \b(?:drop(?:ping|ped)?|kill(?:ing)?|scrap(?:ped|ping)?|ditch(?:ing)?|retir\w+|abandon\w*|done with|pull(?:ing)? the plug|out|away|gone|dead|remov\w+|get rid|off the table|no more|no longer|stop|end(?:ing)?|leav(?:e|ing)|sunset(?:ting)?|shut(?:ting)? down|phase|phasing|ax(?:e|ed|ing)|nix(?:ed)?|cut(?:ting)?|reject\w*|rul(?:e|ed|ing) out|goodbye|bye|decommission\w*|deprecat\w+|skip(?:ping)?|won't|will not|discontinu\w+|forget)\b|不要了|不用|放[弃棄]|砍|去掉|拿掉|[删刪]|停|[废廢]|下[线線]|取消|拆|[换換]掉|淘汰|算了|不做|不[再走搞折]|버리|버린|빼|폐기|접|중단|그만|아니야|없애
final \b(?:final(?:ly)?|settled|done|winner|wins?|convinced|sold|it is|after all|made up|mind|official|deal|period|end of|instead|rather|over|only|plain|will do|final answer|conclusion|outcome|result|locked|set in stone|approved|it'll be|will be|shall be|gets the job|takes it|carried|passed|beats|won|green light)\b|了[。，,！!]|拍板|最[终終]|[锁鎖]定|[胜勝]出|[这這]么[办辦]|[这這]樣[办辦]|板上|想好|就[这這]|吧|只|[统統]一|最[后後終终]|全部|[讨討][论論]完|[对對][过過]|끝에|역시|드디어|최종|대신|말고
task \b(?:fix|show|explain|implement|list|compare|find|check|look|review|tell me|draft|test|run|help|investigate|figure|debug|create|set up|delete|start|begin|generate|translate)\b|[修查看写寫做建列测測][一]?|[解][释釋]|찾아|고쳐|알려|봐|확인|정리|작성|만들|구현
bug \b(?:bug|broken|crash\w*|fails?|error|wrong|slow|typo|hangs|leak\w*|missing)\b|[报報][错錯]|[错錯]|慢|坏|壞|오류|에러|버그|느려|깨지
lib \b(?:packages?|library|libraries|framework|compiler|plugin|runtime|upstream|v\d+)\b|套件|函式[库庫]|[这這][个個]库|框架|라이브러리|패키지|프레임워크
part \b(?:button|checkbox|form|page|field|column|dialog|label|app|bot|game|cache|function|decorator|server|browser|router|player|option|card|table|file|folder|line|module|screen|component|scheduler|balancer|optimi[sz]er|parser|database|readme|docs?|comment)\b|按[钮鈕]|框|[选選][项項]|[页頁]|表|[栏欄]|[组組]件|函[数數]|[缓緩]存|[浏瀏][览覽]|文案|[弹彈]窗|模[块塊]|字段|[檔档]|程式|程序|[调調]度|버튼|화면|필드|페이지|함수|캐시|앱|게임|테이블|모듈|파일|서버
num \d[\d.:-]*
end [.!。！;；]
comma [,，、–—]
colon :(?![\w/@.])|：|->|→
quote ["“”「」『』\x60]|\[…\]
`;
const PATTERNS = CLASSES.trim()
  .split("\n")
  .map((line) => {
    const [name = ""] = line.split(" ", 1);
    return { name, pattern: new RegExp(line.slice(name.length + 1), "giu") };
  });
/** Proper names: "Postgres", "k8s"; any word in Latin letters within Chinese or Korean. */
const OWN_NAME =
  /\b(?:[A-Z][a-z]*[A-Z0-9]\w*|[A-Z]{2,}\w*)\b|(?<=[\p{Script=Han}\p{Script=Hangul}，。] ?)[A-Za-z][\w.+#-]+|(?<=[a-z,:] )[A-Z]\w+/gu;

interface Classed {
  /** "_": words of no class. */
  name: string;
  /** The end index in the sentence. */
  end: number;
}

/** A prompt's sentences are looked at from several sides. */
const lately = new Lru<string, Classed[]>(50);

/** A sentence as its classes, in order. */
export function classesOf(sentence: string): readonly Classed[] {
  const classed = lately.get(sentence) ?? classify(sentence);
  lately.set(sentence, classed);
  return classed;
}

function classify(sentence: string): Classed[] {
  const found = [...PATTERNS, { name: "name", pattern: OWN_NAME }].flatMap(({ name, pattern }) =>
    [...sentence.matchAll(pattern)].map((match) => ({
      name,
      at: match.index,
      end: match.index + match[0].length,
    })),
  );
  found.sort((a, b) => a.at - b.at || b.end - a.end);
  const classed: Classed[] = [];
  let end = 0;
  const skipTo = (at: number) => {
    if (sentence.slice(end, at).trim() !== "") classed.push({ name: "_", end: at });
  };
  for (const one of found) {
    if (one.at < end) continue;
    skipTo(one.at);
    classed.push({ name: one.name, end: one.end });
    end = one.end;
  }
  skipTo(sentence.length);
  return classed;
}

/** Classes of the words that request remembering. */
export const REQUEST: ReadonlySet<string> = new Set(["keep", "know", "store", "forget", "mind", "later"]);
export const mayAsk = (line: string): boolean => classesOf(line).some(({ name }) => REQUEST.has(name));

const PUNCTUATION = new Set(["_", "comma", "end", "det"]);
const NEAR = 3;

/** Mood and speaker bear on the act, however far away it is: "if … we switch". */
const MOOD = new Set("q if maybe past they not you i we det part lib".split(" "));
const ACT = new Set("choose move drop stay final keep store forget mind know later task name".split(" "));
/** What a neighbouring sentence does: a task follows a decision, a question follows a report. */
const BESIDE = "task choose move drop keep store maybe if bug".split(" ");

/** Classes, adjacent pairs of them, and pairs with a small gap; how it begins; what is said before and after. */
export function classFeatures(sentence: string, before?: string, after?: string): string[] {
  const own = classesOf(sentence).map(({ name }) => name);
  const names = ["^", ...own, "$"];
  const found = new Set(names.map((name) => `%${name}`));
  for (const [at, name] of names.entries()) if (at > 0) found.add(`%${names[at - 1]} ${name}`);
  const telling = own.filter((name) => !PUNCTUATION.has(name));
  for (const [at, name] of telling.entries())
    for (const next of telling.slice(at + 1, at + 1 + NEAR)) found.add(`%${name}..${next}`);
  for (const [at, name] of own.entries())
    if (MOOD.has(name))
      for (const next of own.slice(at + 1)) if (ACT.has(next)) found.add(`%${name}>>${next}`);
  found.add(`^${own.slice(0, 2).join(" ")}`).add(`^${own.slice(0, 3).join(" ")}`);
  for (const [mark, other] of [
    ["<", before],
    [">", after],
  ] as const) {
    const beside = new Set(classesOf(other ?? "").map(({ name }) => name));
    if (other === undefined) found.add(`${mark}none`);
    else if (QUESTION.test(other)) found.add(`${mark}q`);
    for (const name of BESIDE) if (beside.has(name)) found.add(`${mark}${name}`);
  }
  return [...found];
}
