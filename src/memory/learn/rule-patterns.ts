/**
 * The wordings of rules, by language. `clear` ones are taken up at once, so they must be right nine times out of ten;
 * `unclear` ones are only proposed. Written against real prompts, of which hardly one in a hundred lays down a rule.
 */

/** What people tell an agent to do. With "always" before it, it is an order; "always fails" is a report. */
const DO =
  "(?:add|amend|annotate|answer|ask|assume|avoid|be|bump|call|change|check|choose|clean|close|commit|compile|confirm|copy|create|cut|default|delete|deploy|do|document|edit|explain|exit|extend|fix|follow|format|generate|give|go|handle|hard-?code|ignore|implement|import|include|indent|install|keep|leave|link|lint|log|make|mark|merge|mention|mock|modify|move|name|open|overwrite|pass|pin|place|prefer|prefix|print|propose|push|put|query|quote|raise|read|rebase|refer|regenerate|release|remember|remove|rename|reply|report|respect|respond|return|reuse|review|rewrite|round|run|save|send|set|show|sign|skip|sort|speak|specify|split|squash|stage|start|stick|store|stop|suggest|summari[sz]e|switch|tag|target|tell|test|throw|touch|translate|treat|type|update|upgrade|use|validate|verify|wait|work|wrap|write)";

const BEFORE_ORDER =
  "(?:^|[,;:–—(]\\s*|\\s-+\\s+|\\b(?:and|but|so|then|also|just|you|please|remember to|try to)\\s+)";
/** "please" and its like, which may stand anywhere before the verb. */
const SOFT = "(?:please\\s+|also\\s+|just\\s+|simply\\s+)*";

const english = {
  clear: [
    // "Always run the linter", "…, and never push to main"
    new RegExp(`${BEFORE_ORDER}(?:always|never(?: ever)?)\\s+${SOFT}${DO}\\b(?!ed|s\\b)`, "i"),
    new RegExp(`^${SOFT}${DO}\\b.{3,100}[,–—] ?always[.!]?$`, "i"),
    // "tests should never touch the network", "there should always be …", "it must not be changed, ever"
    /\b(?:should|must|shall|may|has to|have to|needs? to|is to|are to|ought to)\s+(?:always|never)\s+(?!have\b)\w+/i,
    /\b(?:should|must|shall|may|can)(?:\s*not|n'?t)\b.{2,80}\bever\b/i,
    // "we always want …", "we never mock the store", "in this repo we only use pnpm"
    new RegExp(`\\bwe (?:always|never|only) (?:want to|want|expect|${DO})\\b`, "i"),
    /(?:^|^\(|[,;:(]\s*|\b(?:here|repo|repository|project|team|codebase)\s+)we (?:use|prefer|write|name|format|deploy from|commit to|run)\b.{1,80}(?:,? (?:and )?not\b|\binstead of\b|\brather than\b|\bexclusively\b|\bexplicitly\b|\bonly\b|\beverywhere\b|\bin (?:this|our) (?:repo|repository|project|codebase)\b|\bhere[.!]?$)/i,
    new RegExp(
      `\\b(?:from now on|from here on|going forward|henceforth)\\b[,:]?\\s+(?:\\w+ ){0,8}?(?:${DO}|should|must|don'?t|do not|want|need|never|always)\\b`,
      "i",
    ),
    new RegExp(
      `\\b(?:${DO}|should|must|don'?t|do not|want|need)\\b.{2,120}\\b(?:from now on|going forward|henceforth)\\b`,
      "i",
    ),
    new RegExp(
      `\\bin (?:the )?future,? (?:please )?(?:always|never|don'?t|do not|you (?:should|must)|${DO})\\b`,
      "i",
    ),
    // "Whenever you change the schema, run the migration"
    new RegExp(
      `\\b(?:whenever|every time|each time|any ?time|before|after) (?:you|we) .{3,100}?,\\s*(?:always |please |you |first )*(?:${DO}|should|must|need to|have to|make sure)\\b`,
      "i",
    ),
    new RegExp(`\\b${DO}\\b.{2,100}\\b(?:whenever|every time|each time) (?:you|we)\\b`, "i"),
    // "Don't commit without asking", "do not run the e2e tests unless I ask", "don't ever …"
    /(?:^|[,;:]\s*|\b(?:please|and|so|but|also|you)\s+)(?:don'?t|do not)\s+(?:ever\b|\w+\b.{1,100}\b(?:ever|ever again|without (?:asking|my|me|permission|approval|running|first|tests?|confirm\w*|check\w*)|unless (?:i|you|we|the user|asked|told|explicitly)))\b/i,
    // "do not edit the snapshots by hand, as that breaks the diff"
    /(?:^|[,;:]\s*|\b(?:please|and)\s+)(?:don'?t|do not)\s+\w+ (?!this\b|that\b|it\b|these\b|those\b|anything\b|yet\b).{3,100}?,? (?:as|because|since) (?:that|this|it|we|they|the)\b/i,
    // "the owner is never the author, only the reviewer is"
    /\b(?:is|are) never\b.{2,80}\bonly\b.{2,60}/i,
    // "strong types instead of string wherever we can"
    /\b(?:should|must|use|using|prefer)\b.{2,100}\b(?:wherever|everywhere|whenever) (?:we can|you can|possible|it makes sense)\b/i,
    // "make sure that this never happens again"
    /(?:^|[,;:(]\s*|\b(?:please|and|also|so|but|just)\s+)(?:make sure|be sure (?:to|that)|you make sure)\b.{2,80}\b(?:(?:never|not?) .{0,40}(?:again|ever)|always|never)\b/i,
    /\bensure\b.{2,80}\b(?:always|never)\b/i,
    new RegExp(`\\b(?:i|we) (?:want|like|need|expect)(?: you)? to (?:always|never) ${DO}\\b`, "i"),
    /\b(?:i|we) (?:always|never) want\b/i,
    /\b(?:overriding|guiding|general|golden|basic) (?:directive|rule|principle)\b.{0,30}\bis\b/i,
    /^(?:our|the|a|one|this (?:project|repo)'s?) (?:house |project |team |naming |coding )?(?:rule|convention|policy) (?:here |in this (?:repo|project) |for [\w ]{1,30} )?(?:is|says)\b/i,
    new RegExp(`\\bas a (?:general )?rule\\b,?\\s+(?:${DO}|don'?t|do not|we|never|always)\\b`, "i"),
    /^(?:please )?(?:remember|keep in mind|note for the future|remember this)\s*:\s*\S/i,
    /^(?:please )?prefer \S.{0,60}\b(?:over|to|instead of|rather than)\b \S/i,
    /^(?:in general,? )?i (?:always |generally |strongly )?prefer \S.{0,60}\b(?:over|to|instead of|rather than)\b \S/i,
  ],
  unclear: [
    /\b(?:use|prefer|call|import|write|run|put|keep|name|call it)\b.{1,80}\b(?:instead of|rather than|,? not)\b/i,
    /\b(?:instead of|rather than)\b.{1,60},\s*(?:please\s+)?(?:use|prefer|call|write|run|put|do)\b/i,
    /^(?:no[,.!]?\s+|please\s+|and\s+|but\s+|also\s+)*(?:don'?t|do not|stop|avoid)\s+\w+ \w+/i,
    /\b(?:we|i) (?:don'?t|do not|never) (?:want|use|do|write|like) \w+ \w+/i,
    /\bi (?:said|told you|asked)\b.*\b(?:not|don'?t|instead)\b/i,
    /\b(?:is|be) (?:the |our )?(?:single )?source of truth\b/i,
    /^(?:please )?(?:remember|keep in mind) that\b/i,
    new RegExp(`\\b(?:always|never)\\s+${DO}\\b.{4,}`, "i"),
  ],
};

const chinese = {
  clear: [
    /(?:以後|以后|今後|今后|往後|往后|從現在起|从现在起|從現在開始|从现在开始)[^?？]{0,12}(?:都|請|请|要|不要|別|别|用|一律|不|必須|必须|只)/,
    /一律(?!平)/,
    /(?:永遠|永远)(?:都)?(?:不要|不能|不可|不准|別|别|要|用)|(?:絕對?|绝对?)不(?:要|可以?|能|准|得)|(?:千萬|千万)(?:不要|別|别)|切勿|嚴禁|严禁|禁止/,
    /每次[^，,]{1,30}(?:都(?:要|必須|必须|應|应|得|請|请)|[，,]\s*(?:都|請|请|先|要|必須|必须))/,
    /(?:所有|每個|每个|任何|凡是)[^，,?？]{1,40}(?:都必須|都必须|必須|必须|都要|都應|都应|都得|都用|不得|不准|不允許|不允许)/,
    /(?:^|[，,；;]|請|请|要|必須|必须|應該|应该)(?:總是|总是|始終|始终)(?!在|會|会|是|有|報|报|失|出)/,
    /(?:我們|我们|本專案|本项目|這個專案|这个项目|這個倉庫|这个仓库|此專案|此项目|團隊|团队)(?:裡|里|中|的[^，,]{1,10})?(?:都|一直|統一|统一|只|規定|规定)(?:使用|用|寫|写|採用|采用)/,
    /(?:務必|务必)(?:都|要|先|每次|記得|记得)/,
  ],
  unclear: [/改用|請用|请用|不要(?!紧|緊)|別再|别再|不准|應該用|应该用|而不是|務必|务必/],
};

/** Endings of an order; what follows them is at most a mark or a particle. */
const ORDER_END =
  "(?:세요|십시오|[하해써둬 ]줘|주세요|하라|해라|[할말] ?것|마라|해야|하자|하지 ?마|지 ?마|말아|됩니다|안 ?돼|금지|바랍니다|합니다|씁니다|사용해|사용한다|쓴다|한다)";
const korean = {
  clear: [
    new RegExp(`앞으로(?:는|도)?\\s.*${ORDER_END}[\\s.!~]*\\S{0,4}$`),
    /앞으로는 .{2,}/,
    /(?:항상|언제나|절대로?|반드시|매번|무조건).*(?:세요|십시오|[하해써 ]줘|하라|해라|[할말] ?것|마라|해야|하자|하지 ?마|지 ?마|말아|됩니다|안 ?돼)[\s.!~]*\S{0,4}$/,
    /다시는 .*(?:하지 ?마|말아|마세요|마라|안 ?돼)/,
    /(?:우리는|우리 팀은|이 프로젝트(?:는|에서는)|여기서는) .*(?:만|말고|대신|통일).*(?:씁니다|사용합니다|쓴다|사용한다|써야|사용해야)/,
    /(?:할 때마다|하기 전에는?|한 후에는?) .*(?:세요|십시오|해 ?줘|해야|할 것)[\s.!~]*\S{0,4}$/,
    /금지[\s.!~]*$/,
  ],
  unclear: [/하지 ?마|쓰지 ?마|말고|대신(?:에)?\s|사용하세요|써 ?주세요|사용해 ?주세요|금지/],
};

export const CLEAR: readonly RegExp[] = [...english.clear, ...chinese.clear, ...korean.clear];
export const UNCLEAR: readonly RegExp[] = [...english.unclear, ...chinese.unclear, ...korean.unclear];

export const QUESTION =
  /[?？]\s*["”)]?\s*$|^(?:(?:and|but|so|ok(?:ay)?|hmm|well|question)[,:]?\s+)*(?:should (?:we|i|it|this|these|the)|shall|can|could|would|do (?:we|you|i)|does|did|is|are|isn'?t|aren'?t|why|what|how|when (?:do|does|did|is|are|was)|where|which|who|was|were)\b|(?:嗎|吗|呢|까요|나요|ㄹ까|을까|할까)[?？。.\s]*$|為什麼|为什么|怎麼|怎么|是不是|要不要|能不能|,? (?:right|or|no)\?/i;

/** Meant for this moment or this piece of work, as the sentence says itself. */
export const MOMENTARY =
  /\b(?:for now|for a (?:second|moment|minute|while)|right now|at the moment|currently|yet|today|tonight|tomorrow|temporarily|meanwhile|until (?:then|we|i|the)|this (?:time|part|one|commit|pr|branch|change|task|ticket|session|step|bug|release|refactor(?:ing)?|file|function|test|page|section)|in here|these (?:two|three|changes|tests|files)|anything|on purpose|first step|in this (?:case|pr|commit|branch|file|function|step))\b|\bnow(?:[.!]?$|,)|先不要|先別|先别|這次|这次|本次|暫時|暂时|目前|現在先|现在先|今天|[這这]個?个?\s?(?:commit|提交|PR|分支|檔案|文件|函數|函数|頁面|页面|bug)|지금은|지금|이번|일단|당분간|오늘|아직|우선|잠깐|이 (?:커밋|PR|브랜치|파일|함수|버그)/i;

/** The speaker is thinking aloud or reporting what happens. */
export const HEDGED =
  /\b(?:i think|i guess|i feel|i believe|i suppose|maybe|perhaps|not sure|probably|might|wonder(?:ing)?|what if|seems?|somehow|apparently|in theory|ideally|would be (?:nice|great|good)|let'?s say|for example|e\.g\.)\b|我覺得|我觉得|可能|也許|也许|似乎|好像|아마|같아|것 같/i;

/** A bug report states what should be and then what is. */
export const REPORTED =
  /\b(?:but (?:it|this|that|now|currently|instead|we get|i get)|however|returns? \S+ instead|is(?: not|n't) working|doesn'?t work|crash\w*|this causes|i see|i saw|noticed|turns out)\b|報錯|报错|老是|오류가|에러가/i;

/** "The button should always be visible" describes a task; "the migrations should never be changed" rules how to work. */
export const DESCRIBES =
  /^(?:the|this|these|that|it|a|an)\b(?!.*\b(?:be|get|is|are) (?:(?:ever|directly|always) )?(?:changed|edited|touched|modified|committed|pushed|merged|deleted|removed|used|run|written|imported|mocked|hard-?coded|rewritten|formatted|generated|reviewed|tested|kept|named|placed|stored|squashed|rebased|translated|released|deployed|called|installed)\b)(?=.*\b(?:should|must|shall|has to|needs to)\b)/i;

export const NOT_A_RULE = /\bnever ?mind\b|\bnever been\b|\balways been\b|不要緊|不要紧|\bas always\b/i;
