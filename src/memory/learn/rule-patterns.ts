/**
 * The wordings of standing instructions, by language, and of what looks like one and is none. Of a hundred real prompts hardly
 * one lays down a rule, so everything here errs on the side of silence.
 */

const VERBS =
  "add|amend|annotate|answer|ask|assume|avoid|be|block|branch|break|build|bump|call|change|check|choose|clean|close|comment|commit|compile|configure|confirm|connect|copy|create|cut|debug|declare|default|define|delete|deploy|describe|disable|do|document|drop|edit|enable|escape|explain|export|exit|extend|fall back|fix|follow|force-?push|format|generate|give|go|group|guess|handle|hard-?code|hide|ignore|implement|import|include|indent|inline|install|invent|keep|label|leave|let|limit|link|lint|list|load|log|look|make|mark|measure|merge|mention|mix|mock|modify|move|name|nest|open|order|overwrite|pass|patch|pin|place|prefer|prefix|print|propose|provide|publish|pull|push|put|query|quote|raise|read|rebase|refactor|refer|reference|regenerate|release|rely|remember|remove|rename|reply|report|reset|resolve|respect|respond|restart|return|reuse|review|rewrite|round|run|save|say|send|separate|set|ship|show|sign|skip|sort|speak|specify|split|squash|stage|start|stick|store|stop|suggest|summari[sz]e|switch|tag|talk|target|tell|test|throw|touch|translate|treat|trust|try|type|update|upgrade|use|validate|verify|wait|work|wrap|write";
const DO = `(?:${VERBS})\\b`;

/** What rules of work are about. A sentence about users, orders or the app describes the product. */
const WORK =
  "(?:tests?|test ?cases?|specs?|commits?|commit messages?|messages?|branches|prs?|pull requests?|merges|migrations?|docs?|documentation|docstrings?|comments?|changelogs?|changelog entr\\w+|entries|readmes?|functions?|methods?|classes|types?|variables?|variable names|names?|identifiers?|constants?|imports?|exports?|modules?|files?|filenames?|folders?|scripts?|components?|hooks|endpoints?|routes?|handlers?|dtos?|apis?|errors?|exceptions?|error (?:messages|responses)|logs?|log lines|logging|prints?|strings?|literals|numbers?|lengths?|units?|dates?|timestamps?|times|money|amounts?|prices|currency|colou?rs?|styles?|quotes?|indentation|lines?|line length|secrets?|credentials|keys|tokens|passwords?|dependencies|packages|libraries|versions?|configs?|configuration|settings|snapshots?|fixtures?|mocks?|seeds?|random seeds|queries|sql|keywords?|schemas?|tables?|columns?|prod(?:uction)?(?: database)?|deploys?|deployments?|releases?|builds?|warnings?|todos?|flags?|headers?|code|figures|plots|tickets?|translations?|texts?|labels|ui (?:copy|text)|assets|shaders|lockfiles?|environment variables|env vars|images?|containers?|manifests)";

const OF_THE_PROJECT =
  /(?:in|for|throughout|across|within) (?:this|our|the (?:whole|entire)|all (?:of )?our|any of our) (?:\w+ )?(?:repo(?:sitory|s)?|project|code ?base|team|company|engine|system|app|application|services?|compiler|crate|package|module|library|lib|firmware|monorepo|org|product|house|headers?|code|stack|game|site|platform|workspace)|\b(?:we|our) .{0,60}\bhere\b/i;

/** Says in so many words that it holds for longer than the task. */
const LASTING_EN =
  /^(?:and |but )?in general\b|\b(?:from (?:now|here|today|this point|tomorrow) on(?:wards?)?|going forward|henceforth|hereafter|in (?:the )?future|for the future|as a (?:general )?rule|generally speaking|every ?time|each time|whenever|any ?time|at all times|under no circumstances|no exceptions|by default|not now,? not later|no more|without (?:asking|my|me|permission|approval|telling|checking with)|unless (?:i|we|you|explicitly|asked|told|it'?s|there)|(?:on|in|for|with|after|before|to|at|of) (?:each|every|any) (?:\w+ ){0,2}(?:you|commit|pr|pull request|change|file|release|push|merge|test|script|version|function|module|message|branch|deploy\w*|request|line)|everything you|for (?:each|every) |where(?:ver)? (?:possible|you can|we can)|whenever possible|stick to (?:this|that)|keep (?:to )?(?:this|that|it) (?:in|for) (?:every|all)|keep to (?:it|this|that)|(?:that'?s|this is|it'?s|thats|those are) (?:our|how we|the (?:rule|convention|standard|policy|way (?:we|it))|a (?:hard )?rule|my (?:rule|preference))|(?:that|this) (?:goes|holds|applies|counts) for)\b|[,.;–—] ?always[.!]?$/i;

/** What may stand in front of the order in its clause. */
const FILLER =
  "(?:(?:and|but|so|also|oh|ok(?:ay)?|please|just|then|now|ugh|seriously|no|hey|btw|by the way|again|one more thing|in general|generally|remember|remember to|try to|be sure to|make sure (?:to|you)|to be clear|for the record|reminder|note|important|you|kindly|simply|really|always|from now on|in (?:the )?future|going forward|in this \\w+|here|for the next time|next time|as a rule|henceforth),?:?\\s+)*";

const clause = (order: string) =>
  new RegExp(`(?:^|[,;:–—(…]\\s*|\\s-+\\s+|\\b(?:and|but|so|then|or)\\s+)${FILLER}${order}`, "i");

const GENERIC_OBJECT =
  "(?!(?:(?:to|in|on|from|of|with|for|at|up|out) )?(?:the|this|that|it|these|those|them|him|her|his|its|their|my|your|there|here|anything|everything|too|so|yet|worry|need|know|think|forget|both|either|\\d+)\\b)";

const NEVER = clause(
  `(?:never(?: ever)?|don'?t (?:you )?ever|do not ever)\\s+(?:just |again |directly |even )?${DO}(?!ed|s\\b)`,
);
const ALWAYS = clause(`always\\s+(?:please |just |first )?${DO}(?!ed|s\\b)`);
const FORBID = clause(
  "(?:(?:don'?t|do not)\\s+(?!know|think|see|understand|have|need|mind|care|worry|like|get|forget|believe|remember|want|work|you)\\w{2,}|(?:stop|avoid|quit|refrain from|no longer)\\s+\\w{3,}ing\\b)",
);
const ORDER = clause(`(?:only |never |always )?(?:${DO})(?!s\\b)`);
const WE_DO =
  /(?:^|[,;:.–—]\s*|\b(?:and|but|so|from now on|going forward|future|here|repo|repository|project|team|codebase|already|times)[,:]?\s+)we\s+(?:(?:always|never|only|all|do not|don'?t|no longer|usually|will|shall)\s+)*(?:use|prefer|write|name|format|deploy|commit|run|log|keep|put|store|test|mock|call|build|ship|tag|squash|rebase|merge|branch|import|return|throw|follow|stick to|support|expect|want|avoid|target|indent|install|document|handle|spell|speak|round|pin|should(?: always| never)?(?: be)? (?:use|using|write|writing|prefer|keep|run|follow))\b/i;
const WANT = new RegExp(
  `\\b(?:i|we)(?:'d| would)? (?:always |never |really )?(?:want|like|need|expect|prefer|don'?t want|do not want) (?:you (?:to )?(?:always |never |ever |not )?${DO}|(?:to see )?(?:all|every|no|linear|small|short|plain|only|clean)\\b)`,
  "i",
);
const MUST =
  "(?:must|should|shall|have to|has to|need(?:s)? to|needs?|may|ought to|can(?:'t|not)?|mustn'?t|shouldn'?t|are to|is to)";
const ABOUT_WORK = new RegExp(
  `(?:^|[,;:–—(]\\s*|\\band\\s+)${FILLER}(?:all |every |each |our |any |the |new |no |public |a |an )*(?:[\\w'/-]+ ){0,2}${WORK}\\b(?: (?:that|which|in|for|with|of|to|names?) [^,;]{1,40})?\\s+(?:always |never )?(?:(?:${MUST})\\b|(?:are|is|stay|stays|go|goes|belongs?|lives?|ends?|starts?|follows?|use|come|comes|get|gets|has|have)\\b)`,
  "i",
);

interface Wordings {
  /** Certain: active at once. */
  clear(text: string): boolean;
  /** Likely: asked about. */
  unclear(text: string): boolean;
}

const english: Wordings = {
  clear(text) {
    if (NEVER.test(text) || ALWAYS.test(text)) return true;
    if (CLEAR_EN.some((pattern) => pattern.test(text))) return true;
    const isRule = [FORBID, WE_DO, ABOUT_WORK, WANT].some((pattern) => pattern.test(text));
    if (isRule && OF_THE_PROJECT.test(text)) return true;
    if (FORBID.test(text) && /\b(?:again|ever|any ?more)\b/i.test(text)) return true;
    return LASTING_EN.test(text) && (isRule || ORDER.test(text));
  },
  unclear: (text) => UNCLEAR_EN.some((pattern) => pattern.test(text)),
};

const CLEAR_EN: readonly RegExp[] = [
  // "tests should never touch the network", "docs are always updated in the same commit"
  new RegExp(`${ABOUT_WORK.source}.{0,10}\\b(?:always|never|ever)\\b`, "i"),
  new RegExp(
    `^(?:\\w+ ){0,4}${WORK}\\b.{0,40}\\b(?:must|should|may|shall|can)(?: ?not|n'?t)?\\b.{2,60}\\b(?:ever|always|never)\\b`,
    "i",
  ),
  // "we never mock the store", "we always want a body"
  /\bwe (?:always|never|only) (?!had|have|got|get|see|saw|seem|been|were|did)\w+/i,
  new RegExp(
    `${WE_DO.source}.{1,80}(?:,? (?:and )?(?:not|never)\\b(?! (?:be|to|have|get)\\b)|\\binstead of\\b|\\brather than\\b|\\bexclusively\\b|\\bonly\\b|\\beverywhere\\b|\\bhere[.!]?$)`,
    "i",
  ),
  new RegExp(
    `\\b(?:whenever|every time|each time|any ?time|before|after) (?:you|we|each|every) .{3,100}?,?\\s*(?:always |please |you |first )*\\b(?:${DO}|should|must|need to|have to|make sure)`,
    "i",
  ),
  new RegExp(`^${FILLER}if you(?:'re| are)? .{3,80},\\s*(?:please |always |just |then )*${DO}`, "i"),
  /\b(?:is|are) never\b.{2,80}\bonly\b.{2,60}/i,
  /\b(?:make sure|be sure (?:to|that)|ensure)\b.{2,80}\b(?:(?:never|not?) .{0,40}(?:again|ever)|always|never)\b/i,
  new RegExp(`\\b(?:i|we) (?:want|like|need|expect)(?: you)? to (?:always|never) ${DO}`, "i"),
  /\b(?:i|we) (?:always|never) want\b/i,
  /\b(?:overriding|guiding|general|golden|basic) (?:directive|rule|principle)\b.{0,30}\bis\b/i,
  /^(?:our|the|a|one|this (?:project|repo)'s?) (?:house |project |team |naming |coding )?(?:rule|convention|policy|standard) (?:here |in this (?:repo|project) |for [\w ]{1,30} )?(?:is|says)\b/i,
  /^(?:please )?prefer \S.{0,60}\b(?:over|to|instead of|rather than)\b \S/i,
  /^(?:in general,? )?i (?:always |generally |strongly )?prefer \S.{0,60}\b(?:over|to|instead of|rather than)\b \S/i,
  // "do not edit the snapshots by hand, as that breaks the diff"
  /(?:^|[,;:]\s*|\b(?:please|and)\s+)(?:don'?t|do not)\s+\w+ (?!this\b|that\b|it\b|these\b|those\b|anything\b|yet\b).{3,100}?,? (?:as|because|since) (?:that|this|it|we|they|the)\b/i,
  /\byou never\s+\w+/i,
  /[.,;–—] (?:always|ever|period|no exceptions)[.!]*$/i,
  /\b(?:that'?s|thats|this is|it'?s) (?:how we (?:do|write|name|handle)|our (?:standard|convention|rule|policy|style)|the (?:rule|convention|standard|policy)\b)|\b(?:that|this) (?:goes|holds|applies|counts) for (?:all|every|any)/i,
];

const UNCLEAR_EN: readonly RegExp[] = [
  new RegExp(`${FORBID.source}\\s+${GENERIC_OBJECT}\\S`, "i"),
  // "Rebase, don't merge."
  new RegExp(`^${FILLER}${DO},? (?:and )?(?:don'?t|do not|never) \\w+[.!]?$`, "i"),
  // "no emojis in commits", "no floats for money"
  /(?:^|[,;:.–—]\s*|\b(?:and|but|please|ugh,?|so|then)\s+)no (?!idea|problem|need|worries|one|longer|luck|matter|doubt|way|rush|hurry|thanks|news|changes?\b|diff|output|error|response|reason|wonder|such)[^,.?]{2,60}\b(?:in|anywhere|please|for|unless|without|outside|allowed|from|at|on|that|to)\b/i,
  /\b(?:we|i) (?:don'?t|do not|never) (?:want|use|do|write|like|mock|commit|push|allow|accept|throw|catch|log|support) \w+/i,
  ABOUT_WORK_RULE(),
  new RegExp(`^${FILLER}${DO} .{2,50}\\b(?:instead of|rather than)\\b`, "i"),
  /\b(?:use|prefer)\b.{1,60},? not\b/i,
  // "if the build is red, fix the build first"
  new RegExp(
    `^${FILLER}if (?:the|a|any|there|something|tests?)\\b.{3,60},\\s*(?:please |always |just |then )*${DO}.{0,60}\\b(?:first|before|instead|never|don'?t)\\b`,
    "i",
  ),
  /^(?:please )?(?:answer|reply|respond|explain)\b.{0,40}\b(?:short|brief\w*|concise\w*|in [A-Z]\w+|plainly|english)\b/i,
  /\b(?:hands off|off limits|off-limits|leave my\b.{2,40}\balone|is the (?:single )?source of truth|goes? with every|belongs? in\b.{2,60}\bnowhere)\b/i,
  /\bby default,.{3,60}\b(?:only|never)\b|\b\w+ for \w+, \w+ only for\b|,\s*\w+ never[.!]?$/i,
  /^(?:max(?:imum)?|at most|no more than) \d+ \w+ (?:per|in|a) /i,
  new RegExp(
    `^${FILLER}(?:keep|make|write|use|put|treat|name|branch|format|indent|spell|prefer) (?!(?:the|this|that|it|these|those|them|sure|him|her|his|its|their|my|your|a|an|\\d)\\b)[^.?]{2,60}\\b(?:only|everywhere|small|short|one (?:line|logical)|lower ?case|upper ?case|british|american|spelling|possible|main|as errors|where|style|english)\\b`,
    "i",
  ),
  /\bi (?:said|told you|asked)\b.*\b(?:not|don'?t|instead)\b/i,
];

function ABOUT_WORK_RULE(): RegExp {
  return new RegExp(
    `(?:^|[,;:–—(]\\s*|\\band\\s+)${FILLER}(?:(?:all|every|each|our|any|new|public) )+(?:[\\w'/-]+ ){0,2}${WORK}\\b.{0,40}?\\b(?:${MUST}|are|is|go|end|start|follow|use|live|belong)\\b|(?:^|[,;:–—(]\\s*)${FILLER}${WORK}\\b (?:in [\\w ]{2,20} )?(?:must|have to|need|should|go|belong|live)\\b`,
    "i",
  );
}

const chinese: Wordings = {
  clear: (text) => CLEAR_ZH.some((pattern) => pattern.test(text)),
  unclear: (text) => UNCLEAR_ZH.some((pattern) => pattern.test(text)),
};

const WORK_ZH =
  "(?:測試|测试|單測|单测|提交|commit|分支|合併|合并|註解|注释|代碼|代码|程式碼?|程序|變數|变量|命名|檔名|檔案|文件|函式|函数|函數|類別|接口|介面|路徑|路径|套件|依賴|依赖|版本|鏡像|镜像|映像|密碼|密码|金鑰|密钥|日誌|日志|錯誤|错误|異常|异常|資料庫|数据库|線上|线上|正式|生产|生產|縮排|缩进|空格|引號|引号|金額|金额|時間|时间|日期|單位|单位|訊息|信息|文檔|文档|回答|回覆|回复|答案|設定|配置|常數|常量|數值|数值|數字|数字|字串|字符串|樣式|样式|顏色|颜色|圖|组件|元件|腳本|脚本|遷移|迁移|migration|SQL|PR|API|UI|import|型別|类型)";
const CLEAR_ZH: readonly RegExp[] = [
  /(?:以後|以后|今後|今后|往後|往后|之後都|之后都|後面都|后面都|從現在起|从现在起|從現在開始|从现在开始|從今天起|从今天起|即日起)[^?？]{0,20}(?:都|請|请|要|不要|別|别|用|一律|不|必須|必须|只|先|記得|记得|按)/,
  /一律(?!平)/,
  /(?:永遠|永远)(?:都)?(?:不要|不能|不可|不准|別|别|要|用)|(?:絕對?|绝对?)不(?:要|可以?|能|准|得|許|许)|(?:千萬|千万)(?:不要|別|别)|切勿|嚴禁|严禁|禁止/,
  /每次[^，,。]{1,30}(?:都(?:要|必須|必须|應|应|得|請|请|按)|[，,]\s*(?:都|請|请|先|要|必須|必须))/,
  new RegExp(
    `(?:所有|每個|每个|任何|凡是|全部)[^，,?？]{0,8}${WORK_ZH}[^，,?？]{0,30}(?:都必須|都必须|必須|必须|都要|都應|都应|都得|都用|不得|不准|不允許|不允许|用|要)`,
    "i",
  ),
  /(?:我們|我们|本專案|本项目|這個專案|这个项目|這個倉庫|这个仓库|此專案|此项目|團隊|团队|整個倉庫|整个仓库|這個 ?repo|这个 ?repo)(?:裡|里|中|的[^，,]{1,10})?(?:都|一直|統一|统一|只|規定|规定|一律|永遠|永远)(?:使用|用|寫|写|採用|采用|是|放|這樣|这样|走)/,
  /(?:務必|务必)(?:都|要|先|每次|記得|记得)/,
  /(?:這|这)(?:條|条)?是(?:我們|我们)[^，,。]{0,10}(?:的)?(?:規定|规定|規則|规则|慣例|惯例)|記住這條|记住这条|都這樣[。!！]?$|都这样[。!！]?$/,
];
const UNCLEAR_ZH: readonly RegExp[] = [
  new RegExp(
    `${WORK_ZH}[^，,。?？]{0,20}(?:統一|统一|必須|必须|一定要|不准|不許|不许|不允許|不允许|不得|不能|都要|都用|都放|全部|只用|只寫|只写|只能|要用|不要)`,
    "i",
  ),
  /(?:^|[，,。；;：:]\s*|另外|還有|还有|然後|然后|請|请)(?:不准|不許|不许|不允許|不允许|別再|别再|不要再|不要直接|別直接|别直接|不要用|別用|别用|不要自己|別自己|别自己)/,
  /(?:一定要先|必須先|必须先|先問|先问|先經過|先经过|先跑)[^，,。?？]{0,12}(?:我|再|同意|確認|确认|猜|提交)/,
  /(?:不用|不要|別|别)每次都|(?:不要|別|别)(?:手動|手动)|只[寫写][^，,。]{1,12}[，,]\s?不[寫写]|(?:不要|別|别)(?:自己)?(?:亂|乱)?猜/,
  /^(?:請|请)?(?:不要|別|别)(?:修改|改動|改动|碰|動|动|提交|推送)[^，,。這这那]{2,30}$/,
  /改用|請用|请用|應該用|应该用|而不是/,
  /(?:回答|回覆|回复|解釋|解释)[^，,。?？]{0,6}(?:簡短|简短|簡潔|简洁|中文|英文|短)/,
  /(?:統一|统一)(?:用|使用|成|為|为|兩|两|\d|[一二三四])/,
];

/** Endings of an order; what follows them is at most a mark or a particle. */
const ORDER_END =
  "(?:세요|십시오|[하해써둬내줘넣적 ]줘|주세요|하라|해라|[할말] ?것|걸로 해|거야|마라|해야|하자|하지 ?마|지 ?마|말아|말고|됩니다|안 ?돼|금지|바랍니다|합니다|씁니다|사용해|사용한다|쓴다|한다|않는다|넣어|적어|해|써)";
const LASTING_KO =
  "(?:앞으로(?:는|도)?|이제부터(?:는)?|지금부터(?:는)?|다음부터(?:는)?|항상|언제나|절대로?|반드시|매번|무조건|늘|꼭)";
const korean: Wordings = {
  clear: (text) => CLEAR_KO.some((pattern) => pattern.test(text)),
  unclear: (text) => UNCLEAR_KO.some((pattern) => pattern.test(text)),
};
const CLEAR_KO: readonly RegExp[] = [
  new RegExp(`${LASTING_KO}[\\s,].*${ORDER_END}[\\s.!~]*\\S{0,4}$`),
  new RegExp(`${ORDER_END}[\\s.,!~]+(?:앞으로(?:는|도)?|항상|계속|쭉|언제나|매번)`),
  /앞으로는 .{2,}/,
  /다시는 .*(?:하지 ?마|말아|마세요|마라|안 ?돼)/,
  /(?:우리는|우리 팀은|우리 .{1,10}에서는|이 프로젝트(?:는|에서는)|여기서는|이 ?(?:레포|저장소)(?:는|에서는)?) .*(?:만|말고|대신|통일|항상|절대).*(?:씁니다|사용합니다|쓴다|사용한다|써야|사용해야|써|써요)/,
  /(?:할 때마다|하기 전에는?|한 후에는?|하면 항상|때는 항상) .*(?:세요|십시오|해 ?줘|해야|할 것)[\s.!~]*\S{0,4}$/,
  /금지(?:야|예요|입니다|다|임)?[\s.!~]*(?:$|,)/,
  /(?:규칙|컨벤션|원칙|방침)(?:이야|입니다|이에요|임|은|이다)/,
];
const UNCLEAR_KO: readonly RegExp[] = [
  /(?:테스트|커밋|주석|변수|함수|파일|타입|코드|로그|브랜치|문서|메시지|들여쓰기|이름|쿼리|에러|예외|의존성|패키지|버전|마이그레이션|PR|답변|대답|설명|스타일|상수|수치|금액|시간|날짜|비밀번호|토큰|키|설정)[^?]{0,40}(?:하지 ?마|쓰지 ?마|지 ?말 ?것|말고|통일|금지|적어|써|넣어|으로만|로만|필수|해야)/i,
  /쓰지 ?마|말고|대신(?:에)?\s|사용하세요|써 ?주세요|사용해 ?주세요|필수(?:야|임|입니다)?[\s.!]*$/,
  /[은는] .{1,24}(?:로|으로|만)(?:,| ).{0,16}(?:적어|써|해|할 것|작성)[\s.!]*$/,
  /(?:짧게|간단히|간결하게|한국어로|영어로) (?:답|대답|설명|써|말)/,
];

const LANGUAGES = [english, chinese, korean];
export const isClearWording = (text: string) => LANGUAGES.some((language) => language.clear(text));
export const isUnclearWording = (text: string) => LANGUAGES.some((language) => language.unclear(text));

export const QUESTION =
  /[?？]\s*["”)]?\s*$|^(?:(?:and|but|so|ok(?:ay)?|hmm|well|question)[,:]?\s+)*(?:should (?:we|i|it|this|these|the)|shall|can|could|would|do (?:we|you|i)|does|did|is|are|isn'?t|aren'?t|why|what|how|when (?:do|does|did|is|are|was)|where (?:do|does|is|are|did)|which|who|was|were)\b|(?:嗎|吗|呢|까요|나요|ㄹ까|을까|할까|가요|는지|거야|건가)[?？]|(?:嗎|吗|까요|나요|을까)[。.\s]*$|(?<![寫写明因])(?:為什麼|为什么)|(?<![寫写明該该])(?:怎麼|怎么|怎样)|是不是|要不要|能不能|有沒有|有没有|哪[個个裡里支一]|還是.{0,20}(?:好|看)|还是.{0,20}(?:好|看)|왜\s(?!그런지|인지)|,? (?:right|or|no)\?/i;

/** Meant for this moment, this place or this piece of work, as the sentence says itself. */
export const MOMENTARY =
  /\b(?:for now|for (?:a|the) (?:second|moment|minute|while|time being)|right now|at the moment|currently|yet|today(?! on)|tonight|tomorrow|temporarily|meanwhile|until (?:then|we|i|the)|this (?:time|part|one|commit|pr|branch|change|task|ticket|session|step|bug|release|refactor(?:ing)?|file|function|test|page|section|script|class|method|column|table|screen|button|endpoint|component|line|block|loop|throwaway|week|sprint)|(?:only|just) (?:this|that|here)|(?<!remember )that one|that (?:snippet|file|function|line|test|branch)|in here|here as well|these (?:two|three|changes|tests|files)|(?:don'?t|do not|without) \w+ anything(?! (?:without|else|unless))|on purpose|first step|(?:don'?t|do not) .{2,40} there(?=[.!]?$)|in (?:this|that|the last|your last) (?:case|pr|commit|branch|file|function|step|one)|the (?:left|right|other|second|first|last|old|new|same|current) one|the (?:left|right) \w+)\b|\bnow(?:[.!]?$|,)(?! not later)|\bspike\b|先不要|先別|先别|先留|先不|[這这]次|本次|暫時|暂时|目前|現在先|现在先|今天(?!起)|[這这下][一]?[個个頁页張张邊边裡里段行支份](?!來|来|專案|项目|倉庫|仓库|repo|規|规)|지금은|이번|일단|당분간|오늘|아직|우선|잠깐|이 (?:커밋|PR|브랜치|파일|함수|버그|화면|페이지)|함수에서만|여기서? /i;

/** The speaker is thinking aloud, or wishes. */
export const HEDGED =
  /\b(?:i(?:'m| am)? (?:think|guess|feel|believe|suppose|thinking)|maybe|perhaps|not sure|unsure if|probably|might|wonder(?:ing)?|what if|seems?|somehow|apparently|in theory|theoretically|ideally|ideal world|would (?:be|say|come|have|like to see)|we'd|it'd|could be|may (?:want|be|at some)|at some point|someday|one day|let'?s say|for example|e\.g\.|if (?:it|i|we) were|up to me|like there should|we need to (?:validate|check|discuss|decide)|idk|dunno|either way|not decided|some people|everybody says|people say|in principle|supposedly|i hope|hopefully)\b|我覺得|我觉得|我在想|可能|也許|也许|或許|或许|似乎|好像|按理|理論上|理论上|最好|如果可以|拿不准|不好說|不好说|不(?:確定|确定)(?!的)|考慮|考虑|比較好|比较好|會好|会好|아마|같아|것 같|듯|언젠가|좋을|하면 좋|확실하진|고민|생각 ?중/i;

/** A bug report states what should be and then what is. */
export const REPORTED =
  /\b(?:but (?:it|this|that|now|currently|instead|we get|i get)|however|returns? \S+ instead|is(?: not|n't) working|doesn'?t work|crash\w*|this causes|i see|i saw|noticed|turns out|by design|by definition|no idea why)\b|報錯|报错|老是|오류가|에러가|나오는데|這是設計|这是设计|卻|却/i;

/** What used to be, or what others said. */
export const TOLD =
  /\b(?:used to|use to forbid|back then|back in|last (?:week|month|year|sprint|time|night)|yesterday|was decided|had to be|(?:he|she|they|someone|somebody|boss|lead|manager|professor|reviewer|customer|client|docs?|documentation|spec|readme|page|guide|book|blog|article|comment|chatgpt|everyone|everybody|people|team lead) (?:said|says|say|told|wanted|wants|wrote|writes|suggested|insisted|reads)|told (?:us|me)|according to|in the retro|we (?:did|had|tried|laughed)|has always been|always did|i (?:deleted|tried|ran|changed|raised))\b|以前|之前(?!都)|當時|当时|當初|当初|後來|后来|前一[個个]|上次|去年|昨天(?!的)|書上|书上|網路上|网上|說過|说过|大家都[說说]|從來不|从来不|예전에|지난번|지난|어제|했었|라고 했|에서 봤|작년|당시/i;

/** "The button should always be visible" describes a task; "the migrations should never be changed" rules how to work. */
export const DESCRIBES =
  /^(?!the (?:\w+ )?(?:rule|convention|principle|directive|policy)\b)(?:the|this|these|that|it|a|an)\b(?!.*\b(?:be|get|is|are) (?:(?:ever|directly|always) )?(?:changed|edited|touched|modified|committed|pushed|merged|deleted|removed|used|run|written|imported|mocked|hard-?coded|rewritten|formatted|generated|reviewed|tested|kept|named|placed|stored|squashed|rebased|translated|released|deployed|called|installed)\b)(?=.*\b(?:should|must|shall|has to|needs to)\b)/i;

export const NOT_A_RULE =
  /\bnever ?mind\b|\bnever been\b|\balways been\b|不要緊|不要紧|\bas always\b|[:：]\s*$|\[…\]|\b(?:i (?:always|never) (?:have|get|see|forget)|you (?:always|never|keep) (?:forget|get|do that|miss))\b/i;

/** An answer to a question, or a choice among what was offered. */
export const ANSWER =
  /^(?:yes|yep|yeah|yup|no(?=[,.!]|$)|nope|nah|sure|ok(?:ay)?|correct|exactly|right|go (?:ahead|with)|sounds good|do it|both|neither|the (?:first|second|third|last|other)|option|[a-e](?=[.,)!\s]*$)|\d+(?:\b|番|번)|not the|對|对|好|是|不用|不是|不要(?=[刪删改動动，,])|第[一二三四五]|可以|沒錯|没错|네|예|응|아니|아냐|그래|좋아|맞아)(?:[\s,.!，。、]|$)/i;
