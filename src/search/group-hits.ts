/** Hits for people: one group per session, what was said before what was run. */
import type { FoundHit } from "./search.ts";

export interface HitGroup<H extends FoundHit = FoundHit> {
  /** Empty for what belongs to no session. */
  sessionId: string;
  project: string;
  at: number;
  /** Best first; the others are in `more`. */
  hits: H[];
  more: number;
}

/** A person looks for what was asked and answered; a long output matches many words by chance. */
const WEIGHTS: Readonly<Record<FoundHit["type"], number>> = {
  memory: 1.15,
  prompt: 1.1,
  response: 1.05,
  summary: 1,
  notification: 0.9,
  solution: 0.95,
  observation: 0.9,
};
/** Several matches in one session say more than one. */
const PER_MATCH = 0.02;
const MOST_MATCHES = 5;
const SHOWN = 3;

export function groupHits<H extends FoundHit>(hits: readonly H[]): HitGroup<H>[] {
  const groups = new Map<string, H[]>();
  for (const hit of hits) {
    const isOwn = hit.type === "memory" || hit.sessionId === "";
    const key = isOwn ? hit.id : hit.sessionId;
    groups.set(key, [...(groups.get(key) ?? []), hit]);
  }
  const weighed = (hit: H) => hit.score * WEIGHTS[hit.type];
  return [...groups.values()]
    .map((all) => all.sort((a, b) => weighed(b) - weighed(a)))
    .map((all) => ({
      all,
      score: weighed(all[0] as H) + PER_MATCH * Math.min(MOST_MATCHES, all.length - 1),
    }))
    .sort((a, b) => b.score - a.score)
    .map(({ all }) => {
      const [first] = all as [H, ...H[]];
      return {
        sessionId: first.type === "memory" ? "" : first.sessionId,
        project: first.project,
        at: Math.max(...all.map(({ at }) => at)),
        hits: all.slice(0, SHOWN),
        more: Math.max(0, all.length - SHOWN),
      };
    });
}
