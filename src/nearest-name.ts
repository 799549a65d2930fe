/** The known name nearest to a mistyped one, if any is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const scored = known.map((each) => ({ each, score: distance(name.toLowerCase(), each.toLowerCase()) }));
  const best = scored.sort((a, b) => a.score - b.score)[0];
  return best !== undefined && best.score <= Math.max(2, name.length / 4) ? best.each : undefined;
}

/** How many letters must be added, taken away or replaced. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
