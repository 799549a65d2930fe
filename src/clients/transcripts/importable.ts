/** People type these names, so each file is checked before any of it is stored. */
import { stat } from "node:fs/promises";
import { PawlError } from "../../platform/errors.ts";
import { isTranscriptLine } from "../claude-code/transcript.ts";
import { tryParse } from "../fields.ts";
import { DEFAULT_CLIENT } from "../index.ts";
import { formatOf } from "./find.ts";
import { readLines } from "./lines.ts";

/** Throws `import_special`, `import_unknown`. */
export async function checkImportable(path: string): Promise<void> {
  const state = await stat(path);
  if (state.isDirectory()) return;
  if (!state.isFile()) {
    const message = `${path} is a pipe, a device or a socket, not a file`;
    throw new PawlError("import_special", message, { hint: "Nothing was imported.", params: { path } });
  }
  // Includes a file that the client has created but not written to yet.
  if (state.size === 0 || formatOf(path).client !== DEFAULT_CLIENT) return;
  for await (const lines of readLines(path)) {
    for (const { text = "" } of lines) {
      if (text.startsWith("{") && isTranscriptLine(tryParse(text))) return;
    }
  }
  const message = `${path} is not a client's transcript`;
  throw new PawlError("import_unknown", message, { hint: "Nothing was imported.", params: { path } });
}
