/** Which session a call is about: the named one, or the one in which the program was called. Never a guess. */

import { callingSession } from "../../clients/calling-session.ts";
import { processEnv } from "../../platform/env.ts";
import { PawlError } from "../../platform/errors.ts";
import { workOfSession } from "../../work/works.ts";
import { withStore } from "../open-store.ts";
import { words } from "../words.ts";

/** Undefined in a terminal outside of any session: then the folder decides. */
export async function sessionFor(named: string | undefined, root: string): Promise<string | undefined> {
  if (named === undefined) return callingSession(processEnv);
  if (workOfSession(root, named).kind === "one") return named;
  return withStore(async (store) => {
    const [first, second] = await store.sessionIdsLike(named, 2);
    // A session that Pawl has not recorded can get a workflow too.
    if (first === undefined || first === named) return named;
    if (second === undefined) return first;
    throw new PawlError("session_ambiguous", words.errors.sessionAmbiguous(named), {
      hint: words.errors.sessionAmbiguousHint,
    });
  });
}
