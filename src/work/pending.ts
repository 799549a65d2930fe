/** The open tasks of a piece of work: its feature's `tasks.md`, or the client's own task list. */
import { join } from "node:path";
import { openTasks } from "../clients/client-tasks.ts";
import type { Messages } from "../locale/messages.ts";
import { FEATURE_FOLDERS } from "./place.ts";
import { buildPendingTasksMessage, evidentFeature, namedFeature } from "./spec-files.ts";
import { cutText, oneLine } from "./workflow/cut.ts";
import { RECOVERY_LIMIT } from "./workflow/recovery.ts";
import { type Feature, pendingTasksMessage } from "./workflow/tasks.ts";
import type { Place } from "./workflow/work.ts";
import type { Work } from "./works.ts";

/** The folders to search for specs, in this order: the package, the work's own checkout, the session's folder. */
function specRoots(
  place: Place,
  own: { worktree?: string | undefined; package?: string | undefined } = {},
): string[] {
  const inside = own.package ?? place.package;
  const roots = [own.worktree, place.checkout, place.project].filter(
    (folder) => (folder ?? "") !== "",
  ) as string[];
  return [...new Set([...(inside === undefined ? [] : roots.map((root) => join(root, inside))), ...roots])];
}

/**
 * The tasks of the work's feature, else the client's own list. A named feature is never replaced by another one; `missing`
 * means that the named one does not exist.
 */
export function tasksOf({ state }: Work, place: Place): { tasks: Feature; missing?: string } {
  const named = state.featureName;
  for (const root of specRoots(place, state)) {
    const feature =
      named === undefined ? evidentFeature(root, state.branch ?? place.branch) : namedFeature(root, named);
    if (feature !== undefined) return { tasks: feature };
  }
  const open = openTasks(state.clientTasks ?? []);
  const tasks = { total: open.length, done: 0, open, started: 0 };
  return named === undefined ? { tasks } : { tasks, missing: named };
}

/** The open tasks of the work; without a workflow, of the feature that the folder points to. `null` if there are none. */
export function pendingTasks(
  work: Work | undefined,
  { place, cwd, messages }: { place: Place; cwd: string; messages: Messages },
): string | null {
  const pending = work === undefined ? pendingIn(place, cwd, messages) : pendingOfWork(work, place, messages);
  return pending === null ? null : cutText(pending, RECOVERY_LIMIT);
}

function pendingIn(place: Place, cwd: string, messages: Messages): string | null {
  const { branch } = place;
  // The session's folder comes first; it may be inside the project.
  for (const root of specRoots(place, { worktree: cwd })) {
    const pending = buildPendingTasksMessage(root, { messages, branch });
    if (pending !== null) return pending;
  }
  return null;
}

export function pendingOfWork(work: Work, place: Place, messages: Messages): string | null {
  const { tasks, missing } = tasksOf(work, place);
  const pending = pendingTasksMessage(tasks, messages);
  if (missing === undefined) return pending;
  const notFound = messages.tasks.notFound(oneLine(missing), FEATURE_FOLDERS.join(", "));
  return pending === null ? notFound : `${notFound}\n${pending}`;
}
