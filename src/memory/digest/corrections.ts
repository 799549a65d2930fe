/** The call itself was wrong, and soon afterwards it was made in another way that worked. */
import { inputField } from "../../text/input-text.ts";
import { quote } from "../../text/quote.ts";
import type { Call } from "./calls.ts";
import { commandKind, isEveryday } from "./command-kind.ts";
import { differenceOf, sharedWords } from "./difference.ts";
import { toPath } from "./file-changes.ts";
import { isIrreversible } from "./irreversible.ts";
import type { Origin } from "./origin.ts";
import { asksFor } from "./remedies.ts";
import type { Run } from "./runs.ts";
import { isFixOf, plainCommand } from "./same-task.ts";
import type { Cure } from "./types.ts";

/** A correction follows at once. */
const WITHIN = 5;
const CURE_CHARACTERS = 160;

export function correctionOf(origin: Origin, calls: readonly Call[], start: number): Cure | undefined {
  const wrong = origin.failure.command;
  if (wrong === undefined || origin.isEarlier || wrong.endsWith("…")) return undefined;
  let best: { run: Run; share: number } | undefined;
  for (const call of calls.slice(start + 1, start + 1 + WITHIN)) {
    // The very same command went well: it was not wrong.
    if (call.runs.some((run) => run.state === "good" && run.command === wrong)) return undefined;
    for (const run of call.runs) {
      if (run.state !== "good" || !isCorrection(origin, wrong, run)) continue;
      if (isIrreversible(call.typed)) return undefined;
      const share = sharedWords(wrong.split(" "), run.command.split(" "));
      if (best === undefined || share > best.share) best = { run, share };
    }
  }
  const right = best?.run.command;
  if (right === undefined || right.length > CURE_CHARACTERS) return undefined;
  return { kind: "command", instead: right, ...differenceOf(wrong.split(" "), right.split(" ")) };
}

function isCorrection({ failure, output, folder, environment }: Origin, wrong: string, run: Run): boolean {
  if (plainCommand(wrong) === plainCommand(run.command) || isFixOf(wrong, run.command)) return false;
  if (/[\n$`]/.test(run.command)) return false;
  // Looking at the file or repairing it is not the same undertaking.
  const isSameProgram = wrong.split(" ")[0] === run.command.split(" ")[0];
  if (isEveryday(run.command) && !isEveryday(wrong)) return false;
  if (asksFor(failure, run.command) && !isSameProgram) return false;
  // In another folder or environment, that may be what made the difference.
  if (run.folder !== undefined && run.folder !== folder) return false;
  if (run.environment.some((text) => !environment.includes(text))) return false;
  const [wrongWords, rightWords] = [wrong.split(" "), run.command.split(" ")];
  if (sharedWords(wrongWords, rightWords) < 0.5) return false;
  if (failure.isUsage) return true;
  // Not a wrong call as such, but an option made the difference: one that the program itself named, or the only thing
  // that was changed about a command that checks nothing.
  const options = addedOptions(wrongWords, rightWords);
  if (options.length === 0) return false;
  if (options.every((word) => output.includes(word))) return true;
  return (
    commandKind(wrong) === undefined &&
    !COMES_AND_GOES.test(failure.error) &&
    !options.some((word) => SHOWS.test(word))
  );
}

/** Options that were added, where nothing else is different. */
function addedOptions(wrong: readonly string[], right: readonly string[]): string[] {
  const added = right.filter((word) => !wrong.includes(word));
  // An option may bring its value: `--features gltf`.
  const isOption = (word: string, at: number) =>
    word.startsWith("--") || added[at - 1]?.startsWith("--") === true;
  const isAll = wrong.every((word) => right.includes(word)) && added.every(isOption);
  return isAll ? added : [];
}

const SHOWS =
  /^--(?:verbose|debug|help|version|dry-run|json|color|no-color|quiet|silent|progress|log\S*|trace|stack\S*)/;
/** Gone by itself at the next try. */
export const COMES_AND_GOES =
  /timed? ?out|ETIMEDOUT|ECONNRESET|EAI_AGAIN|network|socket hang up|\b50[234]\b|rate limit|temporar|try again/i;

/** Which field of which tool names the thing that may be wrong. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  Skill: ["skill", "command"],
  Task: ["subagent_type"],
  Agent: ["subagent_type"],
  Read: ["file_path"],
  Grep: ["path"],
  Glob: ["path"],
  LS: ["path"],
};
const FILE_TOOLS = new Set(["Read", "Grep", "Glob", "LS", "Edit", "Write"]);

/** Another tool than Bash: the same call with the wrong name replaced. */
export function toolCorrectionOf(
  { failure, project, isEarlier }: Origin,
  calls: readonly Call[],
  start: number,
): Cure | undefined {
  if (isEarlier) return undefined;
  const [wrong = ""] = failure.names;
  for (const { record } of calls.slice(start + 1, start + 1 + WITHIN)) {
    if (!record.ok) continue;
    const right = FILE_TOOLS.has(failure.tool)
      ? rightPath(
          wrong,
          FILE_TOOLS.has(record.toolName) ? toPath(record.files[0] ?? "", undefined, project) : "",
        )
      : record.toolName === failure.tool
        ? rightValue(failure.tool, failure.names, record.input, calls[start]?.record.input ?? "{}")
        : undefined;
    if (right === undefined || right.from === right.to || /^(?:\/|~)/.test(right.to)) continue;
    return {
      kind: "command",
      instead: quote(right.to, CURE_CHARACTERS),
      removed: [right.from],
      added: [right.to],
    };
  }
  return undefined;
}

/** A file of the same name elsewhere, or with another ending. */
function rightPath(wrong: string, path: string): { from: string; to: string } | undefined {
  if (path === "" || wrong === "") return undefined;
  const base = (text: string): string => text.split("/").at(-1) ?? text;
  const stem = (text: string): string => base(text).replace(/\.\w+$/, "");
  const isSame = base(wrong) === base(path) || (stem(wrong).length > 3 && stem(wrong) === stem(path));
  const isFile = /\.\w+$/;
  // A folder is no correction of a file.
  if (isFile.test(base(wrong)) && !isFile.test(base(path))) return undefined;
  return isSame && path !== wrong ? { from: wrong, to: path } : undefined;
}

/** The field whose value the error names, as it was then. */
function rightValue(
  tool: string,
  names: readonly string[],
  right: string,
  wrong: string,
): { from: string; to: string } | undefined {
  for (const field of FIELDS[tool] ?? fieldsOf(wrong)) {
    const from = inputField(wrong, field);
    const to = inputField(right, field);
    if (from === undefined || to === undefined || from === to || from.length > 100 || to.length > 100)
      continue;
    if (names.includes(from) && isAlike(from, to)) return { from, to };
  }
  return undefined;
}

/** The same name spelled otherwise; another name is another call. */
function isAlike(wrong: string, right: string): boolean {
  const words = (text: string): string[] =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== "");
  const [from, to] = [words(wrong), words(right)];
  return from.filter((word) => to.includes(word)).length * 2 >= from.length;
}

function fieldsOf(input: string): string[] {
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === "object" && value !== null ? Object.keys(value) : [];
  } catch {
    // Cut when it was stored.
    return [];
  }
}
