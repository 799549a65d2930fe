import { formatTime } from "../../platform/clock.ts";
import {
  type Acted,
  type Caller,
  endWork,
  moveStage,
  openToShow,
  openWork,
  startWork,
  takeWork,
  unknownStatus,
  unknownWorkflow,
} from "../../work/actions.ts";
import { listLines, startLines, statusLines, taskLines } from "../../work/view.ts";
import { progressOf } from "../../work/workflow/bar.ts";
import { STAGE_WORDS, stageChange } from "../../work/workflow/stage-words.ts";
import type { TimelineEvent } from "../../work/workflow/timeline.ts";
import { workflowLabel, workflowNamed } from "../../work/workflow/workflows.ts";
import { readTimeline, workflowPath } from "../../work/workflow-files.ts";
import { findWork, listWorks, type Work } from "../../work/works.ts";
import { type Command, type CommandInput, json, toLimit, toText, UsageError } from "../command.ts";
import { bold, dim, plain, print, printJson } from "../output.ts";
import { words } from "../words.ts";
import { openCaller } from "./context.ts";

const USAGE =
  "workflow start TYPE | stage STAGE STATUS | status | tasks | timeline | list | take NAME | end [NAME]";

type Action = (caller: Caller, args: readonly string[], values: CommandInput["values"]) => Promise<void>;

/** Each with the least and the most of its arguments. */
const ACTIONS: Readonly<Record<string, { arguments: [number, number]; run: Action } | undefined>> = {
  start: { arguments: [0, 1], run: start },
  stage: { arguments: [2, 2], run: move },
  status: { arguments: [0, 0], run: status },
  tasks: { arguments: [0, 0], run: tasks },
  timeline: { arguments: [0, 0], run: timeline },
  list: { arguments: [0, 0], run: list },
  take: { arguments: [1, 1], run: take },
  end: { arguments: [0, 1], run: end },
};

export const command: Command = {
  usage: `${USAGE} [--session ID] [--feature NAME] [--replace] [--limit N] [--json]`,
  values: { STATUSES: STAGE_WORDS.join(", ") },
  example: "pawl workflow start standard --feature user-login",
  options: {
    ...json,
    session: { type: "string" },
    feature: { type: "string" },
    replace: { type: "boolean" },
    limit: { type: "string" },
  },
  positionals: 3,
  async run({ values, positionals }) {
    const [name = "", ...rest] = positionals;
    const known = Object.keys(ACTIONS).join(", ");
    if (name === "") return begin(await openCaller(toText(values.session), toText(values.feature)), values);
    const action = ACTIONS[name];
    if (action === undefined) throw new UsageError(words.errors.unknownAction("workflow", name, known));
    const [least, most] = action.arguments;
    if (rest.length < least || rest.length > most)
      throw new UsageError(words.errors.argumentCount(`workflow ${name}`, most), USAGE);
    await action.run(await openCaller(toText(values.session), toText(values.feature)), rest, values);
    return 0;
  },
};

/** Without an action: the state, or how to begin. */
async function begin(caller: Caller, values: CommandInput["values"]): Promise<number> {
  const { root, id, place, feature } = caller;
  if (feature === undefined && findWork(root, { id, place }).kind === "none") showKinds(caller);
  else await status(caller, [], values);
  return 0;
}

function showKinds(caller: Caller): void {
  for (const line of startLines(caller)) print(plain(line));
}

async function status(caller: Caller, _args: readonly string[], values: CommandInput["values"]) {
  show({ work: await openToShow(caller) }, caller, values);
}

async function list(caller: Caller, _args: readonly string[], values: CommandInput["values"]) {
  const works = listWorks(caller.root, caller.place.project);
  if (values.json === true) printJson({ workflows: works.map((work) => toWorkflowJson(work, caller)) });
  else if (works.length === 0) showKinds(caller);
  else for (const line of listLines(works, caller)) print(plain(line));
}

async function take(caller: Caller, [name]: readonly string[], values: CommandInput["values"]) {
  const acted = await takeWork({ ...caller, feature: name });
  if (values.json !== true) print(plain(caller.messages.workflow.moved(acted.work.state.workflowType)));
  show(acted, caller, values);
}

async function start(caller: Caller, [type = ""]: readonly string[], values: CommandInput["values"]) {
  if (type === "") return showKinds(caller);
  if (workflowNamed(type, caller.own) === undefined)
    throw new UsageError(unknownWorkflow(type, caller).message);
  const acted = await startWork(caller, type, { replace: values.replace === true });
  if (values.json !== true) {
    const label = workflowLabel(type, caller.messages, caller.own);
    print(caller.messages.workflow.started(plain(type), plain(label)));
  }
  show(acted, caller, values);
}

async function move(
  caller: Caller,
  [name = "", word = ""]: readonly string[],
  values: CommandInput["values"],
) {
  if (stageChange(word) === undefined) throw new UsageError(unknownStatus(word, caller).message);
  show(await moveStage(caller, name, word), caller, values);
}

async function end(caller: Caller, [name]: readonly string[], values: CommandInput["values"]) {
  const { work } = await endWork(name === undefined ? caller : { ...caller, feature: name });
  if (values.json === true) printJson(toWorkflowJson(work, caller));
  else print(caller.messages.workflow.ended(plain(work.state.workflowType)));
}

async function tasks(caller: Caller, _args: readonly string[], values: CommandInput["values"]) {
  const lines = taskLines(await openWork(caller), caller, { offset: 0, limit: toLimit(values.limit, 50) });
  if (values.json === true) printJson({ tasks: lines });
  else for (const line of lines) print(plain(line));
}

async function timeline(caller: Caller, _args: readonly string[], values: CommandInput["values"]) {
  const { folder, state } = await openToShow(caller);
  const events = readTimeline(folder, toLimit(values.limit, 2000));
  if (values.json === true) printJson({ sessionId: caller.id ?? state.sessionId, events });
  else showTimeline(events);
}

function show({ work, notice }: Acted, caller: Caller, values: CommandInput["values"]): void {
  if (values.json === true) printJson(toWorkflowJson(work, caller));
  else showWorkflow(work, caller);
  // Not on standard output, which scripts read.
  if (notice !== undefined) console.error(words.attention(plain(notice)));
}

// A workflow and its timeline in the terminal.

function toWorkflowJson({ state, folder }: Work, { id, messages, own }: Caller) {
  return {
    ...state,
    sessionId: id ?? state.sessionId,
    label: workflowLabel(state.workflowType, messages, own),
    progress: progressOf(state),
    path: workflowPath(folder),
  };
}

function showWorkflow(work: Work, caller: Caller): void {
  const [first = "", ...rest] = statusLines(work, caller).flatMap((line) => line.split("\n"));
  print(bold(plain(first)));
  for (const line of rest) print(plain(line));
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
