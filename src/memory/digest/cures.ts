/**
 * How a failure was fixed, as far as the records show: the next successful run of the same command, and the changes before
 * it. If several changes are possible and the failure points at none of them, nothing is learned.
 */
import { quote } from "../../text/quote.ts";
import { isEdit } from "../records/edits.ts";
import type { Call } from "./calls.ts";
import { isSameFailure } from "./cause.ts";
import { correctionOf, type Origin, toolCorrectionOf } from "./corrections.ts";
import { describeChange, describeContent, mentions } from "./describe-change.ts";
import { type FileChange, isAboutCode } from "./file-changes.ts";
import { isIrreversible } from "./irreversible.ts";
import { isLook } from "./noise.ts";
import {
  asksFor,
  asksForEnvironment,
  baseOf,
  COMES_AND_GOES,
  isInstall,
  isMissing,
  isVariable,
  namesPath,
  namesSource,
  provides,
  showsCode,
} from "./remedies.ts";
import type { Run } from "./runs.ts";
import { environmentOf, folderOption, isFixOf, isSameTask } from "./same-task.ts";
import type { Cure, DigestFailure } from "./types.ts";

/** Maximum calls between a failure and its fix; later ones are unrelated. */
const FARTHEST = 40;
/** An earlier session's failure may be fixed anywhere in this session. */
const FARTHEST_LATER = 400;
/** An edit counts as the fix only if the run follows soon. */
const FARTHEST_EDIT = 12;
const MOST_EDITS = 3;
/** Another way is usually tried at once. */
const AT_ONCE = 5;
const CURE_CHARACTERS = 160;

export function cureOf(origin: Origin, calls: readonly Call[], start: number): Cure | undefined {
  const { failure } = origin;
  if (failure.command === undefined) return toolCorrectionOf(origin, calls, start);
  const correction = correctionOf(origin, calls, start);
  if (correction !== undefined) return correction;
  const end = Math.min(start + (origin.isEarlier ? FARTHEST_LATER : FARTHEST), calls.length - 1);
  for (let at = start + 1; at <= end; at++) {
    const call = calls[at];
    if (call === undefined) break;
    // The same failure again: the attempts did not help. The later failure will show the fix.
    if (call.failure !== undefined && isSameFailure(call.failure, failure)) return undefined;
    const fix = call.runs.find((run) => run.state === "good" && isFixOf(failure.command ?? "", run.command));
    if (fix !== undefined && !origin.isEarlier) return fixingCure(origin, calls, start, at, fix);
    const rerun = call.runs.find((run) => isSameTask(failure.command ?? "", run.command));
    if (rerun === undefined || rerun.state === "unknown") continue;
    return cureAtClose(origin, calls.slice(Math.max(start + 1, at - FARTHEST), at), call, rerun);
  }
  return origin.isEarlier ? undefined : otherInstall(failure, calls.slice(start + 1, start + 1 + AT_ONCE));
}

/** `npm ci`, then `npm install`: another way to the same result, without another try of the first. */
function otherInstall(failure: DigestFailure, next: readonly Call[]): Cure | undefined {
  if (!isInstall(failure.command ?? "")) return undefined;
  const runs = next
    .flatMap((call) => call.runs)
    .filter(({ state, command }) => state === "good" && isInstall(command));
  const [first] = runs.filter((run) => asksFor(failure, run.command));
  return first === undefined ? undefined : toRunCure([first]);
}

/** The linter's own fix succeeded. With edits in between, it counts only for problems that such a fix can solve. */
function fixingCure(
  { failure, output }: Origin,
  calls: readonly Call[],
  start: number,
  at: number,
  fix: Run,
): Cure | undefined {
  const hasEdits = calls.slice(start + 1, at).some(({ changes }) => changes.some(isAboutCode));
  if (failure.isUsage || (hasEdits && !/\bformat|fixable|--fix|--write/i.test(output))) return undefined;
  return toRunCure([fix]);
}

function cureAtClose(origin: Origin, between: readonly Call[], close: Call, rerun: Run): Cure | undefined {
  const { failure } = origin;
  const isGood = rerun.state === "good";
  const moved = between.findLast(({ movedTo }) => movedTo !== undefined)?.movedTo;
  const isSole = isGood && !origin.isEarlier && between.every(isIdle) && !COMES_AND_GOES.test(failure.error);
  const difference =
    environmentCure(origin, rerun, isSole && close.changes.length === 0) ??
    folderCure(
      origin,
      moved === undefined || rerun.folder !== undefined ? rerun : { ...rerun, folder: moved },
      isSole && close.changes.length === 0,
    );
  if (difference !== undefined) return isIrreversible(close.typed) ? undefined : difference;
  const before = close.runs.slice(0, close.runs.indexOf(rerun));
  const runs = [...between.flatMap((call) => call.runs), ...before].filter(({ state }) => state === "good");
  const changes = [...between.flatMap((call) => call.changes), ...close.changes];
  const created = creationCure(failure, changes);
  if (created !== undefined) return created;
  const asked = runs.filter(
    (run) => asksFor(failure, run.command) && !isSameTask(failure.command ?? "", run.command),
  );
  const safe = asked.filter((run) => !isIrreversible(run.shell.text));
  if (asked.length > 0)
    return safe.length === asked.length
      ? toRunCure(mostTelling(failure, safe), asked.length === 1 && isSoleRun(asked, between))
      : undefined;
  // If another error remains, this one may only be hidden.
  if (!isGood || origin.isEarlier) return undefined;
  return (
    editCure(failure, changes, between.length) ??
    soleStep(origin, between, before) ??
    inferredRun(failure, between, runs, changes)
  );
}

/** Prefers runs with names from the failure, if any: `npm install x` over `npm install`. */
function mostTelling({ names }: DigestFailure, runs: readonly Run[]): readonly Run[] {
  const naming = runs.filter(({ words }) =>
    words.some((word) => names.includes(word.replace(/(?<=.)@.*$/, ""))),
  );
  return naming.length > 0 ? naming : runs;
}

/** A call without changes: read-only commands and tools. */
function onlyLooks({ runs, changes, record }: Call): boolean {
  if (changes.length > 0 || isEdit(record.toolName)) return false;
  return runs.every(({ command }) => isLook(command));
}

/** Variables that only change the output. */
const SHOWS = /^(?:DEBUG|VERBOSE|CI|TERM|NO_COLOR|FORCE_COLOR|RUST_BACKTRACE|\w*LOG\w*)=/;

/** The same command with one added variable and nothing else in between is the strongest evidence. */
function environmentCure({ failure, environment }: Origin, rerun: Run, isSole: boolean): Cure | undefined {
  const before = new Set(environment);
  const added = rerun.environment
    .filter((text) => !before.has(text))
    .map((text) => text.replace(/^export (?=\w+=\S+$)/, ""));
  const own = environmentOf(rerun.command);
  const program = own !== undefined && environmentOf(failure.command ?? "") === undefined ? own : undefined;
  const text = [...added, ...(program === undefined ? [] : [program])].join("\n");
  const isOne =
    isSole && added.length === 1 && program === undefined && !SHOWS.test(text) && /^\w+=/.test(text);
  if (text === "" || !(isOne || asksForEnvironment(failure, text))) return undefined;
  const parts = added.map((part) => (/^\w+=/.test(part) ? part.replace(/\s.*$/, "…") : part));
  const isPrefix = added.length > 0 && added.every((part) => /^\w+=/.test(part));
  const shown = isPrefix ? `${parts.join(" ")} ${rerun.command}` : [...parts, rerun.command].join(" && ");
  return { kind: "environment", text: quote(shown, CURE_CHARACTERS), ...(isOne ? { isSole: true } : {}) };
}

function folderCure({ failure, folder }: Origin, rerun: Run, isSole: boolean): Cure | undefined {
  if (!isMissing(failure) && !failure.isUsage && !isSole) return undefined;
  const sole = isSole ? { isSole: true as const } : {};
  const option = folderOption(rerun.command);
  const command = quote(rerun.command, CURE_CHARACTERS);
  if (option !== undefined && folderOption(failure.command ?? "") !== option) {
    return { kind: "folder", folder: option, command, ...sole };
  }
  if (rerun.folder === undefined || rerun.folder === folder) return undefined;
  return { kind: "folder", folder: rerun.folder, command, ...sole };
}

/** The missing file or folder now exists, or the variable is now in a file of variables. */
function creationCure(failure: DigestFailure, changes: readonly FileChange[]): Cure | undefined {
  const variables = failure.names.filter(isVariable);
  const made = changes.find(
    (change) =>
      (isMissing(failure) && change.how !== "edited" && namesPath(failure, change.path)) ||
      (SETTINGS.test(change.path) && !failure.names.includes(change.path) && mentions(change, variables)),
  );
  if (made === undefined) return undefined;
  const { command, path, how } = made;
  if (command !== undefined) {
    return isIrreversible(command) ? undefined : { kind: "run", command: quote(command, CURE_CHARACTERS) };
  }
  const text =
    how === "edited"
      ? describeChange(made, failure.names)
      : `created ${describeContent(made, failure.names)}`;
  return { kind: "file", path, text: quote(text, CURE_CHARACTERS) };
}

const SETTINGS = /env|config|settings|\.(?:toml|ya?ml|json)$/;

/** The only changed file is the file that the failure names. */
function editCure(failure: DigestFailure, changes: readonly FileChange[], calls: number): Cure | undefined {
  const edits = changes.filter((change) => change.how !== "folder" && isAboutCode(change));
  const [first] = edits;
  if (first === undefined || edits.length > MOST_EDITS || calls > FARTHEST_EDIT) return undefined;
  if (edits.some(({ path }) => path !== first.path)) return undefined;
  const isShown = edits.some((change) => change.pairs().some(([before]) => showsCode(failure, before)));
  if (!namesSource(failure, first.path) && !isShown) return undefined;
  const telling = failure.names.filter((name) => name.length > 2 && !/[/.]/.test(name));
  const best = edits.find((change) => mentions(change, telling)) ?? edits.at(-1) ?? first;
  const isWhole = best.how === "written" && best.command === undefined;
  const text = isWhole ? `rewritten ${describeContent(best, telling)}` : describeChange(best, telling);
  return text === "" ? undefined : { kind: "file", path: first.path, text: quote(text, CURE_CHARACTERS) };
}

const CHANGES_SOMETHING =
  /\b(?:install|add|update|upgrade|tidy|sync|get|generate|codegen|fmt|format|--fix|fix|--write|migrate|init|setup|bootstrap|up|start|chmod|config|login|restore|deps\.get|dump-autoload)\b|:fix\b/;

/** The only step in between. The failure does not point at it, so other sessions must confirm it. */
function inferredRun(
  failure: DigestFailure,
  between: readonly Call[],
  runs: readonly Run[],
  changes: readonly FileChange[],
): Cure | undefined {
  if (between.some(({ typed }) => isIrreversible(typed)) || changes.length > 0) return undefined;
  const candidates = runs.filter(
    (run) =>
      CHANGES_SOMETHING.test(run.command) &&
      !/^git (?:add|commit|log|status|diff|show)\b/.test(run.command) &&
      !isSameTask(failure.command ?? "", run.command),
  );
  return candidates.length === 1 ? toRunCure(candidates) : undefined;
}

const MOST_STEPS = 2;
const CLEARS = /^(?:(?:\S+ )+(?:clean|--stop|down|stop|validate)(?: \S+)?|git (?:pull|fetch|stash)\b.*)$/;
/** Reads, has failed, or only clears up: usually tried first, and without success. */
const isIdle = (call: Call): boolean =>
  onlyLooks(call) ||
  call.failure !== undefined ||
  (call.runs.length > 0 &&
    call.runs.every(({ command }) => CLEARS.test(command) && !isIrreversible(command)));

/** Exactly one step between the failure and the same command's success: enough evidence if the step fits at all. */
function soleStep(origin: Origin, between: readonly Call[], before: readonly Run[]): Cure | undefined {
  const acting = between.filter((call) => !isIdle(call));
  const written = acting.length === 1 ? writtenByShell(origin, acting[0]?.changes ?? []) : undefined;
  if (written !== undefined) return written;
  if (acting.some(({ record, changes }) => isEdit(record.toolName) || changes.some(isAboutCode)))
    return undefined;
  const naming = acting.filter((call) => namesMissing(origin, call));
  const likely = acting.length > 1 && naming.length === 1 ? naming : acting;
  const lines = [...likely.map(({ runs }) => runs), [...before]]
    .map((runs) => runs.filter(({ command }) => !isLook(command)))
    .filter((runs) => runs.length > 0);
  const [steps] = lines;
  if (lines.length !== 1 || steps === undefined || steps.length > MOST_STEPS) return undefined;
  const isGood = steps.every(
    ({ state, command }) => state === "good" && !isSameTask(origin.failure.command ?? "", command),
  );
  return isGood && steps.some(({ command }) => provides(origin, command))
    ? toRunCure(steps, true)
    : undefined;
}

/** Of several steps, the one that made what the failure misses: "Tool 'dotnet-ef' was restored". */
function namesMissing({ failure }: Origin, { typed, record }: Call): boolean {
  const missing = failure.lines?.join(" ").match(/[a-z]\w+-\w[\w-]+/g) ?? [];
  return missing.some((name) => `${typed} ${record.response}`.includes(name));
}

/** A file that the failure names, written by a command. */
function writtenByShell({ output }: Origin, changes: readonly FileChange[]): Cure | undefined {
  const [only] = changes;
  if (only?.command === undefined || changes.length > 1 || isIrreversible(only.command)) return undefined;
  if (!SETTINGS.test(only.path) || !output.includes(baseOf(only.path))) return undefined;
  return { kind: "run", command: quote(only.command, CURE_CHARACTERS), isSole: true };
}

/** True if nothing but these runs happened in between. */
function isSoleRun(steps: readonly Run[], between: readonly Call[]): boolean {
  return between.every(
    (call) => isIdle(call) || call.runs.every((run) => steps.includes(run) || isLook(run.command)),
  );
}

function toRunCure(runs: readonly Run[], isSole = false): Cure | undefined {
  const lines = [
    ...new Set(
      runs.map(({ command, folder, shell }) =>
        [...(folder ? [`cd ${folder} &&`] : []), ...shell.assignments, command].join(" "),
      ),
    ),
  ];
  const command = lines.slice(0, 3).join(" && ");
  return command.length > CURE_CHARACTERS || /\$[^A-Z]|[`\n]/.test(command) || isIrreversible(command)
    ? undefined
    : { kind: "run", command, ...(isSole ? { isSole: true } : {}) };
}
