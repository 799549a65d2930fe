/** "Remember that …": finds what a person asks Pawl to keep, in any ordinary wording. Excludes questions and to-dos. */
import { toWords } from "../../text/distinctive-words.ts";
import { HEDGED, QUESTION } from "./rule-patterns.ts";
import type { Clarity } from "./rules.ts";
import { weighRequest } from "./weigh.ts";
import { classesOf, REQUEST } from "./word-classes.ts";

/** Finds requests to remember something, each with its sentence. */
export function asksIn(sentences: readonly string[]): { text: string; evidence: string; clarity: Clarity }[] {
  return sentences.flatMap((sentence, index) => {
    const weight = weighRequest(sentence, sentences);
    if (weight <= 0 || !says(MAY_ASK, sentence)) return [];
    const text = factOf(sentence, sentences[index - 1], sentences[index + 1]);
    if (text === undefined) return [];
    // A request to remember something is a decision to keep it; only a doubt in the sentence itself leaves it open.
    const isCertain =
      weight >= CERTAIN && says(ASKS, sentence) && !HEDGED.test(sentence) && !QUESTION.test(text);
    return [{ text, evidence: sentence, clarity: isCertain ? "clear" : "unclear" }];
  });
}

const CERTAIN = 0.5;

/** "Remember", "don't forget", "save … for later". */
const ASKS = [
  ["keep"],
  ["forget", "not"],
  ["store", "later"],
  ["store", "mind"],
  ["store", "keeps"],
  ["know", "mind"],
];
/** "Commit and update the changelog" only sounds similar. */
const MAY_ASK = [
  ["keep"],
  ["keeps"],
  ["forget"],
  ["mind"],
  ["know"],
  ["later"],
  ["store", "this"],
  ["store", "colon"],
];

/** The words of a link do not count as the speaker's words. */
function says(ways: readonly (readonly string[])[], sentence: string): boolean {
  const names = new Set(classesOf(sentence.replace(/\S*[/#]\S+/g, " ")).map(({ name }) => name));
  return ways.some((all) => all.every((name) => names.has(name)));
}

/** Word classes of a request: "could you please keep in mind for later that". */
const OF_ASKING = new Set(
  "and can comma colon det end forget i keep know later mind must not store this to you".split(" "),
);
/** "Keep that in mind, please": the fact is in another sentence. */
const POINTS =
  /\b(?:that|this|it)\b(?=\s*(?:[,.;!~–-]|$|\b(?:in|for|to|so|down|somewhere|please|again|well|too|as|at|with|will|now|around|already|from)\b))|[記记存寫写][下起][來来](?=[，,。.！!]|$)/i;
const POINTS_ON = /[:：]\s*$|\bfollowing\b|如下|以下/i;
/** A sentence with fewer words of its own is too short to keep alone. */
const LEAST_WORDS = { fact: 2, alone: 5 };

function factOf(sentence: string, previous: string | undefined, next: string | undefined) {
  const { lead, fact, isMarked } = split(sentence);
  const own = ownWords(fact);
  const beside = POINTS_ON.test(sentence) ? (next ?? previous) : (previous ?? next);
  // "Remember to update the changelog" is a task of this session, so the next sentence is unrelated.
  const isTask = own > 0 && !POINTS.test(sentence);
  if (own < LEAST_WORDS.fact) return isTask ? (/\bto\s/i.test(sentence) ? undefined : fact) : beside;
  const isElsewhere =
    !isMarked && previous !== undefined && POINTS.test(`${lead} ${fact}`.slice(0, NEAR_START));
  if (isElsewhere) return own < LEAST_WORDS.alone ? previous : `${previous} ${fact}`;
  return own < LEAST_WORDS.alone && !isMarked && beside !== undefined ? `${beside} ${sentence}` : fact;
}
/** "Keep that …": later words of the sentence may belong to the fact itself. */
const NEAR_START = 40;

/** Splits off the request at the start. If the request is elsewhere, the whole sentence is the fact. */
function split(sentence: string): { lead: string; fact: string; isMarked: boolean } {
  const at = (end: number, isMarked: boolean) => ({
    lead: sentence.slice(0, end),
    fact: sentence.slice(end).replace(/^[\s,:：，.。-]+|[?？]$/g, ""),
    isMarked,
  });
  let end = 0;
  let isAsked = false;
  let own = 0;
  for (const piece of classesOf(sentence)) {
    const text = sentence.slice(end, piece.end);
    isAsked ||= REQUEST.has(piece.name);
    if (!OF_ASKING.has(piece.name)) own += toWords(text).length;
    else if (isAsked && own < LEAST_WORDS.fact && piece.name === "colon") return at(piece.end, true);
    end = piece.end;
  }
  let cut = 0;
  for (const piece of classesOf(sentence)) {
    const text = sentence.slice(0, piece.end);
    if (!OF_ASKING.has(piece.name)) break;
    if (cut > 0 && /\bthat$/i.test(text) && !POINTS.test(sentence.slice(piece.end - 4)))
      return at(piece.end, true);
    if (REQUEST.has(piece.name)) cut = piece.end;
  }
  return at(cut, false);
}

/** Counts the words beyond the request. */
const ownWords = (text: string) =>
  new Set(
    classesOf(text).flatMap(({ name, end }, index, all) =>
      OF_ASKING.has(name) ? [] : toWords(text.slice(all[index - 1]?.end ?? 0, end)),
    ),
  ).size;
