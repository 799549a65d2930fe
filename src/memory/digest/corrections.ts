/** The call itself was wrong, and soon afterwards it succeeded in another form. */
import { quote } from "../../text/quote.ts";
import type { Call } from "./calls.ts";
import { commandKind, isEveryday } from "./command-kind.ts";
import { differenceOf, sharedWords } from "./difference.ts";
import { toPath } from "./file-changes.ts";
import { isIrreversible } from "./irreversible.ts";
import { isLook } from "./noise.ts";
import { fieldsOf } from "./output.ts";
import { asksFor, COMES_AND_GOES, provides } from "./remedies.ts";
import type { Run } from "./runs.ts";
import { isFixOf, plainCommand } from "./same-task.ts";
import type { Cure, DigestFailure } from "./types.ts";

/** A failure and the circumstances in which it occurred. */
export interface Origin {
  failure: DigestFailure;
  folder?: string | undefined;
  environment: readonly string[];
  output: string;
  project: string;
  /** True if the failure comes from an earlier session. Its fix must then match what the failure points at. */
  isEarlier: boolean;
}

/** A correction follows at once. */
const WITHIN = 5;
const CURE_CHARACTERS = 160;

export function correctionOf(origin: Origin, calls: readonly Call[], start: number): Cure | undefined {
  const wrong = origin.failure.command;
  if (wrong === undefined || origin.isEarlier || wrong.endsWith("…")) return undefined;
  let best: { run: Run; share: number } | undefined;
  let hasActed = false;
  for (const call of calls.slice(start + 1, start + 1 + WITHIN)) {
    // The identical command succeeded, so it was not wrong.
    if (call.runs.some((run) => run.state === "good" && run.command === wrong)) return undefined;
    for (const [place, run] of call.runs.entries()) {
      if (run.state !== "good" || !isCorrection(origin, wrong, run)) continue;
      // Of a call that was not wrong as such, the step in between may be the fix.
      if (hasActed && !origin.failure.isUsage) continue;
      // `python3 -m venv .venv && .venv/bin/pip …`: the second command does not work on its own.
      if (run.command.includes("/") && call.runs.slice(0, place).some(({ command }) => !isLook(command)))
        continue;
      if (isIrreversible(call.typed)) return undefined;
      const share = sharedWords(wrong.split(" "), run.command.split(" "));
      if (best === undefined || share > best.share) best = { run, share };
    }
    hasActed ||= call.runs.some(
      ({ state, command }) => state === "good" && !isLook(command) && provides(origin, command),
    );
  }
  const right = best?.run.command;
  if (right === undefined || right.length > CURE_CHARACTERS) return undefined;
  return { kind: "command", instead: right, ...differenceOf(wrong.split(" "), right.split(" ")) };
}

function isCorrection({ failure, output, folder, environment }: Origin, wrong: string, run: Run): boolean {
  if (isFixOf(wrong, run.command) || /[\n`]/.test(run.command)) return false;
  // Another folder or environment may have made the difference.
  if (run.folder !== undefined && run.folder !== folder) return false;
  if (run.environment.some((text) => !environment.includes(text))) return false;
  const [wrongWords, rightWords] = [wrong.split(" "), run.command.split(" ")];
  const { removed, added } = differenceOf(wrongWords, rightWords);
  const isFlaky = COMES_AND_GOES.test(failure.error);
  // The same command with another program in front, or the same arguments with another spelling of the program.
  const isAllLeft = removed.length === 0 && rightWords.length === wrongWords.length + added.length;
  const isPrefixed = isAllLeft && run.command.endsWith(wrong) && added.length <= MOST_IN_FRONT;
  if (isPrefixed || (wrongWords.length > 1 && isOtherSpelling(removed, added, rightWords))) return !isFlaky;
  if (plainCommand(wrong) === plainCommand(run.command)) return false;
  // Reading or repairing the file is a different task.
  const isSameProgram = wrongWords[0] === rightWords[0];
  if (isEveryday(run.command) && !(isEveryday(wrong) && isSameProgram)) return false;
  if (asksFor(failure, run.command) && !isSameProgram) return false;
  if (sharedWords(wrongWords, rightWords) < 0.5) return false;
  if (failure.isUsage) return true;
  // The call is not wrong as such, but an option made the difference: an option that the program itself named, or the only
  // change. For a check, options that skip something do not count.
  const first = added[0] ?? "";
  if (!isAllLeft || !isSameProgram || !/^-|^\w+=/.test(first) || isFlaky) return false;
  if (added.every((word) => output.includes(word))) return true;
  if (added.some((word) => SHOWS.test(word) || FORCES.test(word))) return false;
  return (
    commandKind(wrong) === undefined ||
    /^\w+=/.test(first) ||
    (/^--|^-[a-zD]\S/.test(first) && !LEAVES_OUT.test(first))
  );
}

/** `php -d memory_limit=-1`, `bundle exec`, `uv run`. */
const MOST_IN_FRONT = 4;

/** `python` and `python3`, `gradle` and `./gradlew`: only the program's spelling differs. */
function isOtherSpelling(
  removed: readonly string[],
  added: readonly string[],
  right: readonly string[],
): boolean {
  const [from = "", to = ""] = [removed[0], added[0]];
  if (removed.length !== 1 || added.length !== 1 || right[0] !== to) return false;
  const base = to.slice(to.lastIndexOf("/") + 1);
  return from.length > 1 && (base.startsWith(from) || from.startsWith(base));
}

const FORCES = /^(?:-f|--force\S*|--hard|--delete|--no-verify|--yes|-y)$/;
/** A check with a smaller scope passes more often. */
const LEAVES_OUT =
  /^-.*(?:skip|exclude|ignore)|^--(?:filter|grep|skip|ignore|exclude|only|test|no-fail|pass|deselect|allow|warn|bail)/;
const SHOWS =
  /^--(?:verbose|debug|help|version|dry-run|json|color|no-color|quiet|silent|progress|log\S*|trace|stack\S*)/;
/** The field of each tool that may contain the wrong name. */
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

/** For tools other than Bash: the same call with the wrong name replaced. */
export function toolCorrectionOf(
  { failure, project, isEarlier }: Origin,
  calls: readonly Call[],
  start: number,
): Cure | undefined {
  if (isEarlier) return undefined;
  const step = serverStep(calls.slice(start, start + 1 + WITHIN));
  if (step !== undefined) return step;
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

/** The same call of an MCP server succeeded after exactly one other call of that server. */
function serverStep([failed, ...later]: readonly Call[]): Cure | undefined {
  const { toolName = "", input } = failed?.record ?? {};
  const [server] = /^mcp__.+?__/.exec(toolName) ?? [];
  const end = later.findIndex(({ record }) => record.toolName === toolName && record.input === input);
  if (server === undefined || end < 0 || later[end]?.record.ok !== true) return undefined;
  const [only, ...others] = later.slice(0, end);
  if (only === undefined || others.length > 0 || !only.record.toolName.startsWith(server)) return undefined;
  const command = quote(`${only.record.toolName} ${only.record.input}`, CURE_CHARACTERS);
  return only.record.ok ? { kind: "run", command, isSole: true } : undefined;
}

/** A file of the same name in another folder, or with another extension. */
function rightPath(wrong: string, path: string): { from: string; to: string } | undefined {
  if (path === "" || wrong === "") return undefined;
  const base = (text: string): string => text.split("/").at(-1) ?? text;
  const stem = (text: string): string => base(text).replace(/\.\w+$/, "");
  const isSame = base(wrong) === base(path) || (stem(wrong).length > 3 && stem(wrong) === stem(path));
  const isFile = /\.\w+$/;
  // A folder cannot replace a file.
  if (isFile.test(base(wrong)) && !isFile.test(base(path))) return undefined;
  return isSame && path !== wrong ? { from: wrong, to: path } : undefined;
}

/** The only different field, or the field that the error names. */
function rightValue(
  tool: string,
  names: readonly string[],
  right: string,
  wrong: string,
): { from: string; to: string } | undefined {
  const [before, after] = [fieldsOf(wrong), fieldsOf(right)];
  const changed = Object.keys(before).filter(
    (field) => !SAYS_WHY.has(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  for (const field of FIELDS[tool] ?? changed) {
    const [from, to] = [before[field], after[field]];
    if (typeof from !== "string" || typeof to !== "string" || from === to) continue;
    if (from.length > 100 || to.length > 100) continue;
    if ((names.includes(from) || changed.length === 1) && isAlike(from, to)) return { from, to };
  }
  return undefined;
}

/** Fields that describe the purpose of a call. */
const SAYS_WHY: ReadonlySet<string> = new Set(["prompt", "description"]);

/** The same name in another spelling. Another name would be another call. */
function isAlike(wrong: string, right: string): boolean {
  const words = (text: string): string[] =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== "");
  const [from, to] = [words(wrong), words(right)];
  return from.filter((word) => to.includes(word)).length * 2 >= from.length;
}
