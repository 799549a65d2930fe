/** What one prompt asks to be kept: rules, requests to remember, decisions. Only what a person typed is read. */
import { toWords } from "../../text/distinctive-words.ts";
import { cut } from "../../text/quote.ts";
import { asksIn } from "./asks.ts";
import { decisionsSaid } from "./decision-words.ts";
import { SOURCE } from "./rule-patterns.ts";
import { type Clarity, clarityOf } from "./rules.ts";
import { typedSentences } from "./typed-text.ts";

interface Said {
  /** What is kept. */
  text: string;
  /** The user's own sentence. */
  evidence: string;
}

interface SaidInPrompt {
  rules: (Said & { clarity: Clarity })[];
  asks: Said[];
  decisions: Said[];
}

export function readPrompt(prompt: string): SaidInPrompt {
  const sentences = typedSentences(prompt);
  const certain = sentences.filter((one) => one.certain).map(({ text }) => text);
  const asks = asksIn(certain);
  const isAsk = (sentence: string) => asks.some(({ evidence }) => evidence === sentence);
  // Several paragraphs or more than two lines, a quotation or the name of a document: a part of it may be somebody else's.
  const isMixed = /\n\s*\n|\n(?!\s*[-*•]).*\n(?!\s*[-*•])/.test(prompt.trim()) || SOURCE.test(prompt);
  const rules = sentences.flatMap(({ text, certain }, index) => {
    const clarity = isAsk(text) ? undefined : clarityOf(text);
    if (clarity === undefined) return [];
    const before = sentences[index - 1]?.text;
    const isVague = POINTS_BACK.test(text) && toWords(text).length <= VAGUE_WORDS;
    return [
      {
        text: isVague && before !== undefined ? `${cut(before, 200)} ${text}` : text,
        evidence: text,
        // About a "this" that has no name it needs the user's word.
        clarity: certain && !isMixed && !(isVague && before === undefined) ? clarity : ("unclear" as const),
      },
    ];
  });
  const rest = certain.filter((sentence) => !isAsk(sentence));
  return { rules, asks, decisions: decisionsSaid(rest) };
}

/** "Make sure this never happens again": the sentence before says what "this" is. */
const POINTS_BACK =
  /\b(?:this|that|it|these|those)\s+(?:never|always|should|must|doesn'?t|does not|won'?t|happens?|is)\b|\b(?:do|doing) (?:this|that|it)\b|(?:不要|別|别)再?(?:這樣|这样)|이렇게|그렇게/i;

/** With so few words of its own, a sentence that points back says nothing alone. */
const VAGUE_WORDS = 3;
