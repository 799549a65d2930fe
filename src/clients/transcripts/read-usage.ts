/** Reads what a transcript says about tokens. */

import type { Usage } from "../usage.ts";
import { formatOf } from "./find.ts";
import { readLines } from "./lines.ts";

/** A line that cannot be parsed is counted in `broken`: a client that was killed may leave one. */
export async function* readUsage(
  path: string,
  counts: { broken: number } = { broken: 0 },
): AsyncGenerator<Usage> {
  const { sessionOf, usage: open } = formatOf(path);
  if (open === undefined) return;
  const { reader, mayCount } = open();
  const session = sessionOf(path);
  for await (const lines of readLines(path)) {
    for (const { text, terminated } of lines) {
      if (text === undefined || !mayCount(text)) continue;
      let usage: Usage | undefined;
      try {
        usage = reader(JSON.parse(text), session);
      } catch {
        // The last line may still be written.
        if (terminated) counts.broken++;
      }
      if (usage !== undefined) yield usage;
    }
  }
}
