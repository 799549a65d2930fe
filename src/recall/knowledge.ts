/** Dependencies of recall and learning beyond the store: settings, a project's past, and state between events. */

import { createPatterns } from "../memory/learn/patterns.ts";
import { Lru } from "../platform/lru.ts";
import type { Observation } from "../store/records/records.ts";
import type { InferredKind } from "./past/item.ts";
import type { Pasts } from "./pasts.ts";

/** Maximum number of cached tasks and hints. */
const MOST_KEPT = 200;

interface KnowledgeSettings {
  recall: {
    promptTokens: number;
    fileTokens: number;
    failureTokens: number;
    subagentTokens: number;
    threshold: number;
    /** The share of sessions that get nothing inferred, from 0 to 1. */
    holdout: number;
    /** Kinds of inferred items that the user switched off or on. */
    kinds: Readonly<Partial<Record<InferredKind, boolean>>>;
  };
  memory: { askToSave: boolean; askToSaveAfter: number };
}

interface KnowledgeDeps {
  settings: KnowledgeSettings;
  pasts: Pasts;
  /** A teammate's knowledge may exist although nothing happened here yet. Default: no. */
  isInTeam?(): boolean;
}

export type KnowledgeService = ReturnType<ReturnType<typeof createKnowledgeService>>;

export function createKnowledgeService({ settings, pasts, isInTeam = () => false }: KnowledgeDeps) {
  const patternIn = createPatterns();
  const hinted = new Lru<string, true>(MOST_KEPT);
  const tasks = new Lru<string, string[]>(MOST_KEPT);
  return (project: string) => ({
    recall: settings.recall,
    askToSave: settings.memory.askToSave,
    askToSaveAfter: settings.memory.askToSaveAfter,
    isInTeam,
    /** The project's past, without the current session and its origins. */
    past: (except: readonly string[]) => pasts.of(project, except),
    /** A recurring line of this project, among the lines that this daemon has seen. */
    patternIn: (call: Observation) => patternIn(call, project),
    /** True the first time, so that a hint about a note's folder is not repeated. */
    isNewHint(uri: string, folder: string): boolean {
      const key = JSON.stringify([project, uri, folder]);
      const isNew = hinted.get(key) === undefined;
      hinted.set(key, true);
      return isNew;
    },
    /** A subagent's task is in the call that starts it, and is needed a moment later, at its start. */
    noteTask(sessionId: string, agentType: string, task: string): void {
      const key = JSON.stringify([sessionId, agentType]);
      tasks.set(key, [...(tasks.get(key) ?? []), task]);
    },
    /** The oldest task that no subagent of this type has taken yet. */
    takeTask: (sessionId: string, agentType: string) =>
      tasks.get(JSON.stringify([sessionId, agentType]))?.shift(),
  });
}
