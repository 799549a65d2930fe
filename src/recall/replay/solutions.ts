/**
 * Judges solutions that were offered at a failure: did an offered step fix it? The session's own calls decide, not what Pawl
 * learned from them. The outcome is known when the failed command succeeds later in the session. The offer fixed it if an
 * offered command ran, or the offered change was made, in between.
 */
import { toFailure } from "../../memory/digest/calls.ts";
import { isEdit } from "../../memory/records/edits.ts";
import type { Injection, Observation } from "../../store/records/records.ts";
import { toWords } from "../../text/distinctive-words.ts";
import { inputField, toInputText } from "../../text/input-text.ts";
import { commandsOf, itemsOf, toItem } from "../used/item.ts";
import { isRunOf, type Timeline } from "../used/timeline.ts";

const OFFERS: ReadonlySet<string> = new Set(["solution", "cure"]);

const UNKNOWN = { known: false, cured: false };

export interface Offer {
  sessionId: string;
  at: number;
  text: string;
  known: boolean;
  cured: boolean;
  /** The run succeeded, so there was nothing to fix. */
  atPassingRun: boolean;
}

export function offersIn(
  injections: readonly Injection[],
  observations: readonly Observation[],
  timeline: Pick<Timeline, "triggerOf">,
): Offer[] {
  return injections.flatMap((injection) => {
    const failed = timeline.triggerOf(injection);
    if (failed === undefined) return [];
    return itemsOf(injection)
      .filter(({ kind }) => OFFERS.has(kind))
      .map(({ text }) => {
        const { sessionId, at } = injection;
        const atPassingRun = isPassing(failed);
        // Without a failure there is no outcome.
        const outcome = atPassingRun ? UNKNOWN : outcomeOf(text, failed, observations);
        return { sessionId, at, text, ...outcome, atPassingRun };
      });
  });
}

function outcomeOf(text: string, failed: Observation, all: readonly Observation[]) {
  const offered = toItem(text);
  const later = all.filter((call) => call.at > failed.at && call.key !== failed.key);
  const isOffered = (call: Observation) => takes(call, text, offered.commands, offered.files);
  const end = later.findIndex((call) => isPassing(call) && (isSameCall(call, failed) || isInstead(call)));
  if (end < 0) return UNKNOWN;
  return { known: true, cured: later.slice(0, end + 1).some(isOffered) };

  /** The offered command itself, if it was offered instead of the failed one. */
  function isInstead(call: Observation): boolean {
    return (
      /instead|works/.test(text) &&
      runsOf(call).some((run) => offered.commands.some((one) => isRunOf(run, one)))
    );
  }
}

/** True if an offered command ran, or if a named file was changed as described. */
function takes(
  call: Observation,
  text: string,
  commands: readonly string[],
  files: readonly string[],
): boolean {
  if (runsOf(call).some((run) => commands.some((command) => isRunOf(run, command)))) return true;
  if (!call.ok || !isEdit(call.toolName)) return false;
  if (!call.files.some((path) => files.some((file) => path === file || path.endsWith(`/${file}`))))
    return false;
  const described = toWords(text.slice(text.lastIndexOf("→") + 1));
  const made = new Set(toWords(toInputText(call.input)));
  return described.filter((word) => made.has(word)).length * 2 >= described.length;
}

/** The same tool on the same subject; for commands, the first two words count. */
function isSameCall(call: Observation, failed: Observation): boolean {
  if (call.toolName !== failed.toolName) return false;
  if (call.toolName !== "Bash") return call.files.some((file) => failed.files.includes(file));
  const heads = new Set(runsOf(failed).map(headOf));
  return runsOf(call).some((run) => heads.has(headOf(run)));
}

function headOf(command: string): string {
  return command.split(" ").slice(0, 2).join(" ");
}

function runsOf({ toolName, input }: Observation): string[] {
  return toolName === "Bash" ? commandsOf(inputField(input, "command") ?? "") : [];
}

/** Decided by the call's own outcome and the runner's closing line. Log lines in between do not count. */
export function isPassing(call: Observation): boolean {
  return call.ok && toFailure(call, "") === undefined;
}
