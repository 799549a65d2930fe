/** The open tasks of a piece of work: its feature's `tasks.md`, or the client's own task list. */
import { join } from "node:path";
import { openTasks } from "../clients/client-tasks.ts";
import type { Messages } from "../locale/messages.ts";
import { FEATURE_FOLDERS } from "./any-work.ts";
import { buildPendingTasksMessage, evidentFeature, namedFeature } from "./spec-files.ts";
import { oneLine } from "./workflow/cut.ts";
import { clientTasksMessage, type Feature, pendingTasksMessage } from "./workflow/pending-tasks.ts";
import type { Place } from "./workflow/work.ts";
import type { Work } from "./works.ts";

/** The folders to search for specs, in this order: the package, the work's own checkout, the session's folder. */
export function specRoots(
  place: Place,
  own: { worktree?: string | undefined; package?: string | undefined } = {},
): string[] {
  const inside = own.package ?? place.package;
  const roots = [own.worktree, place.checkout, place.project].filter(
    (folder) => (folder ?? "") !== "",
  ) as string[];
  return [...new Set([...(inside === undefined ? [] : roots.map((root) => join(root, inside))), ...roots])];
}

/** A named feature is never replaced by another one; `missing` means that the named one does not exist. */
export function featureOf({ state }: Work, place: Place): { feature?: Feature; missing?: string } {
  const roots = specRoots(place, state);
  const named = state.featureName ?? "";
  for (const root of roots) {
    const feature =
      named === "" ? evidentFeature(root, state.branch ?? place.branch) : namedFeature(root, named);
    if (feature !== undefined) return { feature };
  }
  return named === "" ? {} : { missing: named };
}

/** The open tasks of the work; without a workflow, of the feature that the folder points to. `null` if there are none. */
export function pendingTasks(
  work: Work | undefined,
  { place, cwd, messages }: { place: Place; cwd: string; messages: Messages },
): string | null {
  if (work !== undefined) return pendingOfWork(work, place, messages);
  const { branch } = place;
  // The session's folder comes first; it may be inside the project.
  for (const root of specRoots(place, { worktree: cwd })) {
    const pending = buildPendingTasksMessage(root, { messages, branch });
    if (pending !== null) return pending;
  }
  return null;
}

export function pendingOfWork(work: Work, place: Place, messages: Messages): string | null {
  const { feature, missing } = featureOf(work, place);
  if (feature !== undefined) return pendingTasksMessage(feature, messages);
  const own = clientTasksMessage(openTasks(work.state.clientTasks ?? []), messages);
  if (missing === undefined) return own;
  const notFound = messages.tasks.notFound(oneLine(missing), FEATURE_FOLDERS.join(", "));
  return own === null ? notFound : `${notFound}\n${own}`;
}
