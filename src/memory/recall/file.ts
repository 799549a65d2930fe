/** PreToolUse of Read and Edit: what is known about the file, its directory and its kind, before it is touched. */

import type { FileChange, FileFailure, FileKnowledge } from "../learn/types.ts";
import { RECALL_DEFAULTS } from "./defaults.ts";
import { dayOf, quoted, renderFacts, sameness } from "./render.ts";
import type { AlreadyInjected, Considered, Fact, Limits, MemoryFact, Recall } from "./types.ts";

export const FILE_LIMITS: Limits = { budget: RECALL_DEFAULTS.fileTokens, most: 4, threshold: 0 };

interface FileRecallInput {
  /** From the project's root. */
  path: string;
  /** What the file is like now; what is known of it then is stale. Absent: nobody looked. */
  hash?: string;
  knowledge?: FileKnowledge;
  /** Memories about this file, its directory or its extension: nearest first. */
  memories?: readonly MemoryFact[];
  injected: AlreadyInjected;
  limits?: Limits;
}

interface Option extends Considered {
  fact: Fact;
}

export function recallForFile(input: FileRecallInput): Recall {
  const { injected, limits = FILE_LIMITS, path } = input;
  const options = [...memoryOptions(input), ...knowledgeOptions(input)];
  const facts: Fact[] = [];
  const texts = new Set(injected.texts);
  for (const option of options) {
    if (option.outcome !== "injected") continue;
    const same = sameness(option.fact.text);
    if (texts.has(same)) option.outcome = "injected before";
    else if (facts.length >= limits.most) option.outcome = "not needed";
    else {
      texts.add(same);
      facts.push(option.fact);
    }
  }
  const { block, left } = renderFacts(`About ${quoted(path, 160)}:`, facts, limits.budget);
  const considered = options.map(({ fact, ...rest }): Considered => {
    return left.includes(fact.uri) ? { ...rest, outcome: "over budget" } : rest;
  });
  return block === undefined ? { considered } : { block, considered };
}

function memoryOptions({ memories = [], hash, injected }: FileRecallInput): Option[] {
  return memories.map((memory, index) => {
    const isStale = hash !== undefined && memory.fileHash !== undefined && memory.fileHash !== hash;
    const mark = isStale ? " (the file has changed since)" : "";
    const fact: Fact = {
      uri: memory.uri,
      type: "memory",
      text: `remembered ${dayOf(memory.at)}${mark}: ${quoted(memory.text, 600)}`,
      short: `remembered${mark}: ${quoted(memory.text, 200)}`,
      reason: isStale
        ? "about this file, older than its content"
        : "about this file, its directory or its kind",
    };
    const isOwn = memory.sessionId !== undefined && injected.sessions.has(memory.sessionId);
    const outcome = isOwn ? "own session" : injected.uris.has(memory.uri) ? "injected before" : "injected";
    return { uri: memory.uri, score: 1 / (index + 1), evidence: 1, why: [], outcome, fact };
  });
}

/** Changes with their reason, newest first, then what failed: a handful, since the file itself is read next. */
function knowledgeOptions({ path, knowledge, hash, injected }: FileRecallInput): Option[] {
  if (knowledge === undefined) return [];
  const changes = [...knowledge.changes]
    .filter((change) => change.why !== undefined)
    .sort((a, b) => b.at - a.at)
    .slice(0, 2)
    .map((change) => toOption(path, injected, toChangeFact(path, change), change, "injected"));
  const failures = [...knowledge.failures]
    .sort((a, b) => Number(a.solved) - Number(b.solved) || b.at - a.at)
    .slice(0, 2)
    .map((failure) => {
      // An error of another version of the file may be long gone; one that was solved certainly is.
      const { fileHash } = failure.provenance;
      const isStale = failure.solved || (hash !== undefined && fileHash !== undefined && fileHash !== hash);
      return toOption(path, injected, toFailureFact(path, failure), failure, isStale ? "stale" : "injected");
    });
  return [...changes, ...failures];
}

function toOption(
  path: string,
  injected: AlreadyInjected,
  fact: Fact,
  { at, provenance }: FileChange | FileFailure,
  outcome: Considered["outcome"],
): Option {
  const isOwn = injected.sessions.has(provenance.sessionId);
  const wasInjected = injected.uris.has(fact.uri) || injected.uris.has(`file://${path}`);
  const settled = isOwn ? "own session" : wasInjected ? "injected before" : outcome;
  return { uri: fact.uri, score: at, evidence: 1, why: [], outcome: settled, fact };
}

function toChangeFact(path: string, change: FileChange): Fact {
  const why = `${dayOf(change.at)}: changed because the user asked ${quoted(change.why ?? "", 200)}`;
  return {
    uri: `file://${path}#${change.provenance.key}`,
    type: "file",
    text: `${why}: ${change.what}`,
    short: why,
    reason: "changed in an earlier session",
  };
}

function toFailureFact(path: string, failure: FileFailure): Fact {
  return {
    uri: `file://${path}#${failure.provenance.key}`,
    type: "file",
    text: `${dayOf(failure.at)}: failed with ${quoted(failure.error, 200)}, not seen fixed`,
    reason: "failed in an earlier session",
  };
}
