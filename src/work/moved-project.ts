/**
 * A project's folder that was renamed or moved is found again: by its git remote, its first commit or its manifest's name,
 * and because the old folder is gone. Sessions, memories and workflows are the new folder's from then on.
 */
import { existsSync, renameSync } from "node:fs";
import { sep } from "node:path";
import { movesIn } from "../memory/sql/move-project.ts";
import type { SameProject } from "../platform/same-project.ts";
import type { Store } from "../store/store.ts";
import { updateWorkflow } from "./workflow-files.ts";
import { projectFolder, worksIn } from "./works.ts";

interface Deps {
  store: Store;
  same: SameProject;
  /** Where workflows are. */
  root: string;
  /** The words of many sessions move to another place in the index: nobody waits for that. */
  later(work: () => Promise<void>): unknown;
}

/** The folders that it was before. */
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
  const [old, next] = [projectFolder(root, from), projectFolder(root, to)];
  // Something was started in the new folder already: then that stays, and the old one can be listed nowhere else.
  if (!existsSync(old) || existsSync(next)) return;
  renameSync(old, next);
  const inNew = (path: string | undefined) =>
    path === from || path?.startsWith(from + sep) ? `${to}${path.slice(from.length)}` : path;
  for (const { folder } of worksIn(next)) {
    await updateWorkflow(folder, (state) => ({
      ...state,
      project: to,
      worktree: inNew(state.worktree),
    }));
  }
}
