/** "Use X, not Y": the wanted and the unwanted choice, and whether an existing rule already says so. */
import TOOL_NAMES from "./tools.json" with { type: "json" };

export interface Correction {
  /** The choice to use, in the sentence's words; empty if the sentence only forbids one. */
  wanted: string;
  /** The choice not to use any more. */
  unwanted: string;
  /** Both are tools that a project chooses once: package managers, test runners, formatters. */
  isToolChoice: boolean;
}

const NAME = "[`\"'“]?([\\w@][\\w@./+#-]{0,40}(?:[ -][\\w.+#-]{1,20}){0,2}?)[`\"'”]?";
const WORD = "[`\"'“]?([\\w@][\\w@./+#-]{0,40})[`\"'”]?";
/** Each with the groups of the wanted and the unwanted name. */
const PATTERNS: readonly (readonly [RegExp, wanted: number, unwanted: number])[] = [
  [
    new RegExp(
      `\\b(?:use|using|prefer|run|want|take|go with|choose|with)\\s+${NAME}\\s*,?\\s*(?:and )?(?:not|instead of|rather than|over)\\s+${WORD}`,
      "i",
    ),
    1,
    2,
  ],
  [new RegExp(`(?:^|[,.] ?)${NAME}\\s*,?\\s+(?:not|instead of|rather than)\\s+${WORD}\\s*[.!]?$`, "i"), 1, 2],
  [
    new RegExp(
      `\\b(?:don'?t|do not|stop|never|no longer)\\s+(?:use|using|run|running)\\s+${WORD}(?:\\s*[,;:–—-]+\\s*|\\s+(?:any ?more|again)[,;]?\\s*|\\s+)(?:but |please |and )*(?:use|prefer|run)\\s+${WORD}`,
      "i",
    ),
    2,
    1,
  ],
  [new RegExp(`\\b(?:don'?t|do not|stop|never|no longer)\\s+(?:use|using)\\s+${WORD}`, "i"), 0, 1],
  [
    /(?:用|使用|改用|採用|采用)\s?([\w@./+#-]+|[\p{Script=Han}]{1,8}?)\s?[，,]?\s?(?:而不是|不是|不要用|別用|别用|代替|取代|，不用)\s?([\w@./+#-]+|[\p{Script=Han}]{1,8})/u,
    1,
    2,
  ],
  [
    /(?:不要|別|别|不要再|別再|别再)用\s?([\w@./+#-]+)\s?[，,]?\s?(?:改用|請用|请用|要用|用)\s?([\w@./+#-]+)/u,
    2,
    1,
  ],
  [/([\w@./+#-]+)(?:은|는|을|를|이|가)?\s?(?:말고|대신에?|이 아니라|가 아니라)\s?([\w@./+#-]+)/u, 2, 1],
];

export function correctionIn(sentence: string): Correction | undefined {
  for (const [pattern, wanted, unwanted] of PATTERNS) {
    const found = pattern.exec(sentence);
    if (found === null) continue;
    const names = { wanted: toName(wanted === 0 ? "" : found[wanted]), unwanted: toName(found[unwanted]) };
    if (names.unwanted === "" || names.unwanted === names.wanted) continue;
    return { ...names, isToolChoice: TOOLS.has(names.wanted) && TOOLS.has(names.unwanted) };
  }
  return undefined;
}

const toName = (text = "") =>
  text
    .toLowerCase()
    .replace(/[.,;:!]+$/, "")
    .trim();

/** Returns true if `rule` asks for the choice that the correction rejects. */
export function corrects(correction: Correction, rule: string): boolean {
  const { wanted, unwanted } = correction;
  if (!hasName(rule, unwanted)) return false;
  // A rule that already says the same: it contains both, with the unwanted one negated.
  const own = correctionIn(rule);
  if (own !== undefined) return own.wanted === unwanted;
  if (wanted !== "" && hasName(rule, wanted)) return false;
  return DEMANDS.test(rule) && !FORBIDS.test(rule);
}

const DEMANDS =
  /\b(?:use|using|uses|run|prefer|with|install|write|want|keep|format|indent|through|via|by)\b|用|寫|写|跑|사용|쓰|써|씁|실행/i;
const FORBIDS =
  /\b(?:never|don'?t|do not|stop|avoid|without|no longer)\b|不要|不能|切勿|禁止|別|别|절대|지 ?마|금지/i;

function hasName(text: string, name: string): boolean {
  const at = text.toLowerCase().indexOf(name);
  if (at < 0) return false;
  const isPart = (character: string | undefined) => character !== undefined && /[a-z0-9_-]/i.test(character);
  return !isPart(text[at - 1]) && !isPart(text[at + name.length]);
}

/** Tools that a project chooses once. A closed list: "use checkpointID, not cpID" belongs to the current task. */
const TOOLS: ReadonlySet<string> = new Set(TOOL_NAMES);
