/**
 * Finds a renamed or moved project folder again: by its git remote, its first commit or its manifest's name, and because the
 * old folder is missing. Its sessions, memories and workflows then belong to the new folder.
 */
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { movesIn } from "../memory/sql/move-project.ts";
import type { SameProject } from "../platform/same-project.ts";
import type { Store } from "../store/store.ts";
import { updateWorkflow } from "./workflow-files.ts";
import { projectFolder, readPointer, worksIn, writePointer } from "./works.ts";

interface Deps {
  store: Store;
  same: SameProject;
  /** The root of workflows. */
  root: string;
  /** Moves the words of many sessions in the index. No caller waits for that. */
  later(work: () => Promise<void>): unknown;
}

/** Returns the earlier folders. */
export async function followMoved(project: string, { store, same, root, later }: Deps): Promise<string[]> {
  const former = await same.formerFolders(project);
  for (const from of former) {
    const sessions = await movesIn(store).moveProject(from, project);
    await moveWorks(root, from, project);
    await later(async () => {
      for (const session of sessions) await movesIn(store).refillMoved(session);
    });
  }
  return former;
}

async function moveWorks(root: string, from: string, to: string): Promise<void> {
  const next = projectFolder(root, to);
  const inNew = (path: string | undefined) =>
    path === from || path?.startsWith(from + sep) ? `${to}${path.slice(from.length)}` : path;
  for (const { folder: old, state } of worksIn(projectFolder(root, from))) {
    let folder = join(next, basename(old));
    // Work of that name already exists in the new folder: both stay.
    while (existsSync(folder)) folder += "-2";
    mkdirSync(next, { recursive: true });
    renameSync(old, folder);
    await updateWorkflow(folder, (one) => ({ ...one, project: to, worktree: inNew(one.worktree) }));
    for (const id of state.sessions ?? [])
      if (readPointer(root, id) === old) await writePointer(root, id, folder);
  }
}
