/** Saves a session's decisions as memories, each with its source sentence. */

import type { Authorship } from "../../store/records/authorship.ts";
import type { SessionMaterial } from "../../store/records/material.ts";
import type { Store } from "../../store/store.ts";
import { MEMORY_STATUSES } from "../records/memory.ts";
import { memoriesIn } from "../sql/index.ts";
import { decisionsMade } from "./decisions.ts";
import { freeUri } from "./memory-uri.ts";
import { isSameRule } from "./preferences.ts";

export const DECISIONS_PREFIX = "project://decisions/";
/** A decision in the user's own words stays. One chosen from a list, or stated by the model, expires if it is not used. */
const PRIORITY = { user: 3, answer: 4, assistant: 4 } as const;
const MOST_KNOWN = 1000;

export async function learnDecisions(
  store: Store,
  session: SessionMaterial,
  project: string,
  { at, redaction, isImport = false }: { at: number; redaction: number; isImport?: boolean },
): Promise<string[]> {
  const made = decisionsMade(session);
  if (made.length === 0) return [];
  const known = await memoriesIn(store).memories({ project, status: MEMORY_STATUSES, limit: MOST_KNOWN });
  const uris: string[] = [];
  for (const { text, evidence, by, clarity, provenance } of made) {
    const source = { event: provenance.key, evidence };
    const same = known.find(
      (memory) =>
        (memory.provenance?.event === source.event && memory.provenance.evidence === evidence) ||
        isSameRule(memory.content, text),
    );
    if (same !== undefined) {
      if (same.status === "active") uris.push(same.uri);
      continue;
    }
    if (await memoriesIn(store).isForgottenSource(source)) continue;
    const uri = freeUri(DECISIONS_PREFIX, text, known);
    const { memory } = await memoriesIn(store).saveMemory({
      uri,
      project,
      content: text,
      priority: PRIORITY[by],
      status: isImport || clarity === "unclear" ? "proposed" : "active",
      origin: "derived",
      by: isImport ? { author: "import", place: "transcript" } : AUTHOR[by],
      provenance: { ...source, sessionId: provenance.sessionId, at: provenance.at },
      redaction,
      author: "pawl",
      reason: REASON[by],
      at,
    });
    known.push(memory);
    uris.push(uri);
  }
  return uris;
}

/** A choice from a list counts as the user's. */
const AUTHOR: Readonly<Record<keyof typeof PRIORITY, Authorship>> = {
  user: { author: "user", place: "prompt" },
  answer: { author: "user", place: "prompt" },
  assistant: { author: "model", place: "transcript" },
};

const REASON = {
  user: "The user decided so in a session.",
  answer: "The user chose so when asked.",
  assistant: "The model noted it as decided.",
} as const;
