/** The active feature of a project: `specs/features/in-progress/<kebab-name>/tasks.md`. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { localeFrom, messagesFor } from "../../locale/index.ts";
import type { Messages } from "../../locale/messages.ts";
import { readBounded } from "../../platform/atomic-file.ts";
import { processEnv } from "../../platform/env.ts";
import { type Feature, pendingTasksMessage } from "../../workflow/pending-tasks.ts";
import { parseTasks } from "../../workflow/tasks.ts";

/** About a thousand tasks. A list that people keep by hand is not near this; of a larger one the start is read. */
const TASKS_BYTES = 64 * 1024;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MOST_FEATURES = 200;

/** The one that was worked at last, or the named one; `undefined` when there is none or it cannot be read. */
export function activeFeature(projectRoot: string, name?: string): Feature | undefined {
  const folder = join(projectRoot, "specs", "features", "in-progress");
  const candidates = featureNames(folder).map((feature) => {
    const path = join(folder, feature, "tasks.md");
    return { name: feature, path, changed: changedAt(path) };
  });
  const newest = candidates
    .filter((candidate) => candidate.changed > 0)
    .sort((a, b) => b.changed - a.changed || (a.name < b.name ? -1 : 1));
  const chosen = newest.find((candidate) => candidate.name === name) ?? newest[0];
  if (chosen === undefined) return undefined;
  const read = readBounded(chosen.path, TASKS_BYTES);
  if (!read.ok) return undefined;
  return { name: chosen.name, tasks: parseTasks(read.text), ...(read.partial ? { partial: true } : {}) };
}

/** S3.4: one function for SessionStart and PreCompact. Specs that cannot be read are as good as none. */
export function buildPendingTasksMessage(
  projectRoot: string,
  options: { messages?: Messages; feature?: string } = {},
): string | null {
  const messages = options.messages ?? messagesFor(localeFrom(processEnv));
  return pendingTasksMessage(activeFeature(projectRoot, options.feature), messages);
}

function featureNames(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => KEBAB.test(name))
      .slice(0, MOST_FEATURES);
  } catch {
    // No specs, or none that this user may read.
    return [];
  }
}

function changedAt(path: string): number {
  try {
    const stats = statSync(path);
    return stats.isFile() ? stats.mtimeMs : 0;
  } catch {
    // A feature without tasks is not active.
    return 0;
  }
}
