/** Which session a call is about. */
import { PawlError } from "../../errors.ts";
import { processEnv } from "../../platform/env.ts";
import { projectRoot } from "../../platform/project.ts";
import { readWorkflow } from "../../services/workflow/workflow-files.ts";
import { withStore } from "../open-store.ts";
import { words } from "../words.ts";

/** The named session, the one in which the program was called, or the newest of this project. */
export async function sessionFor(named: string | undefined, root: string): Promise<string> {
  const current = processEnv.CLAUDE_SESSION_ID;
  if (named === undefined && current !== undefined && current !== "") return current;
  return withStore(async (store) => {
    if (named === undefined) {
      const [newest] = await store.sessions({ project: projectRoot(process.cwd()), limit: 1 });
      if (newest !== undefined) return newest.id;
      throw new PawlError("session_unknown", words.errors.sessionNone, {
        hint: words.errors.sessionNoneHint,
      });
    }
    const [first, second] = await store.sessionIdsLike(named, 2);
    // A session that Pawl has not recorded can have a workflow too, or get its first one.
    if (first === undefined || first === named || readWorkflow(root, named).ok) return named;
    if (second === undefined) return first;
    throw new PawlError("session_ambiguous", words.errors.sessionAmbiguous(named), {
      hint: words.errors.sessionAmbiguousHint,
    });
  });
}
