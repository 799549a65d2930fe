/**
 * Decisions and preferences: the user's sentences that lay down a rule or correct. Proposals, with the sentence as
 * evidence; said again in another session, they count as confirmed.
 */
import type { Prompt } from "../records/records.ts";
import { toWords } from "../text/distinctive-words.ts";
import { isCorrection, isStanding, sentencesOf } from "./rules.ts";
import type { RuleProposal, SessionMaterial } from "./types.ts";

/** A prompt with many lines was pasted, or is a plan: what it orders is about this task. */
const MOST_LINES = 25;
/** Of one session; who orders more is describing a task. */
const MOST = 8;

export function proposalsIn(session: SessionMaterial): RuleProposal[] {
  const found = new Map<string, RuleProposal>();
  for (const prompt of [...session.prompts].sort((a, b) => a.at - b.at)) {
    if (prompt.agentId !== undefined || isPasted(prompt.text)) continue;
    for (const sentence of sentencesOf(prompt.text)) {
      const kind = isStanding(sentence) ? "rule" : isCorrection(sentence) ? "correction" : undefined;
      if (kind === undefined || looksPasted(sentence) || MOMENTARY.test(sentence)) continue;
      const id = idOf(sentence);
      if (id === undefined || found.has(id)) continue;
      found.set(id, { id, kind, evidence: sentence, status: "proposed", provenance: [provenanceOf(prompt)] });
    }
  }
  return [...found.values()].slice(0, MOST);
}

/** What is said in two sessions is meant; a correction needs that, since most are about the moment. */
export function mergeProposals(
  known: readonly RuleProposal[],
  seen: readonly RuleProposal[],
): RuleProposal[] {
  const merged = known.map((rule) => ({ ...rule, provenance: [...rule.provenance] }));
  for (const rule of seen) {
    const same = merged.find((one) => one.id === rule.id || isSameRule(one.evidence, rule.evidence));
    if (same === undefined) {
      merged.push({ ...rule, provenance: [...rule.provenance] });
      continue;
    }
    for (const place of rule.provenance) {
      if (!same.provenance.some(({ key }) => key === place.key)) same.provenance.push(place);
    }
    if (new Set(same.provenance.map(({ sessionId }) => sessionId)).size > 1) same.status = "confirmed";
  }
  return merged;
}

const provenanceOf = ({ sessionId, key, at }: Prompt) => ({ sessionId, key, at });

function isPasted(text: string): boolean {
  return text.startsWith("/") || text.split("\n").filter((line) => line.trim() !== "").length > MOST_LINES;
}

/** A log line, a quotation, a line of code: somebody else's words. */
function looksPasted(sentence: string): boolean {
  return (
    /^["'“‘「『]|^\S+:\d+(?::\d+)?:|^\[?(?:\d{4}-\d\d|\d\d:\d\d)|^(?:error|warning|warn|info|fatal|traceback|at )\b[:\s]|^[$❯>#%] /i.test(
      sentence,
    ) || /[{};]\s*$|=>|\w\(\)\s*[;{]/.test(sentence)
  );
}

/** Meant for this moment, as it says itself. */
const MOMENTARY =
  /\b(?:for now|for a (?:second|moment|minute)|right now|yet|this (?:time|part|one)|anything|on purpose)\b|先不要|這次|这次|지금은|이번에는/i;

function idOf(sentence: string): string | undefined {
  const words = toWords(sentence);
  if (words.length < 2) return undefined;
  return new Bun.CryptoHasher("sha256").update(words.sort().join(" ")).digest("hex").slice(0, 16);
}

const ALIKE = 0.6;

/** Most of the telling words are the same, and both forbid or both demand. */
export function isSameRule(a: string, b: string): boolean {
  if (NEGATES.test(a) !== NEGATES.test(b)) return false;
  const wordsA = new Set(toWords(a));
  const wordsB = new Set(toWords(b));
  const shared = [...wordsA].filter((word) => wordsB.has(word)).length;
  return shared >= 2 && shared / (wordsA.size + wordsB.size - shared) >= ALIKE;
}

const NEGATES =
  /\b(?:never|don'?t|do not|stop|avoid|no)\b|不要|不能|切勿|禁止|別|别|하지 ?마|절대|말고|금지/i;
