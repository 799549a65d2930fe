/** Actions reserved for a person: refused inside a coding agent's session, in a terminal or not. */
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { agentSession } from "../clients/agent-session.ts";
import { PawlError } from "../platform/errors.ts";
import { columns, wrapIndented } from "./output.ts";
import { words } from "./words.ts";

/**
 * Throws inside a session, and says what a person has to do instead. `--yes` and an answer in a terminal do not prove a
 * person, because a model can give both. `project`: the command's project.
 */
export function needsPerson(what: string, project = resolve(".")): void {
  if (agentSession({ project }) === undefined) return;
  throw new PawlError("in_session", words.errors.inSession(what), { hint: words.errors.inSessionHint });
}

export function isAtTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** Throws if there is no person to answer. `isAgreed`: `--yes` was given. */
export async function agrees(question: string, isAgreed = false, otherwise = false): Promise<boolean> {
  const answer = isAgreed || (await confirm(question, otherwise));
  if (answer === undefined) throw notAsked();
  return answer;
}

/** The error for a question without a person to answer it. */
export function notAsked(): PawlError {
  return new PawlError("not_asked", words.errors.notAsked, { hint: words.errors.notAskedHint });
}

// Yes-or-no questions on a terminal. The answer is `y` or `n` in every language, as the question shows.

/** Undefined if there is no person to answer. Empty means `otherwise`; anything but yes or no asks again. */
export async function confirm(question: string, otherwise = false): Promise<boolean | undefined> {
  if (!isAtTerminal()) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const asked = wrapIndented(`${question} ${otherwise ? "[Y/n]" : "[y/N]"} `, columns());
  try {
    for (;;) {
      const answer = (await terminal.question(`${asked} `)).trim();
      if (answer === "") return otherwise;
      if (/^y(es)?$/i.test(answer)) return true;
      if (/^no?$/i.test(answer)) return false;
      process.stdout.write(`${words.answerYesOrNo}\n`);
    }
  } finally {
    terminal.close();
  }
}
