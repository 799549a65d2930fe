/**
 * How failures went away: what was done between a failure and the run of the same command in which its complaint
 * was gone. Only what may well have caused it: near, few steps, in the file that was complained about.
 */
import { isLookingAround } from "../commands.ts";
import { inputField } from "../input-text.ts";
import { quote } from "../quote.ts";
import type { Observation } from "../records.ts";
import { inProject } from "../summary.ts";
import { changeOf, describeEdit, isEdit } from "./edits.ts";
import { mainCommand, ruleOf, toFailure } from "./fingerprint.ts";
import { isIrreversible } from "./irreversible.ts";
import { isSameTask, isSimilarCommand } from "./same-command.ts";
import type { ErrorLine, Failure, SessionMaterial, SolutionSeen, Step } from "./types.ts";

/** Calls between failure and cure; what comes later is another story. */
const FARTHEST = 40;
/** A corrected command follows at once. */
const INSTEAD_WITHIN = 3;
const MOST_STEPS = 3;
const COMMAND_CHARACTERS = 160;

interface Run {
  index: number;
  call: Observation;
  command: string;
  failure?: Failure;
}

/** Oldest first; a failure that went away by itself teaches nothing. */
export function solutionsIn(session: SessionMaterial): SolutionSeen[] {
  const byAgent = new Map<string, Observation[]>();
  for (const call of [...session.observations].sort((a, b) => a.at - b.at)) {
    const agent = call.agentId ?? "";
    byAgent.set(agent, [...(byAgent.get(agent) ?? []), call]);
  }
  return [...byAgent.values()].flatMap((calls) => solutionsOf(calls, session));
}

function solutionsOf(calls: readonly Observation[], { project, sessionId }: SessionMaterial): SolutionSeen[] {
  const runs = toRuns(calls, project);
  const found: SolutionSeen[] = [];
  for (const [place, run] of runs.entries()) {
    const { failure } = run;
    if (failure === undefined) continue;
    for (const line of failure.lines) {
      const steps = stepsFor(calls, runs, place, line, project);
      if (steps.length === 0) continue;
      found.push({
        fingerprint: line.fingerprint,
        tool: failure.tool,
        ...(failure.kind === undefined ? {} : { kind: failure.kind }),
        subject: quote(failure.subject, COMMAND_CHARACTERS),
        error: line.text,
        steps,
        provenance: {
          sessionId,
          key: run.call.key,
          at: run.call.at,
          ...(line.file === undefined ? {} : { file: line.file }),
        },
      });
    }
  }
  return found;
}

function toRuns(calls: readonly Observation[], project: string): Run[] {
  return calls.flatMap((call, index) => {
    if (call.toolName !== "Bash") return [];
    const command = mainCommand(inputField(call.input, "command") ?? "", project)?.command;
    if (command === undefined) return [];
    const failure = toFailure(call, project);
    return [{ index, call, command, ...(failure === undefined ? {} : { failure }) }];
  });
}

/** What was done from this failure to the next run of the same, if the complaint is gone then. */
function stepsFor(
  calls: readonly Observation[],
  runs: readonly Run[],
  place: number,
  line: ErrorLine,
  project: string,
): Step[] {
  const run = runs[place];
  if (run?.failure === undefined) return [];
  const instead = insteadOf(runs, place);
  if (instead !== undefined) return [instead];
  const next = runs.slice(place + 1).find((later) => isSameTask(run.command, later.command));
  if (next === undefined || next.index - run.index > FARTHEST) return [];
  // Still there: whatever was tried did not help. A later pair of runs will tell what did.
  if (next.failure?.lines.some(({ fingerprint }) => fingerprint === line.fingerprint)) return [];
  const between = calls.slice(run.index + 1, next.index);
  const edits = editsFor(between, line, project);
  // With other complaints left, this one may only be hidden: it counts when its own file was worked on.
  const isGone = (next.call.ok && next.failure === undefined) || edits.some(({ isNamed }) => isNamed);
  if (!isGone) return [];
  const ran = edits.length > 0 ? [] : runsBetween(runs, run, next);
  if (ran.some(({ command }) => isIrreversible(command))) return [];
  const steps = [...edits.map(({ step }) => step), ...ran];
  return steps.length > MOST_STEPS ? [] : steps;
}

/** A command that was wrong in itself is cured by the right one. */
function insteadOf(runs: readonly Run[], place: number): Step | undefined {
  const run = runs[place];
  if (run?.failure === undefined || !isMisused(run.failure)) return undefined;
  const right = runs
    .slice(place + 1, place + 1 + INSTEAD_WITHIN)
    .find(
      (later) => later.call.ok && later.failure === undefined && isSimilarCommand(run.command, later.command),
    );
  if (right === undefined || isIrreversible(inputField(right.call.input, "command") ?? "")) return undefined;
  return { kind: "instead", command: quote(right.command, COMMAND_CHARACTERS) };
}

const MISUSED =
  /usage:|unknown (?:flag|option|command|argument|subcommand|shorthand)|unrecognized|invalid option|illegal option|command not found|not a git command|parse error|syntax error|unexpected argument|requires? (?:a|an|at least|exactly)|missing (?:script|argument|operand)|must be (?:provided|specified)|no such (?:option|command|file or directory: \S+$)/i;

function isMisused(failure: Failure): boolean {
  if (failure.kind !== undefined && failure.kind !== "other" && failure.kind !== "run") {
    return failure.lines.some(({ text }) =>
      /unknown (?:flag|option|command)|command not found|missing script/i.test(text),
    );
  }
  return (
    failure.lines.some(({ text }) => MISUSED.test(text)) ||
    [64, 126, 127, 129].includes(failure.exitCode ?? 0)
  );
}

interface NamedEdit {
  step: Extract<Step, { kind: "edit" }>;
  /** Whether the complaint names its file. */
  isNamed: boolean;
  weight: number;
}

/** Edits of the file that was complained about, the likeliest first; of others only when there are few. */
function editsFor(between: readonly Observation[], line: ErrorLine, project: string): NamedEdit[] {
  const rule = ruleOf(line.text);
  const names = [...line.text.matchAll(/[`"']([^`"'\s]{3,60})[`"']|\b([A-Za-z_]\w{5,60})\b/g)].map(
    ([, quoted, word]) => quoted ?? word ?? "",
  );
  const edits = between.flatMap((call): NamedEdit[] => {
    const [file] = call.files;
    if (!call.ok || !isEdit(call.toolName) || file === undefined) return [];
    const what = describeEdit(call);
    if (what === undefined) return [];
    const path = inProject(file, project);
    const { removed, added } = changeOf(call);
    const text = [...removed, ...added].join("\n");
    const weight =
      (rule !== undefined && text.includes(rule) ? 3 : 0) +
      names.filter((name) => text.includes(name)).length;
    const isNamed = line.file !== undefined && isSameFile(path, line.file);
    return [{ step: { kind: "edit", file: path, what: quote(what, 260) }, isNamed, weight }];
  });
  const named = edits.filter(({ isNamed }) => isNamed);
  if (named.length > 0) return [...named].sort((a, b) => b.weight - a.weight).slice(0, 2);
  // The complaint names another file than those that were changed: too many changes prove nothing.
  return edits.length <= 2 ? edits : [];
}

/** `a/b.go` is `b.go` for a program that runs in `a`. */
export function isSameFile(a: string, b: string): boolean {
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}

function runsBetween(runs: readonly Run[], from: Run, to: Run): Extract<Step, { kind: "run" }>[] {
  return runs
    .filter(({ index }) => index > from.index && index < to.index)
    .filter(({ call, failure, command }) => call.ok && failure === undefined && !isLookingAround(command))
    .filter(({ command }) => !isSameTask(command, from.command) && CHANGES_SOMETHING.test(command))
    .map(({ command }) => ({ kind: "run", command: quote(command, COMMAND_CHARACTERS) }));
}

/** Of the commands in between, those that put something in place; looking and checking cures nothing. */
const CHANGES_SOMETHING =
  /\b(?:install|add|update|upgrade|tidy|sync|get|generate|codegen|fmt|format|--fix|--write|-w|build|compile|migrate|init|setup|bootstrap|up|start|chmod|export|mkdir|ln|cp|mv|touch|rm|push|reset|clean|delete|drop|destroy|apply|prune|kill|pkill|curl|wget)\b|>\s*\S/;
