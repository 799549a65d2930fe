/** The user's own hooks in the current folder. */
import type { Counts } from "../../platform/counters.ts";
import { loadHere, lookHere } from "../user-hooks/sub-command.ts";
import { toTrustSentence } from "../user-hooks/trust-words.ts";
import { words } from "../words.ts";
import { type Check, fine, wrong } from "./check.ts";

const NAME = "own hooks";
/** Counts alone are no problem here: a failing hook is for its author to fix. */
const COUNTS = Object.entries(words.doctor.userHooks.counts);

export async function checkOwnHooks(counts: Counts): Promise<Check> {
  const { hooks, projectHooks, trust, findings } = await loadHere(lookHere({}));
  const say = words.doctor.userHooks;
  const trustLine = toTrustSentence(trust, projectHooks.length);
  if (trustLine !== undefined) return wrong(NAME, trustLine, say.trustFix);
  const error = findings.find(({ level }) => level === "error");
  if (error !== undefined) return wrong(NAME, `${error.file}: ${error.message}`, say.validateFix);
  const seen = COUNTS.flatMap(([name, text]) => {
    const count = counts[name];
    return count === undefined ? [] : [text(count)];
  });
  return fine(NAME, [say.here(hooks.length), ...seen].join(", "));
}
