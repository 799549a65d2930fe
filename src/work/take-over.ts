/** Converts workflows that older versions stored per session to pieces of work in their project. */
import { rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { placeOf } from "./place.ts";
import { withSession } from "./workflow/state.ts";
import { timelinePath, workflowPath } from "./workflow-files.ts";
import { createWork, inPlace, worksIn, writePointer } from "./works.ts";

/**
 * Runs at the start of a daemon: a later session in the same project finds them. Files of another tool and sessions with an
 * unknown project are left alone.
 */
export async function takeOverAll(
  root: string,
  homeDir: string,
  projectOf: (id: string) => Promise<string | undefined>,
): Promise<void> {
  if (root !== homeDir) return;
  for (const { folder: old, state } of worksIn(join(root, "sessions"))) {
    const id = state.sessionId === "" ? basename(old) : state.sessionId;
    const project = (await projectOf(id)) ?? "";
    if (project === "") continue;
    // The branch of that time is unknown.
    const place = { ...placeOf(project), branch: undefined };
    const created = await createWork(root, place, withSession(inPlace(state, place), id));
    if (!created.ok) continue;
    await writePointer(root, id, created.folder);
    await rename(timelinePath(old), timelinePath(created.folder)).catch(() => undefined);
    await rename(workflowPath(old), join(old, "workflow.taken-over.json"));
  }
}
