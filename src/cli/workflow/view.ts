/** A workflow as people and scripts see it. */
import { formatTime } from "../../platform/clock.ts";
import { buildPendingTasksMessage } from "../../services/workflow/spec-files.ts";
import { progressOf } from "../../workflow/bar.ts";
import { oneLine } from "../../workflow/cut.ts";
import { isStage, STAGES, stageOf, stageTitle } from "../../workflow/stages.ts";
import { ATTEMPTS, type WorkflowState } from "../../workflow/state.ts";
import type { TimelineEvent } from "../../workflow/timeline.ts";
import { workflowLabel } from "../../workflow/workflows.ts";
import { bold, dim, padTo, plain, print } from "../output.ts";
import type { WorkflowContext } from "./context.ts";

export function toWorkflowJson(state: WorkflowState, { id, path, messages, own }: WorkflowContext) {
  return {
    ...state,
    sessionId: id,
    label: workflowLabel(state.workflowType, messages, own),
    progress: progressOf(state),
    path,
  };
}

/** Also the guide that the recovery message names: the state, and the next step. */
export function showWorkflow(state: WorkflowState, { id, messages, own }: WorkflowContext): void {
  const words = messages.recovery;
  const { bar, done, total } = progressOf(state);
  const label = workflowLabel(state.workflowType, messages, own);
  print(`${bold(plain(words.workflow(oneLine(state.workflowType), label)))}  ${dim(id.slice(0, 8))}`);
  print(words.progress(bar, done, total));
  const width = Math.max(12, ...Object.keys(state.stages).map((key) => Bun.stringWidth(plain(key))));
  for (const [key, stage] of Object.entries(state.stages)) {
    const mark = key === state.currentStage ? "→" : " ";
    const name = stageOf(key);
    const agent = isStage(name) ? STAGES[name].agent : "";
    const title = stageTitle(key, messages);
    print(
      `${mark} ${padTo(plain(key), width)} ${plain(title)}: ${messages.status[stage.status]}  ${dim(agent)}`,
    );
  }
  if (state.failCount > 0) print(words.failures(state.failCount, ATTEMPTS));
  if (state.rejectCount > 0) print(words.rejections(state.rejectCount, ATTEMPTS));
  const feature = state.featureName ?? undefined;
  const pending = buildPendingTasksMessage(process.cwd(), {
    messages,
    ...(feature === undefined ? {} : { feature }),
  });
  if (pending !== null) print(`\n${plain(pending)}`);
  const { currentStage } = state;
  if (typeof currentStage === "string" && currentStage !== "") {
    print(`\n${messages.workflow.next(`pawl workflow stage ${plain(currentStage)} completed`)}`);
  } else print(messages.workflow.complete(plain(state.workflowType)));
}

const KNOWN = new Set(["ts", "type", "category", "label"]);

export function showTimeline(events: readonly TimelineEvent[]): void {
  for (const event of events) {
    const details = Object.entries(event)
      .filter(([name, value]) => !KNOWN.has(name) && (typeof value === "string" || typeof value === "number"))
      .map(([name, value]) => `${name}=${value}`);
    const at = formatTime(Date.parse(event.ts));
    print(`${dim(at)}  ${plain(event.label)}  ${dim(plain(details.join(" ")))}`.trimEnd());
  }
}
