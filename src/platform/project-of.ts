import { projectRoot } from "./project.ts";

const MOST = 1000;

/**
 * A folder's project does not change while a daemon or an import runs, so the search for `.git` runs once per
 * folder.
 */
export function createProjectOf(): (cwd: string) => string {
  const projects = new Map<string, string>();
  return (cwd) => {
    if (cwd === "") return "";
    const known = projects.get(cwd);
    if (known !== undefined) return known;
    const root = projectRoot(cwd);
    if (projects.size > MOST) projects.clear();
    projects.set(cwd, root);
    return root;
  };
}
