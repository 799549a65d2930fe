/**
 * Replays ranking and silence at each prompt, with memory as it was then. A past session is related if it changed a file that
 * the session changes after the prompt.
 */
import { type PromptRecall, promptRecall, rankForPrompt } from "../prompt.ts";
import type { Baselines } from "./baselines.ts";
import type { ReplayedSession } from "./past-session.ts";

export interface PromptAsked {
  sessionId: string;
  isFirst: boolean;
  /** True if nothing was injected with the related sessions excluded from memory. */
  silent: boolean;
  /** For first prompts: whether a related session ranked first. */
  rank?: { pawl: boolean; fts: boolean; newest: boolean };
}

interface PromptMoment {
  sessionId: string;
  prompt: string;
  isFirst: boolean;
  /** Files that the session changes after this prompt, relative to its root. */
  changes: ReadonlySet<string>;
  /** Other sessions of the project that started earlier, oldest first. */
  known: readonly ReplayedSession[];
}

/** Undefined if no past session is related: then there is nothing to exclude or to find. */
export async function askPrompt(
  { sessionId, prompt, isFirst, changes, known }: PromptMoment,
  query: Omit<PromptRecall, "except">,
  baselines: Baselines,
): Promise<PromptAsked | undefined> {
  const related = new Set(known.filter((one) => sharesFile(one, changes, query.at)).map(({ id }) => id));
  if (related.size === 0) return undefined;
  const none = async () => ({
    sessions: new Set([sessionId]),
    uris: new Set<string>(),
    texts: new Set<string>(),
  });
  const without = await promptRecall(prompt, { ...query, isFirst, except: [sessionId, ...related] }, none);
  const asked = { sessionId, isFirst, silent: without.block === undefined };
  if (!isFirst) return asked;
  const ids = new Set(known.map(({ id }) => id));
  const newest = [...known].reverse().map(({ id }) => id);
  const ranked = await rankForPrompt(prompt, { ...query, except: [sessionId] });
  const isRelated = (id: string | undefined) => id !== undefined && related.has(id);
  return {
    ...asked,
    rank: {
      pawl: isRelated(ranked[0] ?? newest[0]),
      fts: isRelated(baselines.plain(prompt).find((id) => ids.has(id))),
      newest: isRelated(newest[0]),
    },
  };
}

function sharesFile({ files }: ReplayedSession, changes: ReadonlySet<string>, before: number): boolean {
  for (const [file, at] of files) if (at < before && changes.has(file)) return true;
  return false;
}
