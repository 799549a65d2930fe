/**
 * The features of a project and their `tasks.md`, as people and tools lay them out:
 * - `specs/features/in-progress/<name>/tasks.md`
 * - OpenSpec: `openspec/changes/<name>/tasks.md`; finished changes are moved to `openspec/changes/archive`
 * - Kiro: `.kiro/specs/<name>/tasks.md`
 * - Spec Kit: `specs/<name>/tasks.md`; `.specify/feature.json` names the current one, otherwise the branch does
 */
import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { localeFrom, messagesFor } from "../locale/index.ts";
import type { Messages } from "../locale/messages.ts";
import { entriesIn, readBoundedBytes, readFields } from "../platform/atomic-file.ts";
import { processEnv } from "../platform/env.ts";
import { LAYOUTS } from "./place.ts";
import { type Feature, parseTasks, pendingTasksMessage } from "./workflow/tasks.ts";
import { isBranchOf } from "./workflow/work.ts";

/** Far larger than any file that people maintain by hand. */
const TASKS_BYTES = 16 * 1024 * 1024;

interface FeatureFile {
  name: string;
  path: string;
  changed: number;
}

/** Every feature with a `tasks.md`, the last changed one first. */
function featureFiles(root: string): FeatureFile[] {
  const files = LAYOUTS.flatMap(({ path, not }) => {
    const folder = join(root, ...path);
    return entriesIn(folder)
      .filter((name) => !name.startsWith(".") && !not.has(name))
      .map((name) => {
        const file = join(folder, name, "tasks.md");
        return { name, path: file, changed: changedAt(file) };
      });
  });
  return files
    .filter(({ changed }) => changed > 0)
    .sort((a, b) => b.changed - a.changed || (a.name < b.name ? -1 : 1));
}

/** The feature with this name, never another one. Another system may normalize a folder's name differently. */
export function namedFeature(root: string, name: string): Feature | undefined {
  const wanted = name.normalize("NFC");
  const file = featureFiles(root).find((one) => one.name.normalize("NFC") === wanted);
  return file === undefined ? undefined : readFeature(file);
}

/**
 * The feature that the folder itself points to: named by Spec Kit's file or the branch, or the only one. Undefined if several
 * are possible.
 */
export function evidentFeature(root: string, branch?: string): Feature | undefined {
  const files = featureFiles(root);
  const named = specifyFeature(root);
  const file =
    files.find(({ name }) => name === named) ??
    (branch === undefined ? undefined : files.find(({ name }) => isBranchOf(branch, name))) ??
    (files.length === 1 ? files[0] : undefined);
  return file === undefined ? undefined : readFeature(file);
}

/** The feature with this name. Without a name, the obvious one, or the one whose task list changed last. */
export function activeFeature(root: string, name?: string, branch?: string): Feature | undefined {
  if (name !== undefined && name !== "") return namedFeature(root, name);
  const evident = evidentFeature(root, branch);
  if (evident !== undefined) return evident;
  const [newest] = featureFiles(root);
  return newest === undefined ? undefined : readFeature(newest);
}

function specifyFeature(root: string): string | undefined {
  const { feature_directory: folder } = readFields(join(root, ".specify", "feature.json"));
  return typeof folder === "string" ? basename(resolve(root, folder)) : undefined;
}

/** Shared by SessionStart and PreCompact. Unreadable specs count as missing. */
export function buildPendingTasksMessage(
  projectRoot: string,
  options: { messages?: Messages; feature?: string; branch?: string | undefined } = {},
): string | null {
  const messages = options.messages ?? messagesFor(localeFrom(processEnv));
  return pendingTasksMessage(activeFeature(projectRoot, options.feature, options.branch), messages);
}

function readFeature({ name, path }: FeatureFile): Feature | undefined {
  const read = readBoundedBytes(path, TASKS_BYTES);
  return read.ok ? { name, ...parseTasks(read.bytes) } : undefined;
}

function changedAt(path: string): number {
  try {
    const stats = statSync(path);
    return stats.isFile() ? stats.mtimeMs : 0;
  } catch {
    // A folder without tasks is not a feature.
    return 0;
  }
}
