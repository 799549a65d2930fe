/** `pawl doctor` about people's own hooks in the folder where it is run. */
import type { Counts } from "../../platform/counters.ts";
import { loadHere, lookHere } from "../user-hooks/sub-command.ts";
import { toTrustSentence } from "../user-hooks/trust-words.ts";
import type { Check } from "./check.ts";

const NAME = "own hooks";
/** Each with what it means; a hook's failure is its author's business, so counts alone are no fault here. */
const COUNTS = {
  "hooks.run": "run",
  "hooks.failed": "failed",
  "hooks.timeout": "timed out",
  "hooks.refused": "refused",
  "hooks.late": "not waited for",
  "hooks.invalid": "mistakes in files",
};

export async function checkOwnHooks(counts: Counts): Promise<Check> {
  const { hooks, projectHooks, trust, findings } = await loadHere(lookHere({}));
  const trustLine = toTrustSentence(trust, projectHooks.length);
  if (trustLine !== undefined)
    return { name: NAME, ok: false, message: trustLine, fix: "Run pawl hooks trust." };
  const error = findings.find(({ level }) => level === "error");
  if (error !== undefined) {
    const message = `${error.file}: ${error.message}`;
    return { name: NAME, ok: false, message, fix: "Correct it there; pawl hooks validate shows all." };
  }
  const seen = Object.entries(COUNTS).flatMap(([name, words]) =>
    counts[name] === undefined ? [] : [`${words} ${counts[name]}`],
  );
  return { name: NAME, ok: true, message: [`${hooks.length} here`, ...seen].join(", "), fix: null };
}
