/** The simple commands of a Bash call, each with its folder, environment and outcome. */
import { posix } from "node:path";
import { closingVerdict } from "./closing-line.ts";
import { commandKind, isEveryday, scriptName } from "./command-kind.ts";
import { isAsking, isUsageError } from "./noise.ts";
import { isUnfinished, type Output, toOutput } from "./output.ts";
import { type SimpleCommand, toSimpleCommands } from "./shell-line.ts";

type RunState = "good" | "failed" | "unknown";

export interface Run {
  /** As typed, relative to the project's root, without environment, redirections and pipes. */
  command: string;
  words: string[];
  /** The folder that the line changes to first, relative to the project's root. */
  folder?: string;
  /** Variables, activations and versions in force, as typed. */
  environment: string[];
  state: RunState;
  shell: SimpleCommand;
}

export interface CommandLine {
  runs: Run[];
  output: Output;
  /** The line as a whole. */
  state: RunState;
  /** The final folder of a line that only changes the folder. */
  folder?: string;
  /** The failed run; absent if the line succeeded or only queried something. */
  failed?: Run;
}

export function toLine(
  command: string,
  call: { ok: boolean; toolName: string; response: string; input: string },
  project: string,
  cwd = project,
): CommandLine {
  const shell = toSimpleCommands(command);
  const start = cwd.startsWith(`${project}/`) ? toFolder(cwd, undefined, project) : undefined;
  const runs = toRuns(shell, project, start);
  if (runs.length === 0) {
    const moves = shell.filter(({ words: [program] }) => program === "cd");
    const target = moves.length === shell.length ? moves.at(-1)?.words[1] : undefined;
    const folder = target === undefined ? {} : { folder: toFolder(target, start, project) };
    return { runs, output: NOTHING, state: "unknown", ...folder };
  }
  if (isUnfinished(call)) return { runs, output: NOTHING, state: "unknown" };
  if (!call.ok) return judgeFailed(runs, shell, toOutput(call));
  // Most calls end here: their output adds nothing to the exit code.
  if (runs.every((run) => isExitKnown(run, shell))) {
    for (const run of runs) run.state = "good";
    return { runs, output: NOTHING, state: "good" };
  }
  return judgeGood(runs, shell, toOutput(call));
}

/** Comparing commands needs only their beginning. */
const LONGEST_COMMAND = 2000;

const NOTHING: Output = { text: "" };

/** Prepares the following commands, and does nothing by itself. */
const ACTIVATES =
  /^(?:(?:source|\.) \S+|export \S.*|nvm use\b.*|fnm use\b.*|volta (?:pin|install)\b.*|pyenv (?:shell|local)\b.*|rbenv (?:shell|local)\b.*|conda activate\b.*|asdf (?:shell|local)\b.*|mise use\b.*|set -a)$/;

function toRuns(shell: readonly SimpleCommand[], project: string, start: string | undefined): Run[] {
  const runs: Run[] = [];
  let folder = start;
  let environment: string[] = [];
  for (const command of shell) {
    if (command.after === "|") continue;
    const [first = "", second] = command.words;
    if ((first === "cd" || first === "pushd") && second !== undefined) {
      folder = toFolder(second, folder, project);
      continue;
    }
    if (first === "") {
      environment = [...environment, ...command.assignments];
      continue;
    }
    if (/^set [+-][aeux]/.test(command.text)) {
      if (command.text === "set -a") environment = [...environment, "set -a"];
      continue;
    }
    if (ACTIVATES.test(command.text)) {
      environment = [...environment, command.text];
      continue;
    }
    const prefix = first === "env" ? command.words.slice(1).filter((word) => /^\w+=/.test(word)) : [];
    const words = prefix.length === 0 ? command.words : command.words.slice(1 + prefix.length);
    const text = prefix.length === 0 ? command.text : words.join(" ");
    runs.push({
      command: fromRoot(text.slice(0, LONGEST_COMMAND), project),
      words: words.map((word) => fromRoot(word, project)),
      ...(folder === undefined ? {} : { folder }),
      environment: [...environment, ...command.assignments, ...prefix],
      state: "unknown",
      shell: command,
    });
  }
  return runs;
}

export function fromRoot(text: string, project: string): string {
  const root = project.replace(/\/+$/, "");
  return root === "" ? text : text.replaceAll(`${root}/`, "").replaceAll(root, ".");
}

function toFolder(target: string, current: string | undefined, project: string): string {
  const inside = fromRoot(target, project).replace(/^\.\//, "").replace(/\/+$/, "");
  if (inside === "." || inside === "") return "";
  if (inside.startsWith("/") || inside.startsWith("~") || current === undefined || current === "")
    return inside;
  const moved = posix.normalize(target.startsWith(project) ? inside : `${current}/${inside}`);
  return moved === "." ? "" : moved;
}

/** `ok` is the exit code of the last command only, and a pipe has the exit code of its last part. */
function judgeGood(runs: Run[], shell: readonly SimpleCommand[], output: Output): CommandLine {
  let state: RunState = "good";
  let failed: Run | undefined;
  const lastCheck = runs.findLast(({ command }) => commandKind(command) !== undefined || isScript(command));
  const verdict = lastCheck === undefined ? undefined : closingVerdict(output.text);
  const line = firstLine(output.text);
  // `… | cat -A`: the error may come from the command after the pipe.
  const isAboutPipe = shell.some(({ after, words }) => after === "|" && line.startsWith(`${words[0]}:`));
  for (const run of runs) {
    run.state = run.shell.isConditional ? "unknown" : "good";
    if (isExitKnown(run, shell)) continue;
    const isWrong = runs.length === 1 && !isAboutPipe && isWrongCall(line, run.words);
    if ((run === lastCheck && verdict === "failed") || isWrong) {
      run.state = "failed";
      state = "failed";
      failed = run;
    }
  }
  return { runs, output, state, ...(failed === undefined ? {} : { failed }) };
}

const isScript = (command: string): boolean => /^(?:npm|pnpm|yarn|bun|mise|make|just) /.test(command);
const firstLine = (text: string): string => text.slice(0, 300).split("\n")[0] ?? "";

/** Reported at once. "Usage:" alone is also printed by `--help`. */
function isWrongCall(line: string, words: readonly string[]): boolean {
  return !/^usage:/i.test(line) && isUsageError(line, words);
}

/** True if everything after it runs only on success, and nothing hides its exit code. */
function isExitKnown(run: Run, shell: readonly SimpleCommand[]): boolean {
  if (run.shell.isConditional) return false;
  return shell.slice(shell.indexOf(run.shell) + 1).every(({ after }) => after === "&&");
}

/** Git answers no question in a checkout of another owner. */
const NOT_OURS = /^fatal: detected dubious ownership/;

function judgeFailed(runs: Run[], shell: readonly SimpleCommand[], output: Output): CommandLine {
  const last = shell.at(-1);
  // Only the last list counts, because commands before a `;` do not affect the exit code.
  const start = shell.findLastIndex(({ after }) => after === ";" || after === "&" || after === "");
  const lastList = runs.filter(
    ({ shell: command }) => shell.indexOf(command) >= start && !command.isConditional,
  );
  // `npm test; echo "exit $?"`: the last command only reports.
  const candidates = lastList.every(({ words: [program = ""] }) =>
    /^(?:echo|printf|exit|true)$/.test(program),
  )
    ? runs.filter(({ shell: command }) => !command.isConditional)
    : lastList;
  if (last?.after === "|" && isAsking(last.text) && !isUsageError(firstLine(output.text), last.words)) {
    return { runs, output, state: "unknown" };
  }
  const { run, isSure } = whichFailed(candidates, output.text);
  if (run === undefined || output.text === "") return { runs, output, state: "unknown" };
  if (
    isAsking(run.command) &&
    !isUsageError(output.text.slice(0, 500), run.words) &&
    !NOT_OURS.test(output.text)
  ) {
    return { runs, output, state: "unknown" };
  }
  run.state = "failed";
  // With `&&`, the commands before it succeeded, provided that it is certain which one failed.
  if (isSure) for (const before of candidates.slice(0, candidates.indexOf(run))) before.state = "good";
  return { runs, output, state: "failed", failed: run };
}

function whichFailed(candidates: readonly Run[], text: string): { run: Run | undefined; isSure: boolean } {
  if (candidates.length <= 1) return { run: candidates[0], isSure: true };
  const head = text.split("\n").slice(0, 6).join("\n");
  const named = candidates.find(
    ({ words: [program = ""] }) =>
      head.includes(`command not found: ${program}`) ||
      head.includes(`${program}: command not found`) ||
      head.includes(`${program}: not found`) ||
      head.includes(`unrecognized subcommand '${program}'`),
  );
  if (named !== undefined) return { run: named, isSure: true };
  const scripts = candidates.filter(({ words }) => scriptName(words) !== undefined);
  const started = scripts.filter(({ words }) => hasStarted(scriptName(words) ?? "", text));
  if (started.length > 0) return { run: started.at(-1), isSure: true };
  const isAnnounced = /^(?:\$ \S|> \S+@\S+ \S|\[[\w:.-]+\] \$ )/m.test(text);
  const others = candidates.filter(
    (run) => !isEveryday(run.command) && (!isAnnounced || !scripts.includes(run)),
  );
  return { run: others.at(-1) ?? candidates.at(-1), isSure: false };
}

/** `[lint] $ …` of mise, `> shop@1.0.0 build` of npm. */
function hasStarted(script: string, text: string): boolean {
  return (
    text.includes(`[${script}] `) || new RegExp(`^> \\S+@\\S+ ${RegExp.escape(script)}$`, "m").test(text)
  );
}
