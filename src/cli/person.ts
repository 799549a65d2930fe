/** What only a person may do: refused inside a coding agent's session, at a terminal or not. */

import { resolve } from "node:path";
import { agentSession } from "../clients/agent-session.ts";
import { PawlError } from "../platform/errors.ts";
import { words } from "./words.ts";

/**
 * Throws inside a session, with what a person has to do instead. `--yes` and an answer at a terminal are no proof of a
 * person: a model can give both. `project`: what the command is about.
 */
export function needsPerson(what: string, project = resolve(".")): void {
  if (agentSession({ project }) === undefined) return;
  throw new PawlError("in_session", words.errors.inSession(what), { hint: words.errors.inSessionHint });
}

/** The error for a question that nobody is there to answer. */
export function notAsked(): PawlError {
  return new PawlError("not_asked", words.errors.notAsked, { hint: words.errors.notAskedHint });
}
