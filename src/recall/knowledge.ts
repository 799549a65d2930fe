/** The handlers' view of settings, files and what the daemon keeps in memory for recall. */

import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Settings } from "../hooks/config/schema.ts";
import { NOTHING_SEEN, type SeenLines } from "../memory/learn/patterns.ts";
import { Lru } from "../platform/lru.ts";
import type { KnowledgeService } from "./knowledge-type.ts";
import type { Pasts } from "./pasts.ts";

/** Projects whose lines are kept, and the largest file that is hashed. */
const MOST_PROJECTS = 50;
/** Tasks and hints that are remembered. */
const MOST_TASKS = 200;
const LARGEST_FILE = 2 << 20;

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
    hashOf: (path) => hashOf(isAbsolute(path) ? path : join(project, path)),
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

/** Read at once and only when something is known of the file; a pipe or a device has no content to compare. */
export function hashOf(path: string): string | undefined {
  let file: number | undefined;
  try {
    // Opening a pipe would wait for whoever writes into it.
    if (!statSync(path).isFile()) return undefined;
    file = openSync(path, "r");
    const { size } = fstatSync(file);
    if (size > LARGEST_FILE) return undefined;
    const bytes = Buffer.alloc(size);
    const read = readSync(file, bytes, 0, size, 0);
    return new Bun.CryptoHasher("sha256").update(bytes.subarray(0, read)).digest("hex").slice(0, 32);
  } catch {
    // Not there, not readable: then nobody can say whether it has changed.
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
