/**
 * Writes a probe at every place that will be mutated, so that one run of a test file without a mutation shows which
 * mutants it executes. Coverage would not do: it does not see the programs and workers that a test starts.
 */
import type { Mutation } from "./sites.ts";

/** Hoisted, because an import cycle may call the file's functions before its first line has run. */
function prelude(notes: string): string {
  return (
    "function __mutantRan(id) { " +
    "const seen = (globalThis.__mutantsSeen ??= new Set()); if (seen.has(id)) return; seen.add(id); " +
    // A process that has given up its rights may not be able to write; its test must not fail for that.
    `try { process.getBuiltinModule("node:fs").appendFileSync(${JSON.stringify(notes)}, id + "\\n"); } catch {} } `
  );
}

type Insertion = {
  at: number;
  text: string /** Closing ones first, then the outermost opening ones. */;
  rank: number;
};

/** The file's text with a probe for each of its mutations. Line numbers stay as they are. */
export function withProbes(
  text: string,
  mutations: { id: number; mutation: Mutation }[],
  notes: string,
): string {
  const insertions: Insertion[] = [];
  for (const { id, mutation } of mutations) {
    const { statement } = mutation;
    for (const [start, end] of mutation.readers ?? [[mutation.start, mutation.end]]) {
      const [open, close] = statement ? [`{ __mutantRan(${id}); `, " }"] : [`(__mutantRan(${id}), `, ")"];
      const size = end - start;
      insertions.push({ at: start, text: open, rank: -size }, { at: end, text: close, rank: -Infinity });
    }
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
