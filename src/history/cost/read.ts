/** Reads all usage from the clients' own transcripts, each answer of a model once. */
import { findTranscripts } from "../../clients/transcripts/find.ts";
import { readUsage } from "../../clients/transcripts/read-usage.ts";
import type { Usage } from "../../clients/usage.ts";

interface FoundUsage {
  usages: Usage[];
  files: number;
  /** Lines that could not be read. */
  broken: number;
}

/** `dirs`: folders or files. Files not written since `since` contain nothing newer. */
export async function collectUsage(dirs: readonly string[], since = 0): Promise<FoundUsage> {
  const byKey = new Map<string, Usage>();
  const counts = { broken: 0 };
  const files = await findTranscripts(dirs, since);
  // Oldest first, so that an answer copied into a later file stays with the session that paid for it.
  for (const { path } of files) {
    for await (const usage of readUsage(path, counts)) {
      if (usage.at < since) continue;
      const known = byKey.get(usage.key);
      if (known === undefined) byKey.set(usage.key, usage);
      // While an answer is written, its lines count upwards.
      else if (usage.output > known.output) byKey.set(usage.key, { ...known, ...tokensOf(usage) });
    }
  }
  return { usages: [...byKey.values()], files: files.length, broken: counts.broken };
}

function tokensOf({ input, output, cacheRead, cacheWrite, cacheWriteHour }: Usage) {
  return { input, output, cacheRead, cacheWrite, cacheWriteHour };
}
