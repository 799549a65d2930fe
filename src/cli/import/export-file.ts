/** Reads an export part by part. As `pawl export` writes it, line by line, whatever its size; formatted otherwise, as a whole. */
import { readFile, stat } from "node:fs/promises";
import { readLines } from "../../clients/transcripts/lines.ts";

type ExportPart =
  | { kind: "memories"; items: unknown[] }
  | { kind: "solutions"; items: unknown[] }
  | { kind: "session"; value: unknown }
  /** A part that is not JSON. */
  | { kind: "unreadable" };

/** A file that was formatted by another program is read whole up to this size. */
const LARGEST_WHOLE = 256 << 20;
/** All memories stand on one line. */
const LONGEST_LINE = LARGEST_WHOLE;

const SECTION = /^\{?"(memories|solutions|permissions)":(\[.*\]),?$/s;

/** A file that is no export has no parts. */
export async function* readExport(path: string): AsyncGenerator<ExportPart> {
  if (!(await isAsWritten(path))) {
    yield* readWhole(path);
    return;
  }
  for await (const lines of readLines(path, { longest: LONGEST_LINE })) {
    for (const { text = "" } of lines) {
      const section = SECTION.exec(text);
      if (section !== null) {
        const items = parse(section[2] ?? "");
        // What was allowed and refused is learned from the sessions again.
        if (section[1] === "permissions") continue;
        if (Array.isArray(items)) yield { kind: section[1] as "memories" | "solutions", items };
        else yield { kind: "unreadable" };
      } else if (text.startsWith('{"session":')) {
        const value = parse(text.replace(/,$/, ""));
        yield value === undefined ? { kind: "unreadable" } : { kind: "session", value };
      } else if (!/^(?:\{"pawl":.*,|"sessions":\[|\]\}|)$/.test(text)) yield { kind: "unreadable" };
    }
  }
}

/** The first lines are those that `pawl export` writes, now or before it named itself. */
async function isAsWritten(path: string): Promise<boolean> {
  for await (const lines of readLines(path, { longest: LONGEST_LINE })) {
    const [first, second] = lines.map(({ text = "" }) => text);
    if (first?.startsWith('{"pawl":'))
      return first.endsWith("},") && (second === undefined || SECTION.test(second));
    return first?.startsWith('{"memories":') === true && SECTION.test(first) && first.endsWith(",");
  }
  return false;
}

async function* readWhole(path: string): AsyncGenerator<ExportPart> {
  if ((await stat(path)).size > LARGEST_WHOLE) return;
  const value = parse(await readFile(path, "utf8"));
  if (typeof value !== "object" || value === null) return;
  const { memories, solutions, sessions } = value as Record<string, unknown>;
  if (Array.isArray(memories)) yield { kind: "memories", items: memories };
  if (Array.isArray(solutions)) yield { kind: "solutions", items: solutions };
  if (Array.isArray(sessions)) for (const one of sessions) yield { kind: "session", value: one };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
