/** Whether there can be any work to go on with: most sessions run in a project without a workflow or specs. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { FEATURE_FOLDERS } from "./feature-folders.ts";

export function mayHaveWork(root: string, cwd: string, project: string): boolean {
  // Somewhere inside of the project, or in a worktree: other folders may have specs too.
  if (cwd !== project) return true;
  const places = ["work", "sessions"].map((name) => join(root, name));
  const specs = FEATURE_FOLDERS.map((name) => join(project, name));
  return [...places, ...specs].some((path) => existsSync(path));
}

/** Handoffs wait in one folder, which is there only while one does. */
export function mayHaveHandoff(folder: string): boolean {
  return existsSync(folder);
}
