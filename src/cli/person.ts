/** What only a person may do: inside a session it is asked at a terminal, whatever options say, or refused. */

import { processEnv } from "../platform/env.ts";
import { PawlError } from "../platform/errors.ts";
import { isInsideSession } from "../platform/inside-session.ts";
import { confirm } from "./confirm.ts";
import { words } from "./words.ts";

/** `--yes` counts only outside of sessions. */
export function isAgreed(yes: unknown): boolean {
  return yes === true && !isInsideSession(processEnv);
}

/** The error for a question that nobody is there to answer. */
export function notAsked(what: string): PawlError {
  return isInsideSession(processEnv)
    ? new PawlError("in_session", words.errors.inSession(what), { hint: words.errors.inSessionHint })
    : new PawlError("not_asked", words.errors.notAsked, { hint: words.errors.notAskedHint });
}

/** For commands that ask nothing otherwise. */
export async function askPerson(what: string): Promise<void> {
  if (!isInsideSession(processEnv)) return;
  if ((await confirm(`${what}?`)) !== true) throw notAsked(what);
}
