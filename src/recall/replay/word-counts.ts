/** In how many sessions of a project each word was said, to distinguish rare words from common ones. */
import { toWords } from "../../text/distinctive-words.ts";
import { type IsRare, rarity } from "../used/judge.ts";

interface Said {
  prompts: readonly { text: string }[];
  responses: readonly { text: string }[];
}

interface WordCounts {
  /** Returns the words of the session, for `rareFor`. */
  add(project: string, session: Said): ReadonlySet<string>;
  /** By the other sessions so far; `own`: the words of the session that is judged, which was added before. */
  rareFor(project: string, own: ReadonlySet<string>): IsRare;
}

export function createWordCounts(): WordCounts {
  const projects = new Map<string, { sessions: number; counts: Map<string, number> }>();
  return {
    add(project, { prompts, responses }) {
      const words = new Set([...prompts, ...responses].flatMap(({ text }) => toWords(text)));
      const known = projects.get(project) ?? { sessions: 0, counts: new Map<string, number>() };
      projects.set(project, known);
      known.sessions++;
      for (const word of words) known.counts.set(word, (known.counts.get(word) ?? 0) + 1);
      return words;
    },
    rareFor(project, own) {
      const { sessions = 1, counts } = projects.get(project) ?? {};
      return rarity(sessions - 1, (word) => (counts?.get(word) ?? 0) - (own.has(word) ? 1 : 0));
    },
  };
}
