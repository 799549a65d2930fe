/** Where a session's work is: its project, its checkout and the branch there. */
import { checkoutOf } from "../platform/checkout.ts";
import { projectRoot, realPath } from "../platform/project.ts";
import type { Place } from "./workflow/work.ts";

/** Of a folder that somebody is in right now: a command's, or a tool's. */
export function placeOf(cwd: string): Place {
  const { folder, branch } = checkoutOf(realPath(cwd));
  return { project: projectRoot(folder), checkout: folder, ...(branch === undefined ? {} : { branch }) };
}

/** Of a session: it stays in the project that it started in, wherever its shell walks to. */
export function placeOfSession(cwd: string, project: string): Place {
  if (cwd === "" && project === "") return { project: "", checkout: "" };
  if (project === "") return placeOf(cwd);
  const here = cwd === "" ? undefined : placeOf(cwd);
  return here?.project === placeOf(project).project ? here : placeOf(project);
}
