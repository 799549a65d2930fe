/** One secret in a text: `[start, end)` is what gets replaced. */
export interface Finding {
  kind: string;
  start: number;
  end: number;
}

/** When two findings overlap, the kind that tells most wins: the later one. Every other kind is a provider's format. */
const RANKS = "env secret password cookie authorization url-password - private-key private".split(" ");
const PROVIDER = RANKS.indexOf("-");
const rankOf = (kind: string) => (RANKS.includes(kind) ? RANKS.indexOf(kind) : PROVIDER);

/** Sorted, without overlaps: touching the union of two is safer than choosing one. */
export function mergeFindings(found: Finding[]): Finding[] {
  if (found.length < 2) return found;
  const sorted = [...found].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Finding[] = [];
  for (const next of sorted) {
    const last = merged[merged.length - 1];
    if (last === undefined || next.start >= last.end) {
      merged.push({ ...next });
      continue;
    }
    if (rankOf(next.kind) > rankOf(last.kind)) last.kind = next.kind;
    if (next.end > last.end) last.end = next.end;
  }
  return merged;
}

/** What every marker begins with. */
export const MARKER = "[redacted:";
export const markerOf = (kind: string) => `${MARKER}${kind}]`;

export function replaceFindings(
  text: string,
  found: Finding[],
  replacement: (kind: string, secret: string) => string = markerOf,
): string {
  let out = "";
  let from = 0;
  for (const { kind, start, end } of found) {
    out += text.slice(from, start) + replacement(kind, text.slice(start, end));
    from = end;
  }
  return from === 0 ? text : out + text.slice(from);
}
