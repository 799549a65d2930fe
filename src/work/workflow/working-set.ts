/** Derives what a session was working with from its records: files, commands that worked, failures still open. */

import { openTasks, tasksIn } from "../../clients/client-tasks.ts";
import { causeOf } from "../../memory/digest/cause.ts";
import { closingVerdict } from "../../memory/digest/closing-line.ts";
import { type CommandKind, purposeOf } from "../../memory/digest/command-kind.ts";
import { isClientNoise } from "../../memory/digest/noise.ts";
import { toOutput } from "../../memory/digest/output.ts";
import { commandsIn } from "../../memory/learn/command-text.ts";
import { decisionsMade } from "../../memory/learn/decisions.ts";
import { isStanding } from "../../memory/learn/rules.ts";
import { sentencesOf } from "../../memory/learn/typed-text.ts";
import { isEdit } from "../../memory/records/edits.ts";
import { inProject } from "../../memory/records/summary.ts";
import type { Observation, Prompt, Response } from "../../store/records/records.ts";
import { inputField } from "../../text/input-text.ts";
import { clip, oneLine } from "./cut.ts";

/** In the order in which they happened. */
export interface SessionHistory {
  prompts: readonly Prompt[];
  observations: readonly Observation[];
  responses: readonly Response[];
}

export interface UsedFile {
  path: string;
  reads: number;
  edits: number;
  lastAt: number;
}

interface WorkedCommand {
  command: string;
  kind: CommandKind;
  runs: number;
  lastAt: number;
}

interface OpenFailure {
  /** The command, or the tool and its file. */
  what: string;
  error: string;
  at: number;
}

export interface WorkingSet {
  /** Most used first. */
  files: UsedFile[];
  /** Most run first. */
  commands: WorkedCommand[];
  /** The user's lasting requests in this session, newest first. */
  standing: string[];
  open: string[];
  /** Newest first. */
  failures: OpenFailure[];
  decisions: string[];
}

/** `project` makes paths short and comparable; both separators are understood. */
export function workingSet(history: SessionHistory, project = ""): WorkingSet {
  // A subagent's commands and lists are its own; the files that it reads and edits are part of the work.
  const own = history.observations.filter((o) => o.agentId === undefined || isEdit(o.toolName));
  const calls = shellCalls(own, project);
  return {
    files: usedFiles(history.observations, project),
    commands: workedCommands(calls),
    standing: standingIn(history.prompts.filter((prompt) => prompt.agentId === undefined)),
    open: openTasks(tasksIn(own)).map((task) => clip(task, 160)),
    failures: openFailures(calls, project),
    decisions: decisionsMade(history).map(({ text }) => clip(oneLine(text), 160)),
  };
}

/** Each once. */
function standingIn(prompts: readonly Prompt[]): string[] {
  const said = prompts.flatMap(({ text }) => sentencesOf(text)).filter(isStanding);
  const newest = Map.groupBy(said.toReversed(), (line) => line.toLowerCase());
  return [...newest.values()].flatMap(([line = ""]) => line).slice(0, MOST_STANDING);
}

const MOST_STANDING = 20;

function usedFiles(observations: readonly Observation[], project: string): UsedFile[] {
  const files = new Map<string, UsedFile>();
  for (const o of observations) {
    const edits = isEdit(o.toolName) ? 1 : 0;
    if (!o.ok || (edits === 0 && o.toolName !== "Read")) continue;
    for (const name of o.files) {
      const path = inProject(name, project);
      const file = files.get(path) ?? { path, reads: 0, edits: 0, lastAt: 0 };
      file.edits += edits;
      file.reads += 1 - edits;
      file.lastAt = Math.max(file.lastAt, o.at);
      files.set(path, file);
    }
  }
  // An edit says more than a look; of two files used as much, the later one is nearer to the work.
  const use = (file: UsedFile): number => file.reads + 2 * file.edits;
  return [...files.values()].sort((a, b) => use(b) - use(a) || b.lastAt - a.lastAt);
}

/** One shell call: its commands, without the project's folder, and whether it failed. */
interface ShellCall {
  call: Observation;
  commands: { command: string; kind: CommandKind | undefined }[];
  failed: boolean;
}

function shellCalls(observations: readonly Observation[], project: string): ShellCall[] {
  return observations
    .filter(({ toolName }) => toolName === "Bash")
    .map((call) => {
      const commands = commandsIn(inputField(call.input, "command") ?? "").map((typed) => {
        const command = withoutRoot(typed, project);
        return { command, kind: purposeOf(command.replace(CD, "")) };
      });
      return { call, commands, failed: !call.ok || saysFailed(commands, call) };
    });
}

function withoutRoot(command: string, project: string): string {
  const root = project.replace(/\/+$/, "");
  if (root === "") return command;
  const here = command.startsWith(`cd ${root} && `) ? command.slice(`cd ${root} && `.length) : command;
  return here.replaceAll(`${root}/`, "");
}

const CD = /^cd \S+ && /;
const isCheck = (kind: CommandKind | undefined) => kind === "test" || kind === "lint" || kind === "build";

/** A pipe hides the check's exit code, so the runner's closing line decides. */
function saysFailed(commands: ShellCall["commands"], call: Observation): boolean {
  return commands.some(({ kind }) => isCheck(kind)) && closingVerdict(toOutput(call).text) === "failed";
}

function workedCommands(calls: readonly ShellCall[]): WorkedCommand[] {
  const worked = new Map<string, WorkedCommand>();
  for (const { call, commands, failed } of calls) {
    const useful = commands.flatMap(({ command, kind }) => (kind === undefined ? [] : [{ command, kind }]));
    // The result does not say which command of a chain failed. Blame the last one; ignore the others.
    if (failed) worked.delete(useful.at(-1)?.command ?? "");
    else
      for (const { command, kind } of useful) {
        const runs = (worked.get(command)?.runs ?? 0) + 1;
        worked.set(command, { command, kind, runs, lastAt: call.at });
      }
  }
  // List a command that is not a check only if it ran more than once.
  const useful = [...worked.values()].filter(({ kind, runs }) => kind !== "other" || runs > 1);
  const last = (worked: WorkedCommand): number => (worked.kind === "other" ? 1 : 0);
  return useful.sort((a, b) => last(a) - last(b) || b.runs - a.runs || b.lastAt - a.lastAt);
}

/** A failure is open until each command of its line went well, as it is or in a wider form. */
function openFailures(calls: readonly ShellCall[], project: string): OpenFailure[] {
  const open = new Map<string, ShellCall & { what: string; left: ShellCall["commands"] }>();
  for (const { call, commands, failed } of calls) {
    const what = commands.map(({ command }) => command).join(" && ");
    // A look at the workflow is Pawl's own advice, not something to repair.
    if (what === "" || OWN_ADVICE.test(what)) continue;
    open.delete(what);
    if (failed) {
      open.set(what, { call, commands, failed, what, left: commands });
      continue;
    }
    for (const failure of open.values()) {
      failure.left = failure.left.filter((one) => !commands.some((ran) => isWider(ran.command, one.command)));
      if (failure.left.length === 0) open.delete(failure.what);
    }
  }
  // Only what is still open is read for its error.
  const newest = [...open.values()].reverse().flatMap(({ call, commands, what }) => {
    const error = errorLine(call, project);
    const isUseful = commands.some(({ kind = "other" }) => kind !== "other");
    return error === "" ? [] : [{ what, error, at: call.at, isUseful }];
  });
  // A look-up that found nothing is a failure too, and soon stops mattering.
  const shown = [
    ...newest.filter(({ isUseful }) => isUseful),
    ...newest.filter(({ isUseful }) => !isUseful).slice(0, OTHERS),
  ];
  return shown.map(({ what, error, at }) => ({ what, error, at }));
}

const OTHERS = 3;
const OWN_ADVICE = /(?:^|[\s/])pawl workflow\s/;

function isWider(command: string, than: string): boolean {
  const program = programOf(command);
  if (program !== programOf(than)) return false;
  return (
    command === than || command === program || than.startsWith(`${command} `) || command.includes("./...")
  );
}

/** `go test`, `npm run lint`: the words before the first option or path. */
function programOf(command: string): string {
  const words = command.replace(CD, "").split(" ");
  const end = words.findIndex((word, index) => index > 0 && /^[-./"'$]|\//.test(word));
  return words.slice(0, end === -1 ? 3 : Math.min(end, 3)).join(" ");
}

/** The line of an output that says what went wrong; empty where the user or the client refused the call. */
function errorLine(call: Observation, project: string): string {
  const { text } = toOutput(call);
  if (isClientNoise(text)) return "";
  const last = text.split("\n").findLast((line) => oneLine(line) !== "") ?? "";
  return clip(oneLine(causeOf(text, project)?.error ?? last), 100);
}
