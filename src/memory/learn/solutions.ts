/**
 * How failures went away: what was done between a failure and the run of the same command in which its complaint
 * was gone. Only what may well have caused it: near, few steps, in the file that was complained about.
 */

import type { Observation } from "../records/records.ts";
import { inProject } from "../records/summary.ts";
import { inputField } from "../text/input-text.ts";
import { quote } from "../text/quote.ts";
import { isLookingAround } from "./command-text.ts";
import { type About, changeOf, describeEdit, editKind, isEdit, isNear } from "./edits.ts";
import { ruleOf, shownBy } from "./fingerprint.ts";
import { isIrreversible } from "./irreversible.ts";
import { isSameTask, isSimilarCommand } from "./same-command.ts";
import type { EditStep, ErrorLine, Failure, SessionMaterial, SolutionSeen, Step } from "./types.ts";

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
    const calls = byAgent.get(agent) ?? [];
    calls.push(call);
    byAgent.set(agent, calls);
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
    const { main, failure } = shownBy(call, project);
    if (main === undefined) return [];
    return [{ index, call, command: main.command, ...(failure === undefined ? {} : { failure }) }];
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
  // The whole line counts: what stood beside the command may be what helped.
  if (ran.some(({ call }) => isIrreversible(inputField(call.input, "command") ?? ""))) return [];
  const steps = [...edits.map(({ step }) => step), ...ran.map(toRunStep)];
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
  step: EditStep;
  /** Whether the complaint names its file. */
  isNamed: boolean;
  /** How much it has to do with the words of the complaint. */
  weight: number;
}

/** Edits of the file that was complained about, the likeliest; of others only when there are few. */
function editsFor(between: readonly Observation[], line: ErrorLine, project: string): NamedEdit[] {
  const about = aboutOf(line);
  const edits = between.flatMap((call) => toNamedEdit(call, line, about, project) ?? []);
  const named = edits.filter(({ isNamed }) => isNamed).sort((a, b) => b.weight - a.weight);
  const [best, second] = named;
  // The complaint names another file than those that were changed: too many changes prove nothing.
  if (best === undefined) return edits.length <= 2 ? edits : [];
  if (best.weight === 0 && named.length > 2) return [];
  return second !== undefined && best.weight === 0 ? [best, second] : [best];
}

function toNamedEdit(
  call: Observation,
  line: ErrorLine,
  about: About,
  project: string,
): NamedEdit | undefined {
  const [file] = call.files;
  if (!call.ok || !isEdit(call.toolName) || file === undefined) return undefined;
  const what = describeEdit(call, about);
  if (what === undefined) return undefined;
  const { rule, code, names } = about;
  const path = inProject(file, project);
  const { removed, added } = changeOf(call);
  const text = [...removed, ...added].join("\n");
  const weight =
    (rule !== undefined && added.some((one) => one.includes(rule)) ? 3 : 0) +
    (code !== undefined && removed.some((old) => isNear(old, code)) ? 4 : 0) +
    names.filter((name) => text.includes(name)).length;
  return {
    step: { kind: "edit", file: path, what: quote(what, 260), does: editKind(call, about) },
    isNamed: line.file !== undefined && isSameFile(path, line.file),
    weight,
  };
}

function aboutOf(line: ErrorLine): About {
  const rule = ruleOf(line.text);
  const said = line.text.replace(/^\S+:\d+(?::\d+)?:?\s*/, "");
  const quoted = [...said.matchAll(/[`"']([^`"'\s]{1,80})[`"']/g)].map(([, name = ""]) => name);
  const words = [...said.matchAll(NAME)].map(([whole, last]) => last ?? whole);
  return {
    names: [...new Set([...quoted, ...words])].filter((name) => name.length > 1),
    ...(rule === undefined ? {} : { rule }),
    ...(line.code === undefined ? {} : { code: line.code }),
  };
}

/** camelCase, snake_case, dotted; or what stands alone behind a colon: `undefined: errors`. */
const NAME = /\b(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|\w+_\w+|\w+\.\w+)\b|: (\w+)(?: \(\w+\))?$/g;

/** `a/b.go` is `b.go` for a program that runs in `a`. */
export function isSameFile(a: string, b: string): boolean {
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}

function runsBetween(runs: readonly Run[], from: Run, to: Run): Run[] {
  return runs
    .filter(({ index }) => index > from.index && index < to.index)
    .filter(({ call, failure, command }) => call.ok && failure === undefined && !isLookingAround(command))
    .filter(({ command }) => !isSameTask(command, from.command) && CHANGES_SOMETHING.test(command));
}

function toRunStep({ command }: Run): Step {
  return { kind: "run", command: quote(command, COMMAND_CHARACTERS) };
}

/** Of the commands in between, those that put something in place; looking and checking cures nothing. */
const CHANGES_SOMETHING =
  /\b(?:install|add|update|upgrade|tidy|sync|get|generate|codegen|fmt|format|--fix|--write|-w|build|compile|migrate|init|setup|bootstrap|up|start|chmod|export|mkdir|ln|cp|mv|touch|rm|push|reset|clean|delete|drop|destroy|apply|prune|kill|pkill|curl|wget)\b|>\s*\S/;
