/** What was decided, as far as words show it: answers to questions first, then sentences that say so. */

import { chosenIn } from "../../memory/learn/decisions.ts";
import { sentencesOf } from "../../memory/learn/typed-text.ts";
import type { Observation, Prompt, Response } from "../../store/records/records.ts";
import { clip, oneLine } from "./cut.ts";

const ASKED =
  /\b(?:let'?s (?:use|go with|stick (?:with|to)|drop)|(?:^|I'?d |we'?ll |we )go with|i(?:'d)? prefer|(?:i|we)(?:'ve| have)? decided (?:that|to|on|against)|we(?:'ll| will) (?:keep|use|stay|stick)|use \S+(?: \S+){0,4} instead)\b|\bdecision:|決定|改用|採用|就用|决定|采用|결정|하기로|(?:으)?로 하자/i;
const SAID =
  /\b(?:decided (?:that|to|on|against)|decision:|i (?:chose|picked|went with)|we (?:chose|agreed)|opted (?:for|to))\b|決定|决定|결정/i;

const MOST = 12;

export function decisionsIn(history: {
  prompts: readonly Prompt[];
  observations: readonly Observation[];
  responses: readonly Response[];
}): string[] {
  const found: { text: string; at: number }[] = [];
  for (const o of history.observations) {
    for (const { question, answer } of chosenIn(o)) {
      found.push({ text: `${clip(oneLine(question), 100)} → ${clip(oneLine(answer), 80)}`, at: o.at });
    }
  }
  const add = (entries: readonly { text: string; at: number; agentId?: string }[], pattern: RegExp): void => {
    for (const { text, at, agentId } of entries) {
      if (agentId !== undefined) continue;
      for (const line of sentencesOf(text)) {
        if (pattern.test(line) && !/[?？]\s*$/.test(line)) found.push({ text: clip(line, 160), at });
      }
    }
  };
  add(history.prompts, ASKED);
  add(history.responses, SAID);
  const newest = found.sort((a, b) => b.at - a.at).map((decision) => decision.text);
  return [...new Set(newest)].slice(0, MOST);
}
