import {
  type Acted,
  type Caller,
  endWork,
  moveStage,
  openWork,
  startWork,
  unknownStatus,
  unknownWorkflow,
} from "../../work/actions.ts";
import { taskLines } from "../../work/view.ts";
import { STAGE_WORDS, stageChange } from "../../work/workflow/stage-words.ts";
import { workflowLabel, workflowNamed } from "../../work/workflow/workflows.ts";
import { readTimeline } from "../../work/workflow-files.ts";
import { type Command, type CommandInput, json, toLimit, toText, UsageError } from "../command.ts";
import { plain, print, printJson } from "../output.ts";
import { words } from "../words.ts";
import { openCaller } from "./context.ts";
import { showTimeline, showWorkflow, toWorkflowJson } from "./view.ts";

const USAGE = "workflow start TYPE | stage NAME STATUS | status | tasks | timeline | end";

type Action = (caller: Caller, args: readonly string[], values: CommandInput["values"]) => Promise<void>;

/** Each with the number of its arguments. */
const ACTIONS: Readonly<Record<string, { arguments: number; run: Action } | undefined>> = {
  start: { arguments: 1, run: start },
  stage: { arguments: 2, run: move },
  status: {
    arguments: 0,
    run: async (caller, _args, values) => show({ work: await openWork(caller) }, caller, values),
  },
  tasks: { arguments: 0, run: tasks },
  timeline: { arguments: 0, run: timeline },
  end: { arguments: 0, run: end },
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
    const [name, ...rest] = positionals;
    const known = Object.keys(ACTIONS).join(", ");
    if (name === undefined) throw new UsageError(words.errors.missingAction("workflow", known));
    const action = ACTIONS[name];
    if (action === undefined) throw new UsageError(words.errors.unknownAction("workflow", name, known));
    if (rest.length !== action.arguments)
      throw new UsageError(words.errors.argumentCount(`workflow ${name}`, action.arguments), USAGE);
    await action.run(await openCaller(toText(values.session), toText(values.feature)), rest, values);
    return 0;
  },
};

async function start(caller: Caller, [type = ""]: readonly string[], values: CommandInput["values"]) {
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

async function end(caller: Caller, _args: readonly string[], values: CommandInput["values"]) {
  const { work } = await endWork(caller);
  if (values.json === true) printJson(toWorkflowJson(work, caller));
  else print(caller.messages.workflow.ended(plain(work.state.workflowType)));
}

async function tasks(caller: Caller, _args: readonly string[], values: CommandInput["values"]) {
  const lines = taskLines(await openWork(caller), caller, { offset: 0, limit: toLimit(values.limit, 50) });
  if (values.json === true) printJson({ tasks: lines });
  else for (const line of lines) print(plain(line));
}

async function timeline(caller: Caller, _args: readonly string[], values: CommandInput["values"]) {
  const { folder, state } = await openWork(caller);
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
