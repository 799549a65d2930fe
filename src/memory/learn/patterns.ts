/** Finds a line of code that is added repeatedly, in several files and sessions. Values and variables may differ. */
import { Lru } from "../../platform/lru.ts";
import type { Observation } from "../../store/records/records.ts";
import { addedLines, isEdit } from "../records/edits.ts";
import { inProject } from "../records/summary.ts";

/** A line in this many files and sessions is the project's convention; within one session it is one piece of work. */
const ENOUGH = { files: 6, sessions: 4 };
/** A shorter line is syntax, and a longer one is unique. The other limits bound time and memory. */
const LIMITS = { shortest: 20, longest: 160, lines: 300, shapes: 5_000 };

interface Recurring {
  files: Set<string>;
  sessions: Set<string>;
  isAnnounced: boolean;
}

/** Remembers the lines it receives. Returns each pattern once: the line, and its number of files. */
export function createPatterns() {
  const seen = new Lru<string, Recurring>(LIMITS.shapes);
  return (call: Observation, project: string): { line: string; files: number } | undefined => {
    const [file] = call.files;
    if (!call.ok || !isEdit(call.toolName) || file === undefined) return undefined;
    let found: { line: string; files: number } | undefined;
    for (const line of addedLines(call).slice(0, LIMITS.lines)) {
      const shape = shapeOf(line);
      if (shape === undefined) continue;
      const key = `${project}\n${shape}`;
      const known = seen.get(key) ?? { files: new Set(), sessions: new Set(), isAnnounced: false };
      seen.set(key, known);
      known.files.add(inProject(file, project));
      known.sessions.add(call.sessionId);
      const isPattern = known.files.size >= ENOUGH.files && known.sessions.size >= ENOUGH.sessions;
      if (!isPattern || known.isAnnounced || found !== undefined) continue;
      known.isAnnounced = true;
      found = { line, files: known.files.size };
    }
    return found;
  };
}

/** A line without its values and variables; undefined for trivial lines such as imports and brackets. */
function shapeOf(line: string): string | undefined {
  if (line.length < LIMITS.shortest || line.length > LIMITS.longest || EVERYWHERE.test(line))
    return undefined;
  const values = line
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g, '""')
    .replace(/\b\d[\w.]*\b/g, "0")
    .replace(/\s+/g, " ");
  const names = values.match(/[A-Za-z_]\w{2,}/g) ?? [];
  // Requires at least two names and a call of the project's own: `if err != nil {` belongs to the language.
  if (names.length < 2 || !OWN_CALL.test(values)) return undefined;
  return values.replace(VARIABLE, (name) => (KEYWORDS.has(name) ? name : "_"));
}

/** A name that is neither called nor part of a call. */
const VARIABLE = /(?<![\w.])[A-Za-z_]\w*(?![\w.]*\()(?!\w)/g;
const KEYWORDS: ReadonlySet<string> = new Set(
  "const let var function async await export default class extends implements interface type new throw if in of def self this fn pub func return yield static public private protected void".split(
    " ",
  ),
);

/** A called name in camel case, with an underscore or with a dot. */
const OWN_CALL = /(?:[a-z][A-Z]\w*|_\w+|\w\.[A-Za-z]\w{3,})\([^)]/;

const EVERYWHERE =
  /^(?:import|from|export \*|export \{|package|using|#include|require|use |\/\/|\/\*|\*|#|<!--|@|return\b|for\b|while\b|else|case\b|default\b|func Test|test\(|it\(|describe\(|expect\(|assert|t\.(?:Fatal|Error|Helper|Parallel))/;
