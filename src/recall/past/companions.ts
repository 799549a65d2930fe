/** Which file usually changes together with the one at hand, unless their names say so already. */
import type { Item } from "./item.ts";
import type { ProjectPast } from "./past.ts";
import { coEditShare } from "./prompt-items.ts";
import { areTestAndSource } from "./tests-of.ts";

const LEAST_SHARE = 0.75;
const LEAST_LIFT = 2;

export function companionsOf(past: ProjectPast, path: string, isNamed: (path: string) => boolean): Item[] {
  const [best] = [...past.editedWith(path)]
    .filter(([other]) => !isNamed(other) && !areTestAndSource(path, other))
    .map(([other, times]) => ({ other, times, share: coEditShare(past, path, other) }))
    .filter(({ other, share }) => share >= LEAST_SHARE && share >= LEAST_LIFT * past.shareOf(other))
    .sort((a, b) => b.share - a.share || (a.other < b.other ? -1 : 1));
  if (best === undefined) return [];
  const { other, times } = best;
  return [
    {
      kind: "companion",
      uri: `file://${other}`,
      text: `it usually changes with ${other}`,
      names: other,
      reason: `edited together in ${times} sessions`,
    },
  ];
}
