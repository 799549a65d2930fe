/** The candidate closest to a mistyped name, if any is close. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const scored = known.map((each) => ({ each, score: distance(name.toLowerCase(), each.toLowerCase()) }));
  const best = scored.sort((a, b) => a.score - b.score)[0];
  return best !== undefined && best.score <= Math.max(2, name.length / 4) ? best.each : undefined;
}

/** The number of letters to add, remove or replace. */
function distance(a: string, b: string): number {
  const others = [...b];
  let row = [...others.keys(), others.length];
  for (const letter of a) {
    const next = [(row[0] as number) + 1];
    for (const [j, other] of others.entries()) {
      const swap = (row[j] as number) + (letter === other ? 0 : 1);
      next.push(Math.min(swap, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row[others.length] as number;
}
