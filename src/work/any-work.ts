/** Tells cheaply whether there can be any work to continue: most projects have no workflow or specs. */
import { existsSync } from "node:fs";
import { join } from "node:path";

export function mayHaveWork(root: string, cwd: string, project: string): boolean {
  // A folder inside the project, or a worktree: other folders may have specs too.
  if (cwd !== project) return true;
  const specs = FEATURE_FOLDERS.map((name) => join(project, name));
  return mayHaveWorkflow(root) || specs.some((path) => existsSync(path));
}

/** Checks the folders of all workflows and of their sessions: if neither exists, no workflow was ever started. */
export function mayHaveWorkflow(root: string): boolean {
  return existsSync(join(root, "work")) || existsSync(join(root, "sessions"));
}

/** Handoffs wait in one folder, which exists only while one waits. */
export function mayHaveHandoff(folder: string): boolean {
  return existsSync(folder);
}

export const LAYOUTS: readonly { path: readonly string[]; not: ReadonlySet<string> }[] = [
  { path: ["specs", "features", "in-progress"], not: new Set() },
  { path: ["openspec", "changes"], not: new Set(["archive"]) },
  { path: ["specs"], not: new Set(["features"]) },
  { path: [".kiro", "specs"], not: new Set() },
];

export const FEATURE_FOLDERS = LAYOUTS.map(({ path }) => path.join("/"));
