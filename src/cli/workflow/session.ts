/** Whose workflow a call is about. */
import { PawlError } from "../../errors.ts";
import { processEnv } from "../../platform/env.ts";
import { projectRoot } from "../../platform/project.ts";
import { readWorkflow } from "../../services/workflow/workflow-files.ts";
import { withStore } from "../open-store.ts";

/** The named one, the one that the program was called in, or the newest of this project. */
export async function sessionFor(named: string | undefined, root: string): Promise<string> {
  const current = processEnv.CLAUDE_SESSION_ID;
  if (named === undefined && current !== undefined && current !== "") return current;
  return withStore(async (store) => {
    if (named === undefined) {
      const [newest] = await store.sessions({ project: projectRoot(process.cwd()), limit: 1 });
      if (newest !== undefined) return newest.id;
      throw new PawlError("session_unknown", "No session of this project is recorded yet", {
        hint: "Start Claude Code here first, or name one with --session.",
      });
    }
    const [first, second] = await store.sessionIdsLike(named, 2);
    // A session that Pawl has not recorded may have a workflow all the same, or get its first.
    if (first === undefined || first === named || readWorkflow(root, named).ok) return named;
    if (second === undefined) return first;
    throw new PawlError("session_ambiguous", `More than one session starts with ${named}`, {
      hint: "Give more characters.",
    });
  });
}
