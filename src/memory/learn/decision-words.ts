/** The wordings of a decision in four languages. A wrong one is repeated to later sessions, a missed one can still be searched. */
import { toWords } from "../../text/distinctive-words.ts";
import { HEDGED, MOMENTARY, QUESTION, TOLD } from "./rule-patterns.ts";
import { type Clarity, clarityOf, isPlainWord } from "./rules.ts";

/** What is chosen must be named: "let's go with that" says nothing tomorrow. */
const NAMED =
  "(?!(?:this|that|it|these|those|them|the (?:first|second|third|last|latter|former|other)|option|both|all|your|my|one|an?y?|#|\\d|[a-e]\\b|yes|no|ahead|here|there|back|on|over|through)\\b|[a-e]\\)|[#\\d])";
const WE = "(?:we|i|the team|the whole team|everyone|everybody|all of us)";
/** What is said before the decision itself: "ok, so then". */
const OPENER =
  "(?:^|[.] ?)(?:(?:ok(?:ay)?|so|fine|alright|right|good|great|done|deal|agreed|yes|then|and|well|cool)[,:. ]+)";
const either = (...parts: string[]) => new RegExp(parts.join("|"), "i");

/** "Unity is out.": the next sentence says what comes instead. */
const IS_OUT =
  /(?:^|[:,.]\s*)[\w.+#/ -]{2,40} (?:is|are) (?:out|dead|gone|off the table|history|settled|decided|done for)(?:[,.!]|$| from\b)/i;
/** "We agreed on it", "That's decided": the sentence before says what. */
const CONFIRMS =
  /\b(?:agreed|decided|settled)(?: on)? (?:it|that|this)(?=$|[,.!]| (?:this|today|in|at|on)\b)|^(?:and )?(?:that'?s|it'?s|this is) (?:decided|settled|final|fixed)\b|已[經经](?:定|拍板)|^(?:그렇게|이걸로) (?:결정|확정|정)/i;

/** These say that it is decided; the others may be the next step, and are asked about. */
const DECIDED = either(
  `\\b(?:let'?s|we'?ll|we) (?:go|stick|stay) with ${NAMED}\\S`,
  `\\bwe (?:move|switch|migrate|change) from \\S.* to ${NAMED}\\S`,
  `\\b${WE}(?:'ve| have| has)?(?: finally| now| all)? (?:decided|agreed|settled) (?:that|to|on|against|not to|for)\\b`,
  "^(?:ok(?:ay)?,? |so,? |fine,? )?(?:the )?(?:final )?(?:decision|decided|agreed|settled|verdict|final answer)(?: is)?\\s*[:,–—]\\s*\\S",
  // "OK, Postgres it is"
  `(?:^|[,.] ?)(?:ok(?:ay)?,? |so,? |fine,? |alright,? |right,? |then )*${NAMED}[\\w.+#/ -]{2,40}(?<!how|as|what|where|like),? it is(?: then)?[.!]?(?:$|,)`,
  "[決决]定(?:[:：]|要|用|[採采]用|不|改|保留|使用)|拍板|定案|敲定|[從从].{1,20}(?:[換换遷迁]|改)(?:成|到|[為为])",
  "결정\\s?[:：]|로 (?:결정|확정|정)했|기로 (?:했|결정)",
);

/** A choice is spoken of as made: chosen, agreed, voted, signed; or whoever had to be convinced is. */
const MADE = either(
  `\\b(?:${WE}|team|it|that|this|vote)(?:'ve| have| has|'s| is| was| are| were| got)?(?: \\w+ly| now| all| just| been)? (?:decided|agreed|settled|voted|chosen?|picked|opted|concluded|converged|committed|standardi[sz]ed|adopted|approved|signed|bought|ordered|licensed|went with|ruled out|dropped|scrapped|killed|retired|moved|switched|migrated|landed|finali[sz]ed)\\b(?! (?:the )?(?:this|that|these|it|them|wrong|same|first|second|third|last|other|one|old)\\b)`,
  "\\b(?:is|are) (?:settled|decided|agreed|a done deal)\\b|\\b(?:winner|choice|pick|verdict|decision) is (?!to\\b|not\\b|this\\b|that\\b|it\\b|in\\b|the\\b)\\w|\\b(?:management|boss|legal|lead|product|finance|security|ops|cto|architects?) (?:has |have |finally )*(?:approved|agreed|signed|okayed|gave|chose|picked|decided)",
  "(?:^|[:,.] ?|\\b(?:the|our|my|so|final) )(?:decision(?! (?:tree|table|log))|choice|verdict|conclusion|consensus|outcome|resolution|final (?:call|answer|word)|pick|winner|vote|call|answer|chosen|picked|approved|confirmed|locked in|settled|resolved|convinced|sold|done deal|case closed|done deliberating|final(?:ly)?)\\b[^:,.–—]{0,40}(?:[:：–—,]\\s*\\S.{2}| is (?:clear|made|final|in)\\b)",
  "\\b(?:i'?m (?:convinced|sold)|you(?:'ve| have)? (?:convinced|sold) me|vote'?s in|votes are in|(?:got|gave|have|has|is) (?:us |me )?(?:the |its )?(?:ok(?:ay)?|go-?ahead|green light|sign-?off|blessing|budget)|signed (?:it )?off|end of (?:discussion|debate|story)|no more (?:back and forth|discussion|debate)|not up for (?:debate|discussion)|(?:it'?s|that'?s) (?:final|official)|made up (?:my|our) minds?|long meeting\\b.{0,20}:)",
  "(?<![用客玩])(?<![戶户家])(?:[決决]定|[選选]定|[確确]定|定下[來来]|定[為为成了]|定案|敲定|拍板|談妥|谈妥|說好|说好|商量好|[談谈]好|[談谈][過过]了|[討讨][論论](?:完|[結结]果)|[結结][論论]|[決决][議议]|投票|表[決决]|共[識识]|[達达]成|[點点][頭头]|[聽听]你的|一致|[採采]用|[選选]用|[選选][擇择]了|最[後终終](?:是|用|定)|就(?:這麼|这么)?(?:用|按|走|[選选]|定)\\s?\\S)",
  "결정|확정|채택|합의(?:했|됐|봤)|정했|정해졌|기로 (?:했|하자|합니다|결정|확정|합의|정했|됐)(?!었)|결론|(?:회의|논의|투표|검토) ?(?:결과|끝에)|걸로 (?:하자|했|합니다|갑시다)",
);

/** What we do from here on is another thing, or stays the same. */
const CHANGES = either(
  `\\b(?:let'?s|we(?:'ll| will|'re| are|'re going to| are going to)?|i(?:'ll| will)) (?:go|going|stick|sticking|stay|staying|keep going) (?:with|to|on|for) ${NAMED}\\S`,
  `\\b(?:let'?s|we(?:'ll| will| are going to|'re going to)) (?:use|adopt|keep|drop|standardi[sz]e on|settle on|switch to|move to|build (?:it )?on) ${NAMED}\\S`,
  `\\bwe(?:'re| are) (?:dropping|ditching|leaving|moving|switching|migrating|changing|adopting|keeping|doing|using|building|standardi[sz]ing|retiring|replacing|rewriting|abandoning) ${NAMED}\\S`,
  "\\bwe(?:'re| are) going (?!to\\b|over\\b|through\\b|back\\b|on\\b|ahead\\b|there\\b|in\\b|around\\b|down\\b|out\\b|forward\\b)\\w{3,}|\\bno more \\S{3,}.{0,20}, (?:we|only|just|from)\\b",
  `\\bwe (?:take|go|pick|choose) ${NAMED}\\S+ (?:for|as|in|with)\\b`,
  `\\bwe (?:move|switch|migrate|change|go) (?:from ${NAMED}\\S+ )?to ${NAMED}\\S`,
  "\\bwe (?:won'?t|will not|are not going to|aren'?t going to|will no longer|no longer|don'?t) (?:build|support|ship|offer|do|use|need|adopt|maintain)\\b(?!.*\\b(?:yet|today|now)\\b)",
  `^(?:ok(?:ay)?,? |yes,? |so,? |then |fine,? |alright,? |right,? )*(?:go|going) (?:with|for) ${NAMED}\\S.{2,}`,
  `${OPENER}(?:we |let'?s |so |then )*(?:drop|keep|use|take|adopt|ditch|kill|retire|do|build|write|run) (?!the\\b|it\\b|this\\b|that\\b|them\\b|both\\b|going\\b|your\\b|my\\b|an?\\b|tests?\\b)\\S.{2,}`,
  `${OPENER}${NAMED}[\\w.+#/ -]{2,40},? (?:then(?=[,.!]|$)|not \\S)`,
  "^(?:so |ok(?:ay)?,? )*(?:scrap|ditch|kill|abandon|bin|forget about) (?:the |that )?\\S.*,? (?:we|let'?s|instead)\\b",
  "^(?!so\\b)[\\w.+#/ -]{2,30} it(?:'ll| will) be\\b|,? (?:as of|effective) (?:today|now|tomorrow|monday|next \\w+)\\b|,? (?:final|settled|decided)[.!]?(?:$|,)",
  `\\boption \\w+\\s*[:,(–-]\\s*${NAMED}\\S|^agreed\\b.{0,3}\\S.{2,60} over \\S`,
  "(?<!再)(?:不做了|[棄弃]用|放[棄弃]|停用|淘汰|下架|下[線线]|不要了|不拆|不走\\s?\\S|停止(?:[開开][發发]|[維维][護护]|支[援持])|不再(?:用|支|做|[維维]护|[討讨]|每))|不(?:用|要|走|做|搞)[^，,。]{1,20}了[，,]|停掉|(?<!不)同意用|(?:最[後后終终])[選选用定]|[選选][了定]\\s?\\S|[換换]\\s?[a-z]{2}|(?:行|好|可以|(?<!不)同意)[，,](?!.*(?:跑|[測测][試试]|看[一下看]|[繼继][續续]跑)).{0,20}(?:[維维]持|保留|都?存|都?用|拿掉)|[繼继][續续]用|[許许]可[證证].{0,6}[為为是]",
  "[從从].{1,20}(?:[換换遷迁搬移轉转切]|改)(?:移)?(?:成|到|[為为]|用)|(?:全面|正式|一起|[統统]一|全部|以[後后]|之[後后]|最[後后]|[這这]?[個个]?新\\S{1,6})(?:都)?(?:改|[換换]|[遷迁]|搬|[轉转]|切)(?:用|成|到|走|[為为])|改用[^，,。]{1,24}[，,]\\s?不用|用[^，,。]{1,24}[，,]\\s?(?:不用|不要|不走)|走[^，,。]{1,24}[，,]\\s?不走|[換换](?:成|到|用)\\s?[A-Z][\\w.]+[，,]",
  "(?:으)?로 (?:갑니다|합칩니다|통일|바꿉니다|옮깁니다|갈아타|전환합|간다|고정|가자|갑시다|가기로|하자|바꾸기로)|안 (?:쓰|만들|하)기로|(?:빼|버리|접)(?:기로|고 )|중단(?:하기로|한다|합니다)|더 이상 .{2,20}(?:안|지원하지|쓰지)|말고 \\S+(?:로|으로) (?:갑|간|합|하)",
);

/** What a project decides once. Said of it that it will be so, it is decided. */
const THING =
  "(?:licen[cs]e|stack|database|db|queue|broker|cache|framework|languages?|apis?|backend|frontend|client|format|protocol|hosting|host|cloud|provider|vendor|versions?|versioning|releases?|storage|auth\\w*|login|payments?|build|bundler|compiler|package manager|architecture|layout|schema|mono(?:repo|lith)|repos?|repository|engine|renderer|board|chip|os|runtime|target|platform|ci|pipeline|search|editor|parser|game|app|service|library|default|allocator|tracing|logging|docs?|tests?)";
const BECOMES = either(
  `\\b${THING}\\b[^,.;:]{0,40} (?:will be|is going to be|are going to be|becomes?|(?:will )?(?:live|run|stay|move|go)s? (?:on|in|to|with|where)|moves? (?:from|to)|goes? (?:away|weekly|monthly)|gets? (?:rewritten|replaced|shut|retired|dropped|frozen|removed)|stays?\\b|is staying)`,
  "\\b(?:becomes|is going to be|will be|is|are) (?:now )?(?:our|the) (?:new )?(?:choice|pick|winner|default|standard|\\w+)(?= (?:in|for|from)\\b|$)(?<=\\bour \\w+|choice|pick|winner|default|standard)",
  "(?:^|[,;:] |\\bso |\\band )(?:the |our |all )?[\\w.+#/ -]{2,40} (?:moves? (?:from \\S.* )?to \\S|gets? (?:shut down|retired|dropped|replaced|removed for good|phased out|frozen)|goes away|is (?:going away|retired|being retired|replaced by|staying)|are (?:staying|going away)|wins?\\b|(?:stays?)(?=$|[,.!]| by\\b| on\\b)|will (?:be|live|run|stay|use|move|replace) (?:where|on|in|our|the|with|\\S+ (?:from|instead)))",
);
/** What has a name of its own: "it's going to be Flutter". */
const NAMED_THING =
  /\b(?:will|going to|'ll) (?:be|use|run on|move to) (?:(?:written|built|hosted|stored|kept|done|served|plain) )?(?:in |on |with |by |at )?(?:[A-Z][\w.+#-]+|[a-z]+[\d.]+\w*)/;

/** Supposes, or talks about what others decide. */
const SUPPOSES =
  /\b(?:if|suppose|supposing|had) (?:we|i|you|the)\b|^suppose\b|\b(?:some|other|many) (?:people|teams)\b|\b(?:i heard|in the talk|they(?:'re| are| have|'ve)? \w+|(?:our )?competitors?|customer|client|(?<!in )the (?:user|player|router|\w+ (?:office|guys)) (?:can|moved|switch\w*|chose|picked|decide\w*))\b|\b(?:can'?t|cannot|not|yet to|can we|to) (?:be )?decided?\b|\b(?:haven|hasn|didn|don|can)'?t (?:really |yet )?(?:made|decide|pick|cho|settle|agree|know)\w*|\btorn\b|\bprefers?\b|如果|假如|要是|[萬万]一|[還还]在|[聽听][說说]|[還还][沒没]|[沒没]有?(?:[決决])?定|(?:^|[，,。]|[當当讓让])(?:使用者|用[戶户])(?!服|端|表|界)|路由器|[訂订][單单]|哪[個个]|更喜[歡欢]|[競竞]品|만약|치면|하면|한다면|고민|못 고르|사용자가/i;

/** "Let's keep going", "let's use the debugger to see …": the next step, not a decision. */
const MOVES_ON =
  /\bgoing to (?:need|have|be able)\b|\b(?:let'?s|we'?ll|we will) (?:keep (?:going|an eye|it|this|that|working|on)|use (?:this|that|it)|go (?:with )?(?:ahead|on|over|through|back))\b|\bto (?:see|check|find out|debug|understand|test) (?:if|what|why|whether|how)\b|\b(?:next|later|instead)\s*[.!]?$|\blet'?s\b.*\bthen\s*[.!]?$/i;

/** When it was decided says nothing about how long it holds. */
const MEETING =
  /\b(?:from|after|in|at|since) (?:today|yesterday|last (?:night|week|month)|this (?:morning|afternoon|week))(?:'s)?(?: \w+)?|^i (?:benchmarked|tried|compared|tested|read)\b[^,.]*,/i;

/** Neither a question, a doubt, a story nor the next step. */
export function isDecision(sentence: string): boolean {
  return (
    ![QUESTION, HEDGED, SUPPOSES, MOVES_ON].some((pattern) => pattern.test(sentence)) &&
    ![MOMENTARY, TOLD].some((pattern) => pattern.test(sentence.replace(MEETING, ""))) &&
    toWords(sentence).length > 0 &&
    clarityOf(sentence) !== "clear"
  );
}

const SAID = [DECIDED, MADE, CHANGES, BECOMES, NAMED_THING, IS_OUT, CONFIRMS];
const SHORT = 12;
const CONFIRMING_WORDS = 6;

/** What a person decided, in these typed sentences. Two in a row are one decision; a bare name takes the next sentence along. */
export function decisionsSaid(
  sentences: readonly string[],
): { text: string; evidence: string; clarity: Clarity }[] {
  const found: { text: string; evidence: string; end: number }[] = [];
  for (const [index, sentence] of sentences.entries()) {
    if (!SAID.some((pattern) => pattern.test(sentence)) || !isDecision(sentence)) continue;
    const last = found.at(-1);
    if (last?.end === index - 1 && IS_OUT.test(last.text)) {
      last.text += ` ${sentence}`;
      last.end = index;
      continue;
    }
    const before = sentences[index - 1];
    if (CONFIRMS.test(sentence) && toWords(sentence).length <= CONFIRMING_WORDS && before !== undefined) {
      found.push({ text: `${before} ${sentence}`, evidence: sentence, end: index });
      continue;
    }
    const next = sentences[index + 1];
    const needsNext =
      (toWords(sentence).length < 2 || sentence.length <= SHORT) &&
      next !== undefined &&
      !QUESTION.test(next);
    found.push({ text: needsNext ? `${sentence} ${next}` : sentence, evidence: sentence, end: index });
  }
  return found.map(({ text, evidence }) => ({
    text,
    evidence,
    clarity: DECIDED.test(evidence) && isPlainWord(text) ? "clear" : "unclear",
  }));
}
