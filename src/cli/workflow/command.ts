import { PawlError } from "../../errors.ts";
import type { TimelineType } from "../../locale/messages.ts";
import type { Fault } from "../../platform/atomic-file.ts";
import {
  appendTimeline,
  createWorkflow,
  readTimeline,
  readWorkflow,
  updateWorkflow,
} from "../../services/workflow/workflow-files.ts";
import { movesBetween } from "../../workflow/moves.ts";
import { findStageKey, isComplete, startWorkflow, type WorkflowState } from "../../workflow/state.ts";
import { timelineEvent } from "../../workflow/timeline.ts";
import { workflowLabel, workflowNamed, workflowNames } from "../../workflow/workflows.ts";
import { type Command, json, toLimit, toText, UsageError } from "../command.ts";
import { print, printJson } from "../output.ts";
import { words } from "../words.ts";
import { openContext, type WorkflowContext } from "./context.ts";
import { STAGE_WORDS, stageChange } from "./stage.ts";
import { showTimeline, showWorkflow, toWorkflowJson } from "./view.ts";

const USAGE = "workflow start TYPE | stage NAME STATUS | status | timeline";

export const command: Command = {
  usage: `${USAGE} [--session ID] [--feature NAME] [--limit N] [--json]`,
  values: { STATUSES: STAGE_WORDS.join(", ") },
  example: "pawl workflow start standard --feature user-login",
  options: {
    ...json,
    session: { type: "string" },
    feature: { type: "string" },
    limit: { type: "string" },
  },
  positionals: 3,
  async run({ values, positionals }) {
    const [action, ...rest] = positionals;
    const wanted = ARGUMENTS[action ?? ""];
    if (action === undefined)
      throw new UsageError(words.errors.missingAction("workflow", Object.keys(ARGUMENTS).join(", ")));
    if (wanted === undefined)
      throw new UsageError(words.errors.unknownAction("workflow", action, Object.keys(ARGUMENTS).join(", ")));
    if (rest.length !== wanted)
      throw new UsageError(words.errors.argumentCount(`workflow ${action}`, wanted), USAGE);
    const context = await openContext(toText(values.session));
    const asJson = values.json === true;
    if (action === "timeline") {
      const events = readTimeline(context.root, context.id, toLimit(values.limit, 2000));
      if (asJson) printJson({ sessionId: context.id, events });
      else showTimeline(events);
      return 0;
    }
    const state =
      action === "start"
        ? await start(context, rest[0] ?? "", toText(values.feature))
        : action === "stage"
          ? await move(context, rest[0] ?? "", rest[1] ?? "")
          : read(context);
    if (asJson) printJson(toWorkflowJson(state, context));
    else {
      const { workflowType: type } = state;
      const label = workflowLabel(type, context.messages, context.own);
      if (action === "start") print(context.messages.workflow.started(type, label));
      showWorkflow(state, context);
    }
    return 0;
  },
};

const ARGUMENTS: Readonly<Record<string, number | undefined>> = {
  start: 1,
  stage: 2,
  status: 0,
  timeline: 0,
};

async function start(
  context: WorkflowContext,
  type: string,
  feature: string | undefined,
): Promise<WorkflowState> {
  const { root, id, own, messages, now } = context;
  const workflow = workflowNamed(type, own);
  if (workflow === undefined) {
    throw new UsageError(messages.workflow.unknownWorkflow(type, workflowNames(own).join(", ")));
  }
  const before = readWorkflow(root, id);
  const state = startWorkflow(workflow, {
    sessionId: id,
    now,
    ...(feature === undefined ? {} : { featureName: feature }),
  });
  const created = await createWorkflow(root, id, state);
  if (!created.ok) throw faultError(created, context);
  if (before.ok && !isComplete(before.state)) {
    await record(context, "workflow:abort", { workflowType: before.state.workflowType });
  }
  await record(context, "workflow:start", { workflowType: type, feature });
  return created.state;
}

async function move(context: WorkflowContext, name: string, status: string): Promise<WorkflowState> {
  const { root, id, messages, now } = context;
  const change = stageChange(status);
  if (change === undefined) {
    throw new UsageError(messages.workflow.unknownStatus(status, STAGE_WORDS.join(", ")));
  }
  let before = read(context);
  const updated = await updateWorkflow(root, id, (state) => {
    before = state;
    const key = findStageKey(state, name);
    return key === undefined ? state : change(state, key, now);
  });
  if (!updated.ok) throw faultError(updated, context);
  if (findStageKey(before, name) === undefined) {
    const known = Object.keys(before.stages).join(", ");
    throw new PawlError("stage_unknown", messages.workflow.unknownStage(name, known));
  }
  for (const { type, ...fields } of movesBetween(before, updated.state)) await record(context, type, fields);
  return updated.state;
}

function read(context: WorkflowContext): WorkflowState {
  const found = readWorkflow(context.root, context.id);
  if (found.ok) return found.state;
  throw faultError(found, context);
}

function faultError({ fault, detail }: Fault, { messages, path }: WorkflowContext): PawlError {
  if (fault === "missing") {
    return new PawlError("workflow_none", messages.workflow.none("pawl workflow start TYPE"));
  }
  return new PawlError(`workflow_${fault}`, `${path}: ${messages.workflow.faults[fault]}`, { cause: detail });
}

async function record(
  context: WorkflowContext,
  type: TimelineType,
  fields: Record<string, unknown>,
): Promise<void> {
  const appended = await appendTimeline(context.root, context.id, timelineEvent(type, fields, context));
  if (!appended.ok) print(`timeline.jsonl: ${context.messages.workflow.faults[appended.fault]}`);
}
