/** Reads which lines a test run executed from Bun's lcov report. */
import type { Mutation } from "./sites.ts";

/** For each file the number of times a line ran; a line that holds no code is absent. */
export type Coverage = Map<string, Map<number, number>>;

export function parseLcov(text: string): Coverage {
  const coverage: Coverage = new Map();
  let lines = new Map<number, number>();
  for (const row of text.split("\n")) {
    if (row.startsWith("SF:")) {
      lines = new Map();
      coverage.set(row.slice(3).replaceAll("\\", "/"), lines);
    } else if (row.startsWith("DA:")) {
      const [line, hits] = row.slice(3).split(",").map(Number);
      if (line !== undefined && hits !== undefined) lines.set(line, hits);
    }
  }
  return coverage;
}

/** Whether a run executed what the mutation changes. In doubt yes: a test too many costs only time. */
export function executes(coverage: Coverage, mutation: Mutation): boolean {
  const lines = coverage.get(mutation.file);
  if (lines === undefined) return false;
  if (mutation.readers !== undefined && mutation.readers.length > 0) {
    return anyHit(lines, mutation.readers) ?? true;
  }
  const { line, lastLine, statementLine } = mutation;
  return anyHit(lines, range(line, lastLine)) ?? anyHit(lines, range(statementLine, lastLine)) ?? true;
}

/** Undefined when none of the lines is known to hold code. */
function anyHit(lines: Map<number, number>, asked: number[]): boolean | undefined {
  const hits = asked.map((line) => lines.get(line)).filter((count) => count !== undefined);
  return hits.length === 0 ? undefined : hits.some((count) => count > 0);
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
