/** Workflows that older versions kept per session become pieces of work in their project. */
import { readdirSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { type FileOutcome, withLock } from "../platform/atomic-file.ts";
import { placeOf } from "./place.ts";
import { isFinished, withSession } from "./workflow/state.ts";
import type { Place } from "./workflow/work.ts";
import {
  createWorkflow,
  readWorkflow,
  sessionWorkFolder,
  timelinePath,
  workflowPath,
} from "./workflow-files.ts";
import { workFolders, writePointer } from "./works.ts";

/** The folder that holds the work afterwards. Until then the file works where it is. */
export async function takeOver(
  root: string,
  id: string,
  place: Place,
): Promise<FileOutcome<{ folder: string }>> {
  const old = sessionWorkFolder(root, id);
  return withLock<FileOutcome<{ folder: string }>>(workflowPath(old), async () => {
    const read = readWorkflow(old);
    if (!read.ok) return read;
    const { project, checkout: worktree, branch } = place;
    const state = withSession({ ...read.state, project, worktree, branch }, id);
    for (const folder of workFolders(root, place, state.featureName ?? undefined)) {
      // Somebody's running work keeps its name; this one gets the next.
      const created = await createWorkflow(folder, state, isFinished);
      if (!created.ok && created.fault === "changed") continue;
      if (!created.ok) return created;
      const pointed = await writePointer(root, id, folder);
      if (!pointed.ok) return pointed;
      // What the old folder said stays readable under another name, and is not taken over again.
      await rename(timelinePath(old), timelinePath(folder)).catch(() => undefined);
      await rename(workflowPath(old), join(old, "workflow.taken-over.json"));
      return { ok: true, folder };
    }
    return { ok: false, fault: "busy", detail: old };
  });
}

/**
 * All of them, when a daemon starts: a later session in the same place finds them. The root of another tool is left
 * alone, and so is a session whose project is unknown.
 */
export async function takeOverAll(
  root: string,
  homeDir: string,
  projectOf: (id: string) => Promise<string | undefined>,
): Promise<void> {
  if (root !== homeDir) return;
  for (const id of sessionsWithOwn(root)) {
    const project = (await projectOf(id)) ?? "";
    if (project === "") continue;
    // The branch of that time is not known.
    const { branch: _now, ...place } = placeOf(project);
    await takeOver(root, id, place);
  }
}

function sessionsWithOwn(root: string): string[] {
  try {
    const names = readdirSync(join(root, "sessions"));
    return names.filter((name) => readWorkflow(join(root, "sessions", name)).ok);
  } catch {
    // No session ever had one.
    return [];
  }
}
