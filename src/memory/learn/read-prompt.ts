/** Finds what one prompt asks to keep: rules, requests to remember, decisions. It reads only typed text. */
import { Lru } from "../../platform/lru.ts";
import { cut } from "../../text/quote.ts";
import { asksIn } from "./asks.ts";
import { decisionsSaid } from "./decided.ts";
import { SOURCE } from "./rule-patterns.ts";
import { type Clarity, clarityOf } from "./rules.ts";
import { typedSentences } from "./typed-text.ts";

interface Said {
  /** What is kept. */
  text: string;
  /** The user's own sentence. */
  evidence: string;
  clarity: Clarity;
}

type Read = Record<"rules" | "asks" | "decisions", Said[]>;

/** The end of every turn reads all prompts of the session again, for learning and for the state file. */
const lately = new Lru<string, Read>(300);

export function readPrompt(prompt: string): Read {
  const read = lately.get(prompt) ?? readTyped(prompt);
  lately.set(prompt, read);
  return read;
}

function readTyped(prompt: string): Read {
  const { sentences, isShort } = typedSentences(prompt);
  const asks = asksIn(sentences);
  const rest = sentences.filter((sentence) => !asks.some(({ evidence }) => evidence === sentence));
  const rules = rest.flatMap((text): Said[] => {
    const clarity = clarityOf(text, sentences);
    if (clarity === undefined) return [];
    const before = sentences[sentences.indexOf(text) - 1];
    if (!POINTS_BACK.test(text)) return [{ text, evidence: text, clarity }];
    const whole = before === undefined ? text : `${cut(before, 200)} ${text}`;
    return [{ text: whole, evidence: text, clarity: "unclear" }];
  });
  // Part of a longer prompt, or of one with a quotation or a document's name, may be another person's text.
  const isOwn = isShort && !SOURCE.test(prompt);
  const weigh = (said: Said[]) =>
    isOwn ? said : said.map((one) => ({ ...one, clarity: "unclear" as const }));
  return { rules: weigh(rules), asks: weigh(asks), decisions: weigh(decisionsSaid(rest)) };
}

/** "Make sure this never happens again": the previous sentence explains "this". */
const POINTS_BACK =
  /\b(?:this|that|it|these|those)\s+(?:never|always|should|must|doesn'?t|does not|won'?t|happens?|is)\b|\b(?:do|doing) (?:this|that|it)\b|(?:不要|別|别)再?(?:這樣|这样)|이렇게|그렇게/i;
