/** Folders that a call adds or removes, for the notes on the project's structure. */
import type { Observation } from "../../store/records/records.ts";
import { inputField } from "../../text/input-text.ts";
import { inProject } from "../records/summary.ts";

/** While less is known of a project, every folder would be new. */
const ENOUGH = 5;
export const REMOVES = /(?:^|[\s;&|])(?:rm|rmdir|mv)\s/;

/** The folder that a written file is the first of. `known`: the project's files that earlier calls named. */
export function newFolder(
  { ok, toolName, files: [file] }: Observation,
  project: string,
  known: ReadonlySet<string>,
): string | undefined {
  if (!ok || toolName !== "Write" || file === undefined || known.size < ENOUGH) return undefined;
  const path = inProject(file, project);
  if (/^(?:\/|[A-Za-z]:|\.\.\/)/.test(path) || known.has(path)) return undefined;
  const folder = folderOf(path);
  const isKnown = [...known].some((one) => one.startsWith(`${folder}/`));
  return folder === "" || isKnown ? undefined : folder;
}

/** Whether a command may have removed a folder of this name. */
export function mayRemove({ ok, toolName, input }: Observation, folder: string): boolean {
  const command = inputField(input, "command") ?? "";
  const name = folder.slice(folder.lastIndexOf("/") + 1);
  return ok && toolName === "Bash" && REMOVES.test(command) && command.includes(name);
}

function folderOf(path: string): string {
  return path.split("/").slice(0, -1).join("/");
}
