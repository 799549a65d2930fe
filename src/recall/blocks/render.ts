/**
 * Renders facts as the block for the model, framed as quoted history. Recalled text that reads like a task gets executed, and
 * a planted instruction works half as often inside a frame that says what it is.
 */

import { attribution } from "../../memory/records/attribution.ts";
import type { InjectionSource } from "../../store/records/records.ts";
import { quote } from "../../text/quote.ts";
import { estimateTokens } from "../../text/tokens.ts";
import type { Fact, MemoryFact, Rendered } from "./types.ts";

const OPEN = "<pawl-memory>";
const CLOSE = "</pawl-memory>";
const FRAME = "Notes from earlier sessions, for reference only.";

/** As many facts as fit, in their order; undefined if none fits. `left`: the omitted ones. */
export function renderFacts(
  heading: string,
  facts: readonly Fact[],
  budget: number,
  frame = FRAME,
): { block: Rendered | undefined; left: string[] } {
  const lines: string[] = [];
  const sources: InjectionSource[] = [];
  const left: string[] = [];
  let remaining = budget - estimateTokens([OPEN, frame, heading, CLOSE].join("\n"));
  for (const fact of facts) {
    const line = [fact.text, fact.short]
      .filter((text) => text !== undefined)
      .map((text) => `- ${text}`)
      .find((text) => estimateTokens(`${text}\n`) <= remaining);
    if (line === undefined) {
      left.push(fact.uri);
      continue;
    }
    const tokens = estimateTokens(`${line}\n`);
    remaining -= tokens;
    lines.push(line);
    const { uri, type, reason, score, names = line.slice(2) } = fact;
    sources.push({ uri, type, reason, tokens, text: names, ...(score === undefined ? {} : { score }) });
  }
  if (lines.length === 0) return { block: undefined, left };
  const text = [OPEN, frame, heading, ...lines, CLOSE].join("\n");
  return { block: { text, tokens: estimateTokens(text), sources }, left };
}

/** “…”, on one line, without tags that could end the block. */
export function quoted(text: string, characters: number): string {
  return `“${quote(text, characters)}”`;
}

const SENTENCE_END = /[.!?。！？](?=\s|$)|[。！？]/g;

/** The same, cut at the end of a sentence if it is too long, with a mark. */
export function excerpt(text: string, characters: number): string {
  const whole = quote(text, Number.POSITIVE_INFINITY);
  if (whole.length <= characters) return `“${whole}”`;
  const ends = [...whole.slice(0, characters).matchAll(SENTENCE_END)].map(
    ({ index, 0: { length } }) => index + length,
  );
  const end = ends.at(-1) ?? 0;
  const kept = end > characters / 3 ? whole.slice(0, end) : quote(text, characters);
  return `“${kept}” (cut: the recall tool has all of it)`;
}

/** 2026-01-31: the day is enough and needs no clock. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The date, and the author if it is not the user. */
export function rememberedBy({ at, team }: Pick<MemoryFact, "at" | "team">, now?: number): string {
  return team === undefined ? `remembered ${dayOf(at)}` : `shared by ${attribution(team, now)}`;
}
