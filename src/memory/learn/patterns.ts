/** A line of code that is written again and again, in several files and sessions. Names may differ. */
import type { Observation } from "../../store/records/records.ts";
import { addedLines, isEdit } from "../records/edits.ts";
import { inProject } from "../records/summary.ts";

/** Seen in so many files, it is how things are done here. */
const FILES = 6;
/** Where the called names differ, more of them have to show it. */
const LOOSE_FILES = 10;
/** Within one session it is one piece of work. */
const SESSIONS = 4;
const SHORTEST = 20;
const LONGEST = 160;

/** Which lines were added where; handed in again with the next call. Small: only shapes and file names. */
export interface SeenLines {
  /** Shape → files and sessions, and whether it was hinted at. */
  readonly shapes: ReadonlyMap<
    string,
    { files: readonly string[]; sessions: ReadonlySet<string>; injected: boolean }
  >;
}

export const NOTHING_SEEN: SeenLines = { shapes: new Map() };
const MOST_SHAPES = 2_000;

/** The hint of a call, if it makes a pattern; and what is known after it. */
export function patternIn(
  call: Observation,
  project: string,
  seen: SeenLines,
): { seen: SeenLines; hint?: PatternHint } {
  const [file] = call.files;
  if (!call.ok || !isEdit(call.toolName) || file === undefined) return { seen };
  const path = inProject(file, project);
  const shapes = new Map(seen.shapes);
  let hint: PatternHint | undefined;
  for (const line of addedLines(call).slice(0, 300)) {
    for (const { shape, enough } of shapesOf(line)) {
      const known = shapes.get(shape) ?? { files: [], sessions: new Set<string>(), injected: false };
      if (known.files.includes(path)) continue;
      const files = [...known.files, path];
      const sessions = new Set(known.sessions).add(call.sessionId);
      const recurs = files.length >= enough && sessions.size >= SESSIONS;
      const isPattern = recurs && !known.injected && hint === undefined;
      if (isPattern) {
        hint = { pattern: line, files };
      }
      // Deleted and set again: what was seen last is dropped last.
      shapes.delete(shape);
      shapes.set(shape, { files: files.slice(-10), sessions, injected: known.injected || isPattern });
    }
  }
  for (const shape of shapes.keys()) {
    if (shapes.size <= MOST_SHAPES) break;
    shapes.delete(shape);
  }
  return { seen: { shapes }, ...(hint === undefined ? {} : { hint }) };
}

interface PatternHint {
  /** What recurs, as one line. */
  pattern: string;
  files: string[];
}

interface Shape {
  shape: string;
  /** Files that make a pattern of it. */
  enough: number;
}

/**
 * A line without what differs from place to place: its values and variables, and, more loosely, the second half of the
 * names it calls (`loadUsers`, `loadOrders`). None when it says too little, as imports and brackets do.
 */
function shapesOf(line: string): Shape[] {
  if (line.length < SHORTEST || line.length > LONGEST || EVERYWHERE.test(line)) return [];
  const values = line
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g, '""')
    .replace(/\b\d[\w.]*\b/g, "0")
    .replace(/\s+/g, " ");
  const names = values.match(/[A-Za-z_]\w{2,}/g) ?? [];
  // Two names at least, and a call of somebody's own: `if err != nil {` is the language, not the project.
  if (names.length < 2 || !OWN_CALL.test(values)) return [];
  const shape = values.replace(VARIABLE, (name) => (KEYWORDS.has(name) ? name : "_"));
  const loose = shape.replace(TWO_PART_CALL, (name, verb: string) =>
    GENERIC_VERBS.has(verb.toLowerCase()) ? name : `${verb}~`,
  );
  return [{ shape, enough: FILES }, ...(loose === shape ? [] : [{ shape: loose, enough: LOOSE_FILES }])];
}

/** A name that is neither called nor a part of what is called. */
const VARIABLE = /(?<![\w.])[A-Za-z_]\w*(?![\w.]*\()(?!\w)/g;
const TWO_PART_CALL = /(?<![\w.])([a-z]+)(?:[A-Z][a-z0-9]+|_[a-z0-9]+)+(?=\()/g;
/** `getTotal` and `getUser` have nothing in common. */
const GENERIC_VERBS: ReadonlySet<string> = new Set(
  "get set is has use to on add make do can should create new render format parse handle update".split(" "),
);
const KEYWORDS: ReadonlySet<string> = new Set(
  "const let var function async await export default class extends implements interface type new throw if in of def self this fn pub func return yield static public private protected void".split(
    " ",
  ),
);

/** A name with a hump, an underscore or a dot in it, called with something. */
const OWN_CALL = /(?:[a-z][A-Z]\w*|_\w+|\w\.[A-Za-z]\w{3,})\([^)]/;

const EVERYWHERE =
  /^(?:import|from|export \*|export \{|package|using|#include|require|use |\/\/|\/\*|\*|#|<!--|@|return\b|for\b|while\b|else|case\b|default\b|func Test|test\(|it\(|describe\(|expect\(|assert|t\.(?:Fatal|Error|Helper|Parallel))/;
