import { existsSync } from "node:fs";
import { callingSession } from "../../clients/table.ts";
import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { chooseMessages } from "../../locale/index.ts";
import { formatTime, systemClock } from "../../platform/clock.ts";
import { findProgram, processEnv } from "../../platform/env.ts";
import { pawlHome } from "../../platform/paths.ts";
import { pawlCommand } from "../../platform/programs.ts";
import {
  type Acted,
  endWork,
  moveStage,
  openToShow,
  openWork,
  startWork,
  takeWork,
  unknownStatus,
  unknownWorkflow,
} from "../../work/actions.ts";
import type { Caller } from "../../work/caller.ts";
import { placeOf } from "../../work/place.ts";
import { listLines, startLines, statusLines, taskLines } from "../../work/view.ts";
import { stagesOfWorkflow, workflowLabel } from "../../work/workflow/stages.ts";
import { progressOf, STAGE_WORDS, stageChange } from "../../work/workflow/state.ts";
import type { TimelineEvent } from "../../work/workflow/timeline.ts";
import { readTimeline, workflowPath, workflowRoot } from "../../work/workflow-files.ts";
import { findWork, listWorks, projectFolder, type Work, workOfSession } from "../../work/works.ts";
import { actionOf, type Command, type CommandInput, flag, json, UsageError, value } from "../command.ts";
import { withStore } from "../open-store.ts";
import { bold, dim, plain, print } from "../output.ts";
import { wholeId } from "../session.ts";
import { words } from "../words.ts";

const USAGE =
  "workflow start TYPE | stage STAGE STATUS | status | tasks | timeline | list | take NAME | end [NAME]";

type Action = (caller: Caller, input: CommandInput) => Promise<number>;

/** Each with its minimum and maximum number of arguments. */
const ACTIONS: Readonly<Record<string, { takes: [number, number]; run: Action }>> = {
  start: { takes: [0, 1], run: start },
  stage: { takes: [2, 2], run: move },
  status: { takes: [0, 0], run: status },
  tasks: { takes: [0, 0], run: tasks },
  timeline: { takes: [0, 0], run: timeline },
  list: { takes: [0, 0], run: list },
  take: { takes: [1, 1], run: take },
  end: { takes: [0, 1], run: end },
};

export const command: Command = {
  usage: `${USAGE} [--session ID] [--feature NAME] [--replace] [--limit N] [--json]`,
  values: { STATUSES: STAGE_WORDS.join(", ") },
  example: "pawl workflow start standard --feature user-login",
  options: { ...json, session: value, feature: value, replace: flag, limit: value },
  positionals: 3,
  async run(input) {
    const [name, ...rest] = input.positionals;
    const open = () => openCaller(input.text("session"), input.text("feature"));
    if (name === undefined) return begin(await open(), input);
    const { takes, run } = actionOf("workflow", ACTIONS, name);
    if (rest.length < takes[0] || rest.length > takes[1])
      throw new UsageError(words.errors.argumentCount(`workflow ${name}`, takes[1]), USAGE);
    return run(await open(), input);
  },
};

/** Without an action: shows the state, or how to start. */
async function begin(caller: Caller, input: CommandInput): Promise<number> {
  const { root, id, place, feature } = caller;
  const isNone = feature === undefined && findWork(root, { id, place }).kind === "none";
  return isNone ? showKinds(caller) : status(caller, input);
}

function showKinds(caller: Caller): number {
  return printLines(startLines(caller));
}

function printLines(lines: readonly string[]): number {
  for (const line of lines) print(plain(line));
  return 0;
}

async function status(caller: Caller, input: CommandInput): Promise<number> {
  return show({ work: openToShow(caller) }, caller, input);
}

async function list(caller: Caller, input: CommandInput): Promise<number> {
  const works = listWorks(caller.root, caller.place.project);
  const workflows = works.map((work) => toWorkflowJson(work, caller));
  return input.answer({ workflows }, () =>
    works.length === 0 ? showKinds(caller) : printLines(listLines(works, caller)),
  );
}

async function take(caller: Caller, input: CommandInput): Promise<number> {
  const acted = await takeWork({ ...caller, feature: input.positionals[1] });
  if (!input.isJson) print(plain(caller.messages.workflow.moved(acted.work.state.workflowType)));
  return show(acted, caller, input);
}

async function start(caller: Caller, input: CommandInput): Promise<number> {
  const [, type] = input.positionals;
  if (type === undefined) return showKinds(caller);
  if (stagesOfWorkflow(type) === undefined) throw new UsageError(unknownWorkflow(type, caller).message);
  const acted = await startWork(caller, type, { replace: input.has("replace") });
  const label = workflowLabel(type, caller.messages);
  if (!input.isJson) print(caller.messages.workflow.started(plain(type), plain(label)));
  return show(acted, caller, input);
}

async function move(caller: Caller, input: CommandInput): Promise<number> {
  const [, name = "", word = ""] = input.positionals;
  if (stageChange(word) === undefined) throw new UsageError(unknownStatus(word, caller).message);
  return show(await moveStage(caller, name, word), caller, input);
}

async function end(caller: Caller, input: CommandInput): Promise<number> {
  const [, name = caller.feature] = input.positionals;
  const { work } = await endWork({ ...caller, feature: name });
  const ended = caller.messages.workflow.ended(plain(work.state.workflowType));
  return input.answer(toWorkflowJson(work, caller), ended);
}

async function tasks(caller: Caller, input: CommandInput): Promise<number> {
  const lines = taskLines(openWork(caller), caller, { offset: 0, limit: input.limit(50) });
  return input.answer({ tasks: lines }, () => printLines(lines));
}

async function timeline(caller: Caller, input: CommandInput): Promise<number> {
  const { folder, state } = openToShow(caller);
  const events = readTimeline(folder, input.limit(2000));
  return input.answer({ sessionId: caller.id ?? state.sessionId, events }, () => showTimeline(events));
}

function show({ work, notice }: Acted, caller: Caller, input: CommandInput): number {
  input.answer(toWorkflowJson(work, caller), () => {
    const [first = "", ...rest] = statusLines(work, caller).flatMap((line) => line.split("\n"));
    print(bold(plain(first)));
    printLines(rest);
  });
  // Not on standard output, because scripts read that.
  if (notice !== undefined) console.error(words.attention(plain(notice)));
  return 0;
}

// A workflow and its timeline in the terminal.

function toWorkflowJson({ state, folder }: Work, { id, messages }: Caller) {
  return {
    ...state,
    sessionId: id ?? state.sessionId,
    label: workflowLabel(state.workflowType, messages),
    progress: progressOf(state),
    path: workflowPath(folder),
  };
}

const KNOWN = new Set(["ts", "type", "category", "label"]);

function showTimeline(events: readonly TimelineEvent[]): void {
  for (const event of events) {
    const details = Object.entries(event)
      .filter(([name, value]) => !KNOWN.has(name) && (typeof value === "string" || typeof value === "number"))
      .map(([name, value]) => `${name}=${value}`);
    const at = formatTime(Date.parse(event.ts));
    print(`${dim(at)}  ${plain(event.label)}  ${dim(plain(details.join(" ")))}`.trimEnd());
  }
}

/** Identifies the caller, and the workflow it means. */
export async function openCaller(
  named: string | undefined,
  feature: string | undefined,
  cwd = process.cwd(),
): Promise<Caller> {
  const home = pawlHome();
  const { settings } = readUserSettings(home);
  const root = workflowRoot(settings.workflow.root, home.dir);
  // A renamed folder gets its workflows first.
  if (existsSync(home.database) && !existsSync(projectFolder(root, placeOf(cwd).project)))
    await withStore(async () => undefined);
  return {
    root,
    place: placeOf(cwd),
    id: await sessionFor(named, root),
    feature,
    messages: chooseMessages(processEnv, settings.locale),
    now: new Date(systemClock()).toISOString(),
    pawl: findProgram("pawl") === null ? pawlCommand(home.dir) : "pawl",
  };
}

/**
 * The named session, or the session in which the program was called; never a guess. Undefined in a terminal outside of any
 * session: then the folder decides.
 */
async function sessionFor(named: string | undefined, root: string): Promise<string | undefined> {
  if (named === undefined) return callingSession(processEnv);
  if (workOfSession(root, named).kind === "one") return named;
  // A session that Pawl has not recorded can get a workflow too.
  return withStore(async (store) => (await wholeId(store, named)) ?? named);
}
