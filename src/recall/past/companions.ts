/** Which file usually changes together with the one at hand, and its test. Nothing that the file itself shows. */
import type { Item } from "./item.ts";
import type { ProjectPast } from "./past.ts";
import { coEditShare } from "./prompt-items.ts";
import { areTestAndSource } from "./tests-of.ts";

const LEAST_SHARE = 0.75;
const LEAST_LIFT = 2;

export function companionsOf(past: ProjectPast, path: string, isNamed: (path: string) => boolean): Item[] {
  const others = [...past.editedWith(path)].filter(([other]) => !isNamed(other));
  const best = others
    .map(([other]) => ({ other, share: coEditShare(past, path, other) }))
    .filter(({ other, share }) => share >= LEAST_SHARE && share >= LEAST_LIFT * past.shareOf(other))
    .sort((a, b) => b.share - a.share || (a.other < b.other ? -1 : 1))[0]?.other;
  const test = others.find(([other]) => areTestAndSource(path, other))?.[0];
  return [...new Set([best, test])]
    .filter((other) => other !== undefined)
    .map((other) => ({
      kind: "companion",
      uri: `file://${other}`,
      text: `${path} was mostly changed together with ${other}`,
      names: other,
      reason:
        other === test
          ? "its test or source, edited together before"
          : `edited together in ${past.editedWith(path).get(other) ?? 0} sessions`,
    }));
}
