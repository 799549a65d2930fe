/**
 * Writes a probe at every place that may be mutated, so that one run of a test file without a mutation shows which
 * mutants it executes. Coverage would not do: it does not see the programs and workers that a test starts.
 */
import type { Mutation } from "./sites.ts";

export type Place = { start: number; end: number; statement: boolean };

/** Where a test must pass to execute the mutation: its own place, or those that read the constant it changes. */
export function placesOf({ readers, start, end, statement }: Mutation): Place[] {
  return readers === undefined
    ? [{ start, end, statement }]
    : readers.map(([from, to]) => ({ start: from, end: to, statement: false }));
}

/** The name of a place in all records. */
export function placeKey(file: string, { start, end }: Pick<Place, "start" | "end">): string {
  return `${file}:${start}:${end}`;
}

/** Every place of a file's mutations, once. */
export function distinctPlaces(mutations: Mutation[]): Place[] {
  const found = new Map<string, Place>();
  for (const place of mutations.flatMap(placesOf)) found.set(placeKey("", place), place);
  return [...found.values()];
}

/** Hoisted, because an import cycle may call the file's functions before its first line has run. */
function prelude(notes: string): string {
  return (
    "var __seen = (globalThis.__mutantsSeen ??= []); function __ran(id) { " +
    "const seen = (globalThis.__mutantsSeen ??= []); if (seen[id]) return; seen[id] = true; " +
    // A process that has given up its rights may not be able to write; its test must not fail for that.
    `try { process.getBuiltinModule("node:fs").appendFileSync(${JSON.stringify(notes)}, id + "\\n"); } catch {} } `
  );
}

type Insertion = {
  at: number;
  text: string;
  /** Closing ones first, then the outermost opening ones. */
  rank: number;
};

/** The file's text with a probe for each place. Line numbers stay as they are. */
export function withProbes(text: string, places: (Place & { id: number })[], notes: string): string {
  const insertions: Insertion[] = [];
  for (const { id, start, end, statement } of places) {
    const call = `__seen?.[${id}] || __ran(${id})`;
    const [open, close] = statement ? [`{ ${call}; `, " }"] : [`(${call}, `, ")"];
    insertions.push({ at: start, text: open, rank: start - end }, { at: end, text: close, rank: -Infinity });
  }
  insertions.sort((a, b) => a.at - b.at || a.rank - b.rank);
  let result = prelude(notes);
  let copied = 0;
  for (const { at, text: probe } of insertions) {
    result += text.slice(copied, at) + probe;
    copied = at;
  }
  return result + text.slice(copied);
}

export function readNotes(text: string): Set<number> {
  return new Set(
    text
      .split("\n")
      .filter((line) => line !== "")
      .map(Number),
  );
}
