import { tryParse } from "../../fields.ts";
import { type LineContext, type LineCounts, parseLine, type ReadLine } from "../../transcripts/entries.ts";
import { readLines } from "../../transcripts/lines.ts";
import { type RolloutMeta, readRolloutLine } from "../rollout.ts";
import { createRolloutReader } from "./entries.ts";

/** When reading resumes, the first line is read again, because only that line says whose file this is. */
export async function createRolloutLines({ path, sessionId, turns }: LineContext): Promise<ReadLine> {
  const meta = turns === undefined ? undefined : await metaOf(path);
  const reader = createRolloutReader(sessionId, { meta, turn: turns?.at(-1) });
  return (line: string, counts: LineCounts) => {
    counts.lines++;
    const values = parseLine(line);
    if (values.length === 0) counts.unreadable++;
    return values.flatMap((value) => {
      const entries = reader.read(value);
      for (const entry of entries) {
        if (entry.kind === "unknown") counts.unknown[entry.type] = (counts.unknown[entry.type] ?? 0) + 1;
      }
      return entries;
    });
  };
}

async function metaOf(path: string): Promise<RolloutMeta | undefined> {
  for await (const [first] of readLines(path)) {
    const read = readRolloutLine(tryParse(first?.text ?? ""));
    return read.kind === "meta" ? read.meta : undefined;
  }
  return undefined;
}
