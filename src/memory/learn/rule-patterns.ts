/**
 * Word classes that distinguish a standing instruction from a task, a description and other people's words, in four
 * languages. `rules.ts` weighs them.
 */

const DO =
  "(?:add|amend|annotate|answer|ask|assume|avoid|be|block|branch|break|build|bump|call|change|check|choose|clean|close|comment|commit|compile|configure|confirm|connect|copy|create|cut|debug|declare|default|define|delete|deploy|describe|disable|do|document|drop|edit|enable|escape|explain|export|exit|extend|fall back|fix|follow|force-?push|format|generate|give|go|group|guess|handle|hard-?code|hide|ignore|implement|import|include|indent|inline|install|invent|keep|label|leave|let|limit|link|lint|list|load|log|look|make|mark|measure|merge|mention|mix|mock|modify|move|name|nest|open|order|overwrite|pass|patch|pin|place|prefer|prefix|print|propose|provide|publish|pull|push|put|query|quote|raise|read|rebase|refactor|refer|reference|regenerate|release|rely|remember|remove|rename|reply|report|reset|resolve|respect|respond|restart|return|reuse|review|rewrite|round|run|save|say|send|separate|set|ship|show|sign|skip|sort|speak|specify|split|squash|stage|start|stick|store|stop|suggest|summari[sz]e|switch|tag|talk|target|tell|test|throw|touch|translate|treat|trust|try|type|update|upgrade|use|validate|verify|wait|work|wrap|write|consider|quit|carry|apply|rerun|spell|expect)\\b";
/** Topics of working rules. A sentence about users, orders or the app describes the product. */
const WORK =
  "(?:tests?|test ?cases?|specs?|commits?|commit messages?|messages?|branches|prs?|pull requests?|merges|migrations?|docs?|documentation|docstrings?|comments?|changelogs?|changelog entr\\w+|entries|readmes?|functions?|methods?|classes|types?|variables?|variable names|names?|identifiers?|constants?|imports?|exports?|modules?|files?|filenames?|folders?|scripts?|components?|hooks|endpoints?|routes?|handlers?|dtos?|apis?|errors?|exceptions?|error (?:messages|responses)|logs?|log lines|logging|prints?|strings?|literals|numbers?|lengths?|units?|dates?|timestamps?|times|money|amounts?|prices|currency|colou?rs?|styles?|quotes?|indentation|lines?|line length|secrets?|credentials|keys|tokens|passwords?|dependencies|packages|libraries|versions?|configs?|configuration|settings|snapshots?|fixtures?|mocks?|seeds?|random seeds|queries|sql|keywords?|schemas?|tables?|columns?|prod(?:uction)?(?: database)?|deploys?|deployments?|releases?|builds?|warnings?|todos?|flags?|headers?|code|figures|plots|tickets?|translations?|texts?|labels|ui (?:copy|text)|assets|shaders|lockfiles?|environment variables|env vars|images?|containers?|manifests|notebooks?|parsers?|shaders?|scripts|interrupt handlers|isrs?|alerts?|webhooks?|webhook consumers|icons|titles?|copy|spelling|resources?|allocations?|io|data|controllers?|services?|third party code|helpers?|utils|templates?|features?|elements?|steps|targets|precision|history|loggers?|coverage|changes?|vault|values|test command|tags|queries|ticket)";
const WORK_CHINESE =
  "測試|测试|單測|单测|提交|分支|合併|合并|註解|注释|代碼|代码|程式碼?|程序|變數|变量|命名|檔名|檔案|文件|函式|函数|函數|類別|接口|介面|路徑|路径|套件|依賴|依赖|版本|鏡像|镜像|映像|密碼|密码|金鑰|密钥|日誌|日志|錯誤|错误|異常|异常|資料庫|数据库|線上|线上|正式|生产|生產|縮排|缩进|空格|引號|引号|金額|金额|時間|时间|日期|單位|单位|訊息|信息|文檔|文档|回答|回覆|回复|答案|設定|配置|常數|常量|數值|数值|數字|数字|字串|字符串|樣式|样式|顏色|颜色|圖|组件|元件|腳本|脚本|遷移|迁移|型別|类型|[一-鿿]\\s?(?:PR|API|UI|SQL|import|commit|migration)|模板|圖|图|中斷|中断|样式|寄存器|改[動动]|[東东]西|日[誌志]|依[賴赖]|[結结][構构]|接口|文[檔档]";
const FILLER =
  "(?:(?:and|but|so|also|oh|ok(?:ay)?|please|just|then|now|ugh|nope|no|seriously|hey|btw|by the way|again|one more thing|in general|generally|remember|remember to|try to|be sure to|make sure (?:to|you)|to be clear|reminder|note|important|you|kindly|simply|really|always|from (?:now|here) on|for the future|in (?:the )?future|going forward|next time|as a rule|henceforth|my general line|as a matter of principle),?:?\\s+)*";
const START = `(?:^|[,;:–—(…!]\\s*|\\s-+\\s+|\\b(?:and|but|so|then|though)\\s+)${FILLER}`;
const either = (...parts: string[]) => new RegExp(parts.join("|"), "i");

/** The sentence itself says that it holds beyond the task. */
export const LASTING = either(
  "\\b(?:always|never|from (?:now|here|today|this point|tomorrow) on(?:wards?)?|going forward|henceforth|hereafter|in (?:the )?future|for the future|(?:all|any|every) future|as a (?:general |hard )?rule|in general|generally|at all times|no exceptions?|under no circumstances|every ?time|each time|any ?time|whenever|(?:before|after) (?:you|we|each|every)|not now,? not later|no (?:more|longer)|every session|each commit|all (?:our )?sessions|(?:as|because|since) (?:that|this|it|we|they)|wherever|everywhere|anywhere|nowhere)\\b",
  "\\b(?:don'?t|do not|not|stop|never|nobody)\\b.*\\b(?:ever|again|any ?more)\\b",
  "\\b(?:without (?:asking|my|me|permission|approval|telling)|unless (?:i|we|you|explicitly|asked|told)|only after i)\\b",
  "以[後后]|今[後后]|往[後后]|[從从](?:現在|现在|今天)(?:起|[開开]始)|即日起|永[遠远]|一律|一概|每次|每一次|凡是|任何[時时]候|[絕绝][對对]?不|千[萬万]|切勿|禁止|嚴禁|严禁|一直[這这]|[務务]必|[統统]一|(?:整[個个]|所有|每[個个]|任何).{0,12}(?:都|必[須须])|[後后]面都|都[這这]",
  "앞으로|이제부터|지금부터|다음부터|항상|언제나|절대|반드시|매번|무조건|늘 |꼭|때마다|다시는|금지|예외 없이",
);
/** The sentence calls itself a rule. */
export const NAMED_RULE =
  /\b(?:(?:that'?s|thats|this is|it'?s|those are|as) (?:how we|our|the (?:rule|convention|standard|policy|deal|way (?:we|it)))|(?:hard|house|golden|general|guiding|overriding|basic|team|project) (?:rule|line|principle|directive|convention)|(?:our|the|as our) (?:rule|convention|policy|standard|principle)|by agreement|your default|matter of principle|(?:that|this) (?:goes|holds|applies|counts) for|(?:stick|keep) to (?:this|that|it)|prefer \S.{0,60} (?:over|instead of|rather than) \S.*)\b|\b(?:is|are) never\b.{2,80}\bonly\b|規定|规定|規則|规则|規矩|规矩|慣例|惯例|[約约]定|[記记]住[這这]|规范|規範|규칙|컨벤션|원칙|방침/i;
/** It covers all of a kind, not one thing. */
export const GENERAL = either(
  "\\b(?:all|every|each|any|only|new (?:code|stuff|dependencies|files|modules)|everything|anything|in (?:this|our|the whole) (?:\\w+ )?(?:repo(?:sitory)?|project|code ?base|team|engine|apps?|compiler|crate|system|services?|firmware|monorepo|design system)|around here|here|by default|by hand|yourself|myself|where(?:ver)? (?:possible|we can|you can))\\b",
  "所有|每[個个]|全部|任何|都|只|整[個个]|[這这][個个] ?(?:repo|專案|项目|倉庫|仓库)|모든|전부|모두|만 |마다|이 (?:프로젝트|레포|저장소)",
);
/** A verb in front of "the", "this" or "it" describes the current task. */
const ONE_THING =
  "(?!\\s+(?:(?:to|in|on|from|of|with|for|at|up|out|only) )?(?:the|this|that|it|these|those|them|him|her|his|its|their|there|both|either|a|an|one|me|\\d+)\\b)";
export const ORDER = either(
  `\\b(?:from (?:now|here|today) on|going forward|in (?:the )?future|henceforth),?\\s+(?:please |always |only )*${DO}`,
  `${START}(?:always|never|don'?t ever|do not ever)\\s+(?:please |just |first |again )?${DO}(?!ed|s\\b)`,
  `\\b(?:whenever|every time|each time|any ?time|before|after|when|if) (?:you|u|we|a|any|each|every)\\b.{3,100}?,?\\s*(?:always |please |you |first |just )*\\b(?:${DO}|should|must|need to|have to|make sure|don'?t)`,
  `^${FILLER}(?:i (?:always |generally )?)?prefer \\S.{0,60}\\b(?:over|to|instead of|rather than)\\b \\S`,
  "\\b(?:make|be) sure\\b(?!,).{2,80}\\b(?:never|always|again)\\b",
  `${START}(?:(?:only|always|never|just) )*${DO}${ONE_THING}`,
  "\\byou (?:should|must|have to|need to|are to|never|always)\\b|\\b(?:i|we)(?:'d| would)? (?:always |never |really )*(?:want|like|need|expect|prefer)\\b(?! to\\b| that\\b[.!]?$)",
  "一律|一概|永[遠远]|必[須须]|[務务]必|一定要|[應应][該该]|一起改|屬於|属于|要(?:用|先|兼容|有|加|[寫写]|走|放|跟|[帶带])|[請请]|都(?:要|用|得|走|放|按)|先[問问跑]|只能|只准|只用|[統统]一|改用",
  "(?:세요|십시오|[하해써둬내줘넣적 ]줘|주세요|하라|해라|[할말] ?것|걸로 해|거야|마라|해야|하자|하지 ?마|지 ?마|말아|말고|됩니다|안 ?돼|금지|바랍니다|합니다|씁니다|사용해|사용한다|쓴다|한다|않는다|넣어|적어|해|써|라니까|라고 했|할 것|기|는 거야|물어봐)[\\s.!~,]*(?:앞으로.{0,6}|항상|전부.{0,4}|매번|계속|쭉)?[\\s.!~]*$",
);
export const FORBIDS = either(
  `${START}(?:don'?t|do not)\\s+\\w+ .*\\b(?:by hand|unless|without|ever|again|any ?more|(?:as|because|since) (?:that|this|it|we|they|the))\\b`,
  `${START}(?:(?:don'?t|do not|never)(?! (?:know|think|see|understand|have|need|mind|care|worry|like|get|forget|believe|remember|want|work|you|run anything|change anything|do anything)\\b)\\s+(?:ever |just |you )*\\w{2,}\\b${ONE_THING}|(?:stop|avoid|quit|refrain from|no longer)\\s+\\w{3,}ing\\b(?! (?:the|this|that|it)\\b))`,
  `${START}no (?!${DO}|idea|problem|need|worries|one|longer|luck|matter|doubt|way|rush|hurry|thanks|news|changes?\\b|diff|output|error|response|reason|wonder|such|decision)[^,.?]{2,60}`,
  "\\b(?:off[- ]limits|hands off|forbidden|not allowed|no-go|not to be|nobody|must ?n[o']t|should ?n[o']t (?:be|come|go)|don'?t just|there'?s to be no|(?:is|are) (?:never|out\\b|wrong\\b)|nothing|does ?n[o']t get|won'?t pass|nothing else|leave my)",
  "不要|[別别](?!的|人)|不准|不[許许]|不可(?!能)|不能|不得|不允[許许]|禁止|嚴禁|严禁|切勿|[請请]勿|不[該该]|不用|不[寫写新]",
  "지 ?마|지 ?말|말 ?것|말고|금지|면 안|않는다|않기",
);
/** A team's habit: "we spell names out". */
export const HABIT = either(
  "(?:^|[,;:.–—!]\\s*|\\b(?:and|but|so|on|here|repo|project|team|codebase|future|times)[,:]?\\s+)we\\s+(?:(?:always|never|only|all|do not|don'?t|no longer|usually|should(?: be)?)\\s+)*(?!always|never|only|usually|will|shall|don|do\\b|should\\b(?! (?:be|use|always|never|not|only)\\b)|had\\b|have\\b|got\\b|get\\b|see\\b|saw\\b|seem|been|were|did|can\\b|could|need to|want to|tried|are\\b|is\\b|used\\b|\\w+ed\\b|move\\b|switch|go\\b|might|may\\b|decided)\\w{3,}",
  "\\b(?:from now on|going forward|in (?:the )?future),? we\\b",
  "\\bi (?:do|decide|flash|apply|merge|check)\\b",
  "我[們们](?:都|不|只|一直|[統统]一)|[團团][隊队]|[組组][裡里]|우리(?:는| 팀|쪽| 쪽)|저희",
);
/** A statement about a part of the work: "migrations are reversible", "strings go through t()". */
export const ABOUT_WORK = either(
  `${START}(?!(?:add|fix|update|have|include|set|generate|create|make|remove|look|run|check|let'?s|i|we|and|but)\\b)(?:(?:all|every|each|our|any|new|no|public|private|an?|the|user[- ]\\w+) )*(?:[\\w'/.-]+ ){0,3}?${WORK}\\b(?: (?:that|which|in|for|with|of|to|under|over|below|without|names?|against) [^,;]{1,40}?)?\\s+(?:(?:always|never|only|also) )*(?:must|should|shall|ha(?:ve|s) to|needs?|may|can(?:'t|not)|mustn'?t|shouldn'?t|(?:are|is)(?! (?:\\w+ing|now|also|just|still|not|inaccurate|broken|wrong|red|obsolete|slow)\\b)|stays?|go(?:es)?|belongs?|lives?|sits?|ends?|starts?|follows?|use|comes?|gets?|takes?|carry|carries|cross|happens?|in|on|with|per|next to|after|before|through|come|own|together)\\b`,
  WORK_CHINESE,
  "(?:테스트|커밋|주석|변수|함수|파일|폴더|타입|코드|로그|브랜치|문서|메시지|들여쓰기|이름|쿼리|에러|예외|의존성|패키지|버전|마이그레이션|답변|대답|설명|스타일|상수|수치|금액|시간|날짜|비밀번호|토큰|키|설정|유틸|(?:PR|DB|apply)(?=[은는이가을를에도]))",
);
/** "X, not Y": the wanted and the unwanted choice. */
export const CONTRAST = either(
  "\\b(?:instead of|rather than)\\b|,? not (?!sure|yet|now|really|the same)\\w|\\bover \\w+[.!]?$|\\bunless\\b",
  "而不是|不是|不要用|[別别]用|改用|말고|대신",
);
/** Where or how something must be done: "British spelling in all copy", "bun for scripts, node only for the server". */
export const NOMINAL =
  /\bsource of truth\b|^(?:[\w'/-]+ ){1,4}(?:in|for|with|on|next to|per) (?:all|every|each|any|our|english|imperative|mobile|new|user|scripts|\w+case)\b|^(?:keep|max(?:imum)?|at most|no more than) \w+ |屬於|属于|用(?:中文|英文|繁體)|소속|(?:한국어|영어)로|짧게/i;

export const QUESTION =
  /[?？]\s*["”)]?\s*$|^(?:(?:and|but|so|ok(?:ay)?|hmm|well|question)[,:]?\s+)*(?:should (?:we|i|it|this|these|the)|shall|can|could|would|do (?:we|you|i)|does|did|is|are|isn'?t|aren'?t|why|what|how|when (?:do|does|did|is|are|was)|where (?:do|does|is|are|did)|which|who|was|were)\b|(?:嗎|吗|呢|까요|나요|ㄹ까|을까|할까|가요|는지|거야|건가)[?？]|(?:嗎|吗|까요|나요|을까)[。.\s]*$|(?<![寫写明因])(?:為什麼|为什么)|(?<![寫写明該该])(?:怎麼|怎么|怎样)|是不是|行不行|要不要|能不能|有沒有|有没有|哪[個个裡里支一]|還是.{0,20}(?:好|看)|还是.{0,20}(?:好|看)|왜\s(?!그런지|인지)|,? (?:right|or|no)\?/i;

/** The sentence itself limits it to this moment, this place or this piece of work. */
export const MOMENTARY =
  /\b(?:for now|just now|for the (?:next|demo|slides?|thesis|screenshot)|while (?:you|the|i|we)|on line \d+|line \d+|chapter \d|for (?:a|the) (?:second|moment|minute|while|time being)|right now|at the moment|currently|yet|(?<!as of |effective )today(?! on| we)|tonight|tomorrow|temporarily|meanwhile|until (?:then|we|i|the)|this (?:time|part|(?<!for this )one|commit|pr|branch|change|task|ticket|session|step|bug|release|refactor(?:ing)?|file|function|test|page|section|script|class|method|column|table|screen|button|endpoint|component|line|block|loop|throwaway|week|sprint)|(?:only|just) (?:this|that|here)|(?<!remember )that one|that (?:snippet|file|function|line|test|branch)|in here|here as well|these (?:two|three|changes|tests|files)|(?:don'?t|do not|without) \w+ anything(?! (?:without|else|unless))|on purpose|first step|(?:don'?t|do not) .{2,40} there(?=[.!]?$)|in (?:this|that|the last|your last) (?:case|pr|commit|branch|file|function|step|one)|the (?:left|right|other|second|first|last|old|new|same|current) one|the (?:left|right) \w+)\b|\bnow(?:[.!]?$|,)(?! not later)|\b(?:this|a|for the) spike\b|第 ?\d+ ?行|臨時|临时|晚[點点]|等我|[這这]一次|先不管|先不要|先別|先别|先留|先不|[這这]次|本次|暫時|暂时|目前|現在先|现在先|今天(?!起)|[這这下][一]?[個个頁页張张邊边裡里段行支份](?!來|来|專案|项目|倉庫|仓库|repo|規|规)|번째 줄|끝나면|이 브랜치에선|지금은|이번|일단|당분간|오늘|아직|우선|잠깐|이 (?:커밋|PR|브랜치|파일|함수|버그|화면|페이지)|함수에서만|여기(?:서|는|선|에)? /i;

/** The speaker is thinking aloud, or wishing. */
export const HEDGED =
  /\b(?:i(?:'m| am)? (?:think|guess|feel|believe|suppose|thinking)|maybe|perhaps|not sure|undecided|thinking out loud|strictly speaking|inclined|toying|worth (?:making|it)|park that|unsure if|probably|might|wonder(?:ing)?|what if|seems?|somehow|apparently|in theory|theoretically|ideally|ideal world|would (?:be|say|come|have|like to see)|we'd|it'd|could be|may (?:want|be|at some)|at some point|someday|one day|let'?s say|for example|e\.g\.|if (?:it|i|we) were|up to me|like there should|we need to (?:validate|check|discuss|decide)|idk|dunno|either way|not decided|some people|everybody says|people say|in principle|supposedly|i hope|hopefully)\b|我個人|隨口|随口|還沒|还没|理想|誰知道|谁知道|看預算|看预算|再定|(?:之後|之后|以後|以后)再[說说]|現實|现实|[猶犹]豫|我覺得|我觉得|我在想|可能|也許|也许|或許|或许|似乎|好像|按理|理論上|理论上|最好|如果可以|拿不准|不好說|不好说|不(?:確定|确定)(?!的)|考慮|考虑|比較好|比较好|會好|会好|모르겠(?!으면)|수도 있|할지|나을지|이론적|원칙대로라면|아마|같아|것 같|듯|언젠가|좋을|하면 좋|확실하진|고민|생각 ?중/i;

/** A bug report states the expected and then the actual behaviour. */
export const REPORTED =
  /\b(?:but (?:it|this|that|now|currently|instead|we get|i get)|however|returns? \S+ instead|is(?: not|n't) working|doesn'?t work|crash\w*|this causes|i see|i saw|noticed|turns out|since .{2,60} (?:was|were)|by design|by definition|no idea why)\b|報錯|报错|老是|오류가|에러가|나오는데|這是設計|这是设计|卻|却/i;

/** Past practice, or statements of others. */
export const TOLD =
  /\b(?:used to|use to forbid|back then|back in|(?<!bit us )last (?:week|month|year|sprint|time|night)|yesterday|was decided|had to be|(?:he|she|they|someone|somebody|boss|lead|manager|professor|reviewer|customer|client|docs?|documentation|spec|readme|page|guide|book|blog|article|comment|chatgpt|everyone|everybody|people|team lead) (?:said|says|say|told|wanted|wants|wrote|writes|suggested|insisted|reads|claims?|claimed|thinks?|recommends?|insists?|advises?|preaches|swears|argues)|told (?:us|me)|according to|in the retro|we (?:did|had|tried|laughed)|has always been|always did|i (?:deleted|tried|ran|changed|raised))\b|以前|(?:^|[，,。;；])之前(?!都)|當時|当时|當初|当初|後來|后来|前一[個个]|上次|去年|昨天(?!的)|書上|书上|網路上|网上|說過|说过|大家都[說说]|(?:老[闆板]|主管|同事|客[戶户]|經理|经理|文[件檔档]|教程|教學|博客|部落格|文章)[一-鿿]{0,6}(?:[說说]|[認认][為为]|[覺觉]得|要求|建[議议])|從來不|从来不|예전에|지난번|지난|어제|했었|라고 했|에서 봤|작년|당시/i;

/** Users, parts and data of the product: a sentence about them describes the product. */
export const DESCRIBES =
  /^(?:(?:and|but|so|also|btw|background|note)[,:]?\s+)*(?:(?:all|every|each|any|no|our|the|logged-in|paying|new) )*(?:users?|customers?|admins?|administrators|guests?|players?|members?|subscribers?|dealers?|parents?|children|visitors?|patients?|students?|teachers?|buyers?|sellers?|drivers?|orders?|coupons?|invoices?|accounts?|enem(?:y|ies)|replicas?|tiles?|devices?|sensors?|robots?|rovers?|bots?|carts?|rows?|sequences?|everyone else|app|server|system|scheduler|gateway|parser|allocator|validator|optimizer|detector|thermostat|firmware(?! headers))\b(?! (?:id|identifier|facing|visible)|-)|^(?:使用者|用[戶户]|玩家|客[戶户]|訪客|访客|會員|会员|系[統统]|排程器|调度器|網關|网关|[訂订][單单]|[遊游][戲戏](?![數数]值)|伺服器|服[務务]器|我們的點數|我们的点数|[緩缓]存|機器|机器)|^(?:사용자|관리자|고객|회원|손님|플레이어|스케줄러|서버|시스템|레플리카|배터리|앱)[은는이가]/i;
/** Vocabulary of the work, anywhere in the sentence. */
export const WORK_WORD = either(`\\b${WORK}\\b`, WORK_CHINESE);
/** A verb in the third person describes behaviour; "should" about one thing is the task. */
export const REPORTS_FACT =
  /^\W*(?:the|this|these|those|it|he|she|they|basically|like|looking|including|to|if (?:a|the|there)|when the|duplicated|direct|i (?:did|do|figure)|let'?s|as you|but he)\b(?!.{0,30}\b(?:rule|convention|principle|directive|policy)\b)(?!.*\b(?:never|ever|always|not to be|from now on|in doubt)\b)|\b(?:always|never)\s+(?!happens)(?:\w+(?:ed|[^s\W]s)|been|got|had|seen|was|the same)\b|^(?:the|this|these|that|it|a|an)\b(?!.{0,30}\b(?:rule|convention|principle|directive|policy)\b|.*\bnever\b.*\bonly\b)(?!.*\b(?:be|get|gets|is|are|not) (?:(?:ever|directly|always|never|to be) )?(?:changed|edited|touched|modified|committed|pushed|merged|deleted|removed|used|run|written|imported|mocked|hard-?coded|rewritten|formatted|generated|reviewed|tested|kept|named|placed|stored|squashed|rebased|translated|released|deployed|called|installed)\b)(?=.*\b(?:should|must|shall|has to|needs to|never|always)\b)|[會会](?:重[試试]|[轉转]發|顯示|显示)|[總总]是/i;

/** Describes what a person does or sees, or when something happens. */
export const STORY =
  /^\W*(?:(?:and|but|so|also|or|hm+|ok|oh)\b,? )*(?:i(?:'ve|'d|'m)?\b(?! (?:always|never|only)? ?(?:prefer|want|like|expect|need|hate|insist|don'?t want|do)\b)|looks? like|looking at|basically|as (?:you|i|we)\b|however|additionally|therefore|(?:if|when|once|after) (?!you\b|we\b|u\b|in doubt|unsure|possible|there|something|anything|\w+ing\b)\w+|now (?:when|if)\b|(?:it|they|this|that|these|those|there)(?:'s| is| are| was| were| has| have| had)\b|you(?:'re| are| can| could)\b)/i;

export const NOT_A_RULE =
  /\bnever ?mind\b|\bnever been\b|\balways been\b|不要緊|不要紧|\bas always\b|[:：]\s*$|\[…\]|\b(?:i (?:always|never) (?:have|get|see|forget)|you (?:always|never|keep) (?:forget|get|do that|miss))\b/i;

/** An answer to a question, or a choice from an offer. */
export const ANSWER =
  /^(?:yes|yep|yeah|yup|no(?=[,.!]|$)|nope|nah|sure|ok(?:ay)?|correct|exactly|right|go (?:ahead|with)|sounds good|do it|both|neither|the (?:first|second|third|last|other)|option|[a-e](?=[.,)!\s]*$)|\d+(?:\b|番|번)|not the|[對对好是]的?|嗯|不用|不是|不要(?=[刪删改動动，,])|第[一二三四五]|可以|沒錯|没错|네|예|응|아니|아냐|그래|좋아|맞아)(?:[\s,.!，。、]|$)/i;

/** The prompt discusses another person's words, so nothing in it is certain. */
export const SOURCE =
  /["“”«»「」『』]|={2,}|\b(?:issue|ticket|gh-?\d|epic|comment(?:ed)? by|opened|reported|readme|agents\.md|style ?guide|guide|rfc|pep|spec|misra|quickstart|mail|chat|dear|regards|report|alert|output:|warn|err!|fatal|roadmap|agenda|checklist|plan (?:was|is|from)|plan \(|summary from|triage|upstream|maintainer|compliance|says|reads|told me|line of|tooltip|loading screen|wrote|writes|feedback|summari[sz]e|translate|proofread|rephrase|what does (?:this|that|it)|the following|here(?:'s| is) (?:the|an?|what)|(?:ai|llm|coding)[- ](?:agents?|assistants?|models?)|(?:to|for) (?:all )?(?:agents|assistants|claude|codex))\b|[評评][審审]|[報报]告|[計计][劃划画][:：]|步[驟骤][:：]|[郵邮]件|指南|留言|備註|备注|[領领][導导]|有人[說说]|초안|가이드|목표|이슈에|설명에|댓글|왈|라고 (?:되어|써|있|왔)|이라고 있/i;
