/** The place of a session's work: its project, its checkout and the branch there; and whether there can be any. */
import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { placeOfWork, projectRoot, realPath } from "../platform/project.ts";
import type { Place } from "./workflow/work.ts";

/** The place of a folder in current use: a command's, or a tool's. */
export function placeOf(cwd: string): Place {
  const here = realPath(cwd);
  const { folder, branch } = placeOfWork(here);
  const inside = packageOf(here, folder);
  return {
    project: projectRoot(folder),
    checkout: folder,
    ...(branch === undefined ? {} : { branch }),
    ...(inside === undefined ? {} : { package: inside }),
  };
}

/** Files that mark a package inside a repository. */
const MANIFESTS = [
  "package.json",
  "pyproject.toml",
  "go.mod",
  "Cargo.toml",
  "pom.xml",
  "composer.json",
  "mix.exs",
];

/** The nearest folder below the checkout with a manifest or specs; undefined at the root. */
function packageOf(cwd: string, checkout: string): string | undefined {
  for (let dir = cwd; dir.startsWith(checkout + sep); dir = dirname(dir)) {
    if ([...MANIFESTS, ...FEATURE_FOLDERS].some((name) => existsSync(join(dir, name))))
      return relative(checkout, dir).split(sep).join("/");
  }
  return undefined;
}

/** The place of a session: it stays in the project where it started, whatever folder its shell changes to. */
export function placeOfSession(cwd: string, project: string): Place {
  if (cwd === "" && project === "") return { project: "", checkout: "" };
  if (project === "") return placeOf(cwd);
  const here = cwd === "" ? undefined : placeOf(cwd);
  return here?.project === placeOf(project).project ? here : placeOf(project);
}

/** Cheap: most projects have no workflow or specs. */
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
export const mayHaveHandoff = (folder: string): boolean => existsSync(folder);

export const LAYOUTS: readonly { path: readonly string[]; not: ReadonlySet<string> }[] = [
  { path: ["specs", "features", "in-progress"], not: new Set() },
  { path: ["openspec", "changes"], not: new Set(["archive"]) },
  { path: ["specs"], not: new Set(["features"]) },
  { path: [".kiro", "specs"], not: new Set() },
];

export const FEATURE_FOLDERS = LAYOUTS.map(({ path }) => path.join("/"));
