/** The handlers' view of settings, files and what the daemon keeps in memory for recall. */

import type { Settings } from "../hooks/config/schema.ts";
import { NOTHING_SEEN, type SeenLines } from "../memory/learn/patterns.ts";
import { Lru } from "../platform/lru.ts";
import type { KnowledgeService } from "./knowledge-type.ts";
import type { Pasts } from "./pasts.ts";

/** Projects whose lines are kept. */
const MOST_PROJECTS = 50;
/** Tasks and hints that are remembered. */
const MOST_TASKS = 200;

interface KnowledgeServiceDeps {
  settings: Settings;
  pasts: Pasts;
  /** Default: no. */
  isInTeam?(): boolean;
}

export function createKnowledgeService({ settings, pasts, isInTeam = () => false }: KnowledgeServiceDeps) {
  const lines = new Lru<string, SeenLines>(MOST_PROJECTS);
  const hinted = new Lru<string, true>(MOST_TASKS);
  const tasks = new Lru<string, string[]>(MOST_TASKS);
  return (project: string): KnowledgeService => ({
    recall: settings.recall,
    askToSave: settings.memory.askToSave,
    askToSaveAfter: settings.memory.askToSaveAfter,
    isInTeam,
    past: (except) => pasts.of(project, except),
    seenLines: () => lines.get(project) ?? NOTHING_SEEN,
    sawLines: (seen) => lines.set(project, seen),
    wasHinted(uri, folder) {
      const key = JSON.stringify([project, uri, folder]);
      const before = hinted.get(key) ?? false;
      hinted.set(key, true);
      return before;
    },
    noteTask(sessionId, agentType, task) {
      const key = JSON.stringify([sessionId, agentType]);
      tasks.set(key, [...(tasks.get(key) ?? []), task]);
    },
    takeTask: (sessionId, agentType) => tasks.get(JSON.stringify([sessionId, agentType]))?.shift(),
  });
}
