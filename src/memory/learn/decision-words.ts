/** The wordings of a decision in four languages. A wrong one is repeated to later sessions, a missed one can still be searched. */
import { toWords } from "../../text/distinctive-words.ts";
import { HEDGED, MOMENTARY, QUESTION, TOLD } from "./rule-patterns.ts";
import { type Clarity, clarityOf, isPlainWord } from "./rules.ts";

/** What is chosen must be named: "let's go with that" says nothing tomorrow. */
const NAMED =
  "(?!(?:this|that|it|these|those|them|the (?:first|second|third|last|latter|former|other)|option|both|all|your|my|one|an?y?|#|\\d|[a-e]\\b|yes|no|ahead|here|there|back|on|over|through)\\b|[a-e]\\)|[#\\d])";
const WE = "(?:we|i|the team|everyone|everybody|all of us)";
/** "Unity is out.": the next sentence says what comes instead. */
const IS_OUT =
  /(?:^|[:,.]\s*)[\w.+#/ -]{2,40} (?:is|are) (?:out|dead|gone|off the table|history|settled|decided)(?:[,.!]|$| from\b)/i;
/** "We agreed on it", "That's decided": the sentence before says what. */
const CONFIRMS =
  /\b(?:agreed|decided|settled)(?: on)? (?:it|that|this)(?=$|[,.!]| (?:this|today|in|at|on)\b)|^(?:and )?(?:that'?s|it'?s|this is) (?:decided|settled|final|fixed)\b|已[經经](?:定|拍板)|^(?:그렇게|이걸로) (?:결정|확정|정)/i;
/** These say that it is decided; the others may be the next step, and are asked about. */
const DECIDED: readonly RegExp[] = [
  new RegExp(`\\b(?:let'?s|we'?ll|we) (?:go|stick|stay) with ${NAMED}\\S`, "i"),
  new RegExp(`\\bwe (?:move|switch|migrate|change) from \\S.* to ${NAMED}\\S`, "i"),
  new RegExp(
    `\\b${WE}(?:'ve| have| has)?(?: finally| now| all)? (?:decided|agreed|settled) (?:that|to|on|against|not to|for)\\b`,
    "i",
  ),
  /^(?:ok(?:ay)?,? |so,? |fine,? )?(?:the )?(?:final )?(?:decision|decided|agreed|settled|verdict|final answer)(?: is)?\s*[:,–—]\s*\S/i,
  // "OK, Postgres it is"
  new RegExp(
    `(?:^|[,.] ?)(?:ok(?:ay)?,? |so,? |fine,? |alright,? |right,? |then )*${NAMED}[\\w.+#/ -]{2,40}(?<!how|as|what|where|like),? it is(?: then)?[.!]?(?:$|,)`,
    "i",
  ),
  /[決决]定(?:[:：]|要|用|[採采]用|不|改|保留|使用)|拍板|定案|敲定|[從从].{1,20}(?:[換换遷迁]|改)(?:成|到|[為为])/,
  /결정\s?[:：]|로 (?:결정|확정|정)했|기로 (?:했|결정)/,
];
/** What was weighed has an outcome: somebody is convinced, a contract is signed, a thing moves, stays or goes. */
const OUTCOMES: readonly RegExp[] = [
  // "chosen: snakemake for the pipeline", "conclusion: we keep the queue", "locked in: Svelte"
  /^(?:so |ok(?:ay)?,? |alright,? |and )*(?:(?:the |our |my |final |meeting )*(?:decision(?! (?:tree|table|log))|conclusion|outcome|resolution|result|verdict|pick|choice|winner|vote|call|answer)\b[^:,.]{0,40}(?=[:–—])|chosen|picked|approved|confirmed|locked in|settled|resolved|done deal|case closed|final(?:ly)?)\s*[:,–—]\s*\S.{2,}/i,
  // "I'm convinced by your comparison. timescaledb will be …", "you've convinced me, ULIDs instead of serial ids"
  /\b(?:i'?m (?:convinced|sold)|you(?:'ve| have)? (?:convinced|sold) me|(?:got|gave|have|has|is) (?:us |me )?(?:the |its )?(?:ok(?:ay)?|go-?ahead|green light|sign-?off|blessing|budget)|signed off on|end of (?:discussion|debate|story)|no more (?:back and forth|discussion|debate)|not up for (?:debate|discussion)|(?:it'?s|that'?s) (?:final|official)|(?<=^.{0,20})is final|made up (?:my|our) minds?|(?:is|are|was|were) approved)\b/i,
  // "we've signed with Hetzner", "we bought the servers so …"
  /\bwe(?:'ve| have)? (?:signed|bought|ordered|licensed|committed|landed|standardi[sz]ed|converged|voted|converged|moved|switched|migrated|picked|chosen|ruled out|killed|scrapped|retired)\b(?! (?:the )?(?:this|that|these|it|them)\b)/i,
  // "hosting moves from the cloud to our own rack", "the home-grown login goes away", "AWS gets shut down", "REST stays"
  /(?:^|[,;:] |\bso |\band )(?:the |our |all )?[\w.+#/ -]{2,40} (?:moves? (?:from \S.* )?to \S|gets? (?:shut down|retired|dropped|replaced|removed for good|phased out|frozen)|goes away|is (?:going away|retired|being retired|replaced by|staying|the winner|our (?:choice|pick))|are (?:staying|going away)|(?:stays?|wins?)(?=$|[,.!]| by\b| on\b)|will (?:be|live|run|stay|use|move|replace) (?:where|on|in|our|the|with|[A-Z]|\S+ (?:from|instead)))/,
  new RegExp(
    `\\b(?:go|going|went|going forward) (?:with|for) ${NAMED}\\S.*\\b(?:over|instead of|rather than|because|since|not)\\b`,
    "i",
  ),
  /^(?:agreed|ok(?:ay)?|fine|right|alright|good|yes|deal|done)\b[,:.]? (?:we |let'?s |so |then )*(?:drop|keep|use|take|adopt|ditch|kill|retire) (?!the\b|it\b|this\b|that\b|them\b|both\b|going\b|your\b|my\b|a\b|an\b)\S/i,
  /(?:^|[，,。:：；;])\s?(?:[\w一-鿿]{0,6})?(?:[結结][論论果]|共[識识]|[決决][議议])(?:是|[:：，,])|(?:[許许]可[證证]|[預预][設设]|[資资]料[庫库]|[數数]据[庫库]|[架框][構构架])?定[為为成]\s?\S|(?:^|[，,。])(?:行|好|可以|同意|[聽听]你的|就[這这]麼定|就这么定)[，,](?!.*(?:跑|[測测][試试]|看[一下看]|[繼继][續续])).{0,20}(?:不做了|[維维]持|保留|都?存|都?用|改用|改走|改成|走|拿掉|停用)|(?:[談谈說说商][妥好量]了?|[達达]成|一致|[點点][頭头])[^，,。]{0,6}[，,]|(?:停止(?:[開开][發发]|[維维][護护]|支[援持])|不做了|[棄弃]用|淘汰|下架|不拆|不走\s?\S)|[選选](?:定|了|中)\s?\S|(?:全面|正式|改|一起)(?:改用|[換换]成|[遷迁]到|[轉转]到|[換换]用)/,
  new RegExp(
    `^(?:ok(?:ay)?|alright|fine|right|good)[,.]? let'?s (?:do|build|write|run) ${NAMED}\\S+ \\S.* (?:with|on|in) ${NAMED}\\S`,
    "i",
  ),
  /^(?:so |ok(?:ay)?,? )*(?:scrap|ditch|kill|abandon|bin) (?:the |that )?\S.*,? (?:we|let'?s|instead)\b/i,
  /[換换](?:成|到|用)\s?[A-Z][\w.]+[，,].*(?:下[線线]|停用|移除|拿掉|[刪删])|(?:大家|全員|全员|[團团][隊队])[^，,。]{0,4}(?:同意|[決决]定|[選选])/,
  /(?:회의|논의|투표|검토) ?(?:결과|끝에)|결론(?:은|적으로|:)|걸로 (?:결정|확정|정|하자|했|합니다|갑시다)|(?:으)?로 (?:갑니다|합칩니다|통일|바꿉니다|옮깁니다|갈아타|전환|간다|고정)|채택(?:했|합|하기로|함)|안 (?:쓰|만들|하)기로|(?:빼|버리)기로|합의(?:했|됐|봤)/,
];
const USER: readonly RegExp[] = [
  ...DECIDED,
  new RegExp(
    `\\b(?:let'?s|we(?:'ll| will|'re going to| are going to)|i(?:'ll| will)|we(?:'re| are)) (?:go|going|stick|sticking|stay|staying|keep going) (?:with|to|on) ${NAMED}\\S`,
    "i",
  ),
  new RegExp(
    `\\b(?:let'?s|we(?:'ll| will| are going to|'re going to)) (?:use|adopt|keep|drop|standardi[sz]e on|settle on|switch to|move to|build (?:it )?on) ${NAMED}\\S`,
    "i",
  ),
  new RegExp(
    `\\bwe(?:'re| are) (?:dropping|ditching|leaving|moving|switching|migrating|changing|adopting|keeping|doing|using|building|standardi[sz]ing|retiring|replacing) ${NAMED}\\S`,
    "i",
  ),
  new RegExp(`\\bwe (?:move|switch|migrate|change|go) (?:from ${NAMED}\\S+ )?to ${NAMED}\\S`, "i"),
  /\bwe (?:won'?t|will not|are not going to|aren'?t going to|will no longer|no longer|don'?t) (?:build|support|ship|offer|do|use|need|adopt|maintain)\b(?!.*\b(?:yet|today|now)\b)/i,
  new RegExp(`\\b${WE}(?:'ve| have| has)? (?:chose|chosen|picked|opted for|went with|voted for)\\b`, "i"),
  new RegExp(
    `^(?:ok(?:ay)?,? |yes,? |so,? |then |fine,? |alright,? |right,? )*(?:go|going) with ${NAMED}\\S.{2,}`,
    "i",
  ),
  new RegExp(
    `^(?:ok(?:ay)?|fine|alright|right|good|great|agreed|done)[,:.]? ${NAMED}[\\w.+#/ -]{2,40},? then[.!]?$`,
    "i",
  ),
  IS_OUT,
  CONFIRMS,
  ...OUTCOMES,
  // "so final call: gRPC", "after the playtest I'm convinced: lockstep", "decision from the offsite: one repo"
  /\b(?:decision|decided|verdict|final (?:call|answer|word)|convinced|sold|settled|long meeting)\b[^:,.]{0,30}[:：]\s*\S.{2,}|\b(?:i'?m sold|vote'?s in)\b[,:]\s*\S/i,
  /^(?!so\b)[\w.+#/ -]{2,30} it(?:'ll| will) be\b|,? (?:as of|effective) (?:today|now|tomorrow|monday|next \w+)\b|,? (?:final|settled|decided)[.!]?(?:$|,)/i,
  new RegExp(`\\boption \\w+\\s*[:,(–-]\\s*${NAMED}\\S`, "i"),
  /(?:^|[，,。:：])\s?(?:定了|[確确]定了|[討讨][論论]完了|商量好了)[，,]|(?:已[經经])?拍板|[從从].{1,20}(?:[換换遷迁]|改)(?:成|到|[為为])|[決决]定[從从]|放[棄弃]/,
  /(?:으)?로 (?:정했|확정|바꾸기로)|결정났/,
  /\b(?:go|going) for \S+ over \S|^agreed\b.{0,3}\S.{2,60} over \S/i,
  /(?<![用客玩])(?<!戶|户|家)(?:決定|决定)(?:了)?(?:[:：]|要|用|採用|采用|不|改|保留|使用|把|將|将|走|換|换)|(?:那)?就(?:這麼|这么)?(?:用|按|走|選|选|定)\s?\S|(?:採用|采用|選用|选用|選擇了?|选择了?)\s?\S{2}|拍板|定下來|定下来|敲定|定案|確定(?:用|採用|改|走)|确定(?:用|采用|改|走)|不再(?:支援|支持|使用|維護|维护|用)|(?:已經|已经)(?:決定|决定|定)(?:了)?/,
  /결정\s?[:：]|(?:으)?로 (?:결정|확정|하기로|가자|갑시다|간다|가기로|하자)|기로 (?:했|하자|합니다|결정|확정|합의|정했)(?!었)|(?:결정|확정)(?:됐|했|났|함|이야|입니다|\.|$)|더 이상 .{2,20}(?:안|지원하지|쓰지)/,
];

/** Supposes, or talks about what others decide. */
const SUPPOSES =
  /\bif (?:we|i|you|the)\b|\b(?:some|other|many) (?:people|teams)\b|\b(?:i heard|they(?:'re| are| have|'ve)? \w+|(?:our )?competitors?|customer|client|(?<!in )the (?:user|player|router|\w+ (?:office|guys)) (?:can|moved|switch\w*|chose|picked|decide\w*))\b|\b(?:can'?t|cannot|not|yet to|can we|to) (?:be )?decided?\b|\b(?:haven|hasn|didn|don|can)'?t (?:really |yet )?(?:made|decide|pick|cho|settle|agree|know)\w*|\btorn\b|如果|假如|要是|[萬万]一|[還还]在|[聽听][說说]|[還还][沒没]|[沒没]有?(?:[決决])?定|使用者|用[戶户]|[訂订][單单]|哪[個个]|만약|하면|한다면|고민|사용자가/i;

/** "Let's keep going", "let's use the debugger to see …": the next step, not a decision. */
const MOVES_ON =
  /\bgoing to (?:need|have|be)\b|\b(?:let'?s|we'?ll|we will) (?:keep (?:going|an eye|it|this|that|working|on)|use (?:this|that|it)|go (?:with )?(?:ahead|on|over|through|back))\b|\bto (?:see|check|find out|debug|understand|test) (?:if|what|why|whether|how)\b|\b(?:next|later|instead)\s*[.!]?$|\blet'?s\b.*\bthen\s*[.!]?$/i;

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

const SHORT = 12;
const CONFIRMING_WORDS = 6;

/** What a person decided, in these typed sentences. Two in a row are one decision; a bare name takes the next sentence along. */
export function decisionsSaid(
  sentences: readonly string[],
): { text: string; evidence: string; clarity: Clarity }[] {
  const found: { text: string; evidence: string; end: number }[] = [];
  for (const [index, sentence] of sentences.entries()) {
    if (!isDecision(sentence) || !USER.some((pattern) => pattern.test(sentence))) continue;
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
    clarity: DECIDED.some((one) => one.test(evidence)) && isPlainWord(text) ? "clear" : "unclear",
  }));
}
