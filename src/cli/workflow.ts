import { PawlError } from "../errors.ts";
import type { TimelineType } from "../locale/messages.ts";
import type { Fault } from "../platform/atomic-file.ts";
import {
  appendTimeline,
  createWorkflow,
  readTimeline,
  readWorkflow,
  updateWorkflow,
} from "../services/workflow/workflow-files.ts";
import { movesBetween } from "../workflow/moves.ts";
import { findStageKey, isComplete, startWorkflow, type WorkflowState } from "../workflow/state.ts";
import { timelineEvent } from "../workflow/timeline.ts";
import { workflowLabel, workflowNamed, workflowNames } from "../workflow/workflows.ts";
import { type Command, json, toLimit, toText, UsageError } from "./command.ts";
import { print, printJson } from "./output.ts";
import { type Desk, openDesk } from "./workflow-desk.ts";
import { STAGE_WORDS, stageChange } from "./workflow-stage.ts";
import { showTimeline, showWorkflow, toWorkflowJson } from "./workflow-view.ts";

const USAGE = "workflow start TYPE | stage NAME STATUS | status | timeline";

export const command: Command = {
  summary: "The workflow of a session: start it, move its stages, see where it stands",
  usage: `${USAGE} [--session ID] [--feature NAME] [--limit N] [--json]`,
  details: [
    "  start TYPE         standard, quick, debug, refactor, tdd, review-only, docs-only, security, discovery, …,",
    "                     or one from config.json; --feature names the folder in specs/features/in-progress",
    `  stage NAME STATUS  STATUS is one of ${STAGE_WORDS.join(", ")}`,
    "  status             stages, open tasks, what comes next",
    "  timeline           what happened, oldest first; --limit N for the newest N",
    "--session is an id or its first characters; default: the newest session of this project.",
  ].join("\n"),
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
    if (action === undefined || wanted === undefined) throw new UsageError(`Usage: pawl ${USAGE}`);
    if (rest.length !== wanted) {
      throw new UsageError(`pawl workflow ${action} takes ${wanted} arguments.\nUsage: pawl ${USAGE}`);
    }
    const desk = await openDesk(toText(values.session));
    const asJson = values.json === true;
    if (action === "timeline") {
      const events = readTimeline(desk.root, desk.id, toLimit(values.limit, 2000));
      if (asJson) printJson({ sessionId: desk.id, events });
      else showTimeline(events);
      return 0;
    }
    const state =
      action === "start"
        ? await start(desk, rest[0] ?? "", toText(values.feature))
        : action === "stage"
          ? await move(desk, rest[0] ?? "", rest[1] ?? "")
          : read(desk);
    if (asJson) printJson(toWorkflowJson(state, desk));
    else {
      const { workflowType: type } = state;
      const label = workflowLabel(type, desk.messages, desk.own);
      if (action === "start") print(desk.messages.workflow.started(type, label));
      showWorkflow(state, desk);
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

async function start(desk: Desk, type: string, feature: string | undefined): Promise<WorkflowState> {
  const { root, id, own, messages, now } = desk;
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
  if (!created.ok) throw faultError(created, desk);
  if (before.ok && !isComplete(before.state)) {
    await inject(desk, "workflow:abort", { workflowType: before.state.workflowType });
  }
  await inject(desk, "workflow:start", { workflowType: type, feature });
  return created.state;
}

async function move(desk: Desk, name: string, status: string): Promise<WorkflowState> {
  const { root, id, messages, now } = desk;
  const change = stageChange(status);
  if (change === undefined) {
    throw new UsageError(messages.workflow.unknownStatus(status, STAGE_WORDS.join(", ")));
  }
  let before = read(desk);
  const updated = await updateWorkflow(root, id, (state) => {
    before = state;
    const key = findStageKey(state, name);
    return key === undefined ? state : change(state, key, now);
  });
  if (!updated.ok) throw faultError(updated, desk);
  if (findStageKey(before, name) === undefined) {
    const known = Object.keys(before.stages).join(", ");
    throw new PawlError("stage_unknown", messages.workflow.unknownStage(name, known));
  }
  for (const { type, ...fields } of movesBetween(before, updated.state)) await inject(desk, type, fields);
  return updated.state;
}

function read(desk: Desk): WorkflowState {
  const found = readWorkflow(desk.root, desk.id);
  if (found.ok) return found.state;
  throw faultError(found, desk);
}

function faultError({ fault, detail }: Fault, { messages, path }: Desk): PawlError {
  if (fault === "missing") {
    return new PawlError("workflow_none", messages.workflow.none("pawl workflow start TYPE"));
  }
  return new PawlError(`workflow_${fault}`, `${path}: ${messages.workflow.faults[fault]}`, { cause: detail });
}

async function inject(desk: Desk, type: TimelineType, fields: Record<string, unknown>): Promise<void> {
  const appended = await appendTimeline(desk.root, desk.id, timelineEvent(type, fields, desk));
  if (!appended.ok) print(`timeline.jsonl: ${desk.messages.workflow.faults[appended.fault]}`);
}
