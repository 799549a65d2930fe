/** What a file is, before anything of it is stored: people name files by hand. */
import { stat } from "node:fs/promises";
import { PawlError } from "../../platform/errors.ts";
import { isTranscriptLine } from "../claude-code/transcript.ts";
import { DEFAULT_CLIENT } from "../index.ts";
import { formatOf } from "./format.ts";
import { readLines } from "./lines.ts";
import { tryParse } from "./try-parse.ts";

type Importable = "folder" | "transcript" | "export";

/** A transcript's first lines may be unreadable, but not this much of it. */
const LOOKED_AT = 8 << 20;

/** Throws `import_special`, `import_unknown`. */
export async function kindOfFile(path: string): Promise<Importable> {
  const state = await stat(path);
  if (state.isDirectory()) return "folder";
  if (!state.isFile()) {
    const message = `${path} is a pipe, a device or a socket, not a file`;
    throw new PawlError("import_special", message, { hint: "Nothing was imported.", params: { path } });
  }
  // Also one that the client has created and not written to yet.
  if (state.size === 0 || formatOf(path).client !== DEFAULT_CLIENT) return "transcript";
  if (START_OF_EXPORT.test(await Bun.file(path).slice(0, 1000).text())) return "export";
  for await (const lines of readLines(path, { to: LOOKED_AT })) {
    for (const { text = "" } of lines) {
      if (text.startsWith("{") && isTranscriptLine(parse(text))) return "transcript";
    }
  }
  throw notImportable(path);
}

export function notImportable(path: string): PawlError {
  const message = `${path} is neither a transcript of Claude Code nor an export of Pawl`;
  return new PawlError("import_unknown", message, { hint: "Nothing was imported.", params: { path } });
}

/** Its parts, in any order: another program may have formatted it. */
const START_OF_EXPORT = /^\s*\{\s*"(?:pawl|memories|solutions|sessions)"\s*:\s*[[{]/;

function parse(text: string): unknown {
  try {
    return tryParse(text);
  } catch {
    // Nested deeper than the stack.
    return undefined;
  }
}
