/** A workflow as lines of text: `pawl workflow status` and the tool `workflow_status` show the same. */

import type { Messages } from "../locale/messages.ts";
import type { Caller } from "./caller.ts";
import { pendingOfWork, tasksOf } from "./pending.ts";
import { FEATURE_FOLDERS } from "./place.ts";
import { oneLine } from "./workflow/cut.ts";
import { countLines, workflowLine } from "./workflow/recovery.ts";
import {
  agentOf,
  stageKeys,
  stagesOfWorkflow,
  stageTitle,
  WORKFLOW_NAMES,
  workflowLabel,
} from "./workflow/stages.ts";
import { isComplete, isFinished, isStuck, progressOf, type WorkflowState } from "./workflow/state.ts";
import { featureLines } from "./workflow/tasks.ts";
import { nameOf } from "./workflow/work.ts";
import type { Work } from "./works.ts";

/** First the workflow with its progress, then a line per stage, then the next step. */
export function statusLines(work: Work, caller: Caller): string[] {
  const { state } = work;
  const { messages } = caller;
  const words = messages.recovery;
  const { bar, done, total } = progressOf(state);
  const label = workflowLabel(state.workflowType, messages);
  const lines = [
    words.workflow(oneLine(state.workflowType), oneLine(label)),
    words.progress(bar, done, total),
  ];
  const width = Math.max(12, ...Object.keys(state.stages).map((key) => Bun.stringWidth(oneLine(key))));
  for (const [key, stage] of Object.entries(state.stages)) {
    const name = oneLine(key);
    const gap = " ".repeat(width - Bun.stringWidth(name));
    const title = oneLine(stageTitle(key, messages));
    const line = `${key === state.currentStage ? "→" : " "} ${name}${gap} ${title}: ${messages.status[stage.status]}`;
    lines.push(`${line}  ${oneLine(agentOf(key))}`.trimEnd());
  }
  lines.push(...countLines(state, messages));
  if (state.featureName !== undefined) lines.push(words.feature(oneLine(state.featureName)));
  const pending = isFinished(state) ? null : pendingOfWork(work, caller.place, messages);
  if (pending !== null) lines.push("", pending);
  return [...lines, "", nextLine(work, caller)];
}

/** Describes its end: all stages done, or ended early. */
export function endLine(state: WorkflowState, messages: Messages): string {
  const { done, total } = progressOf(state);
  const type = oneLine(state.workflowType);
  return isComplete(state)
    ? messages.workflow.complete(type)
    : messages.workflow.endedEarly(type, done, total);
}

function nextLine({ state }: Work, { messages, pawl, hasTools }: Caller): string {
  if (isFinished(state)) return endLine(state, messages);
  if (isStuck(state)) return messages.recovery.stopAndAsk;
  const stage = oneLine(state.currentStage ?? "");
  if (hasTools === true) return messages.workflow.nextTool(stage);
  const typed = /^[\p{L}\p{N}._:-]+$/u.test(stage) ? stage : `'${stage.replaceAll("'", "'\\''")}'`;
  return messages.workflow.next(`${pawl} workflow stage ${typed} completed`);
}

/** Open tasks, from `offset` on. */
export function taskLines(
  work: Work,
  { messages, place }: Caller,
  { offset, limit }: { offset: number; limit: number },
): string[] {
  const { tasks, missing } = tasksOf(work, place);
  if (missing !== undefined) return [messages.tasks.notFound(oneLine(missing), FEATURE_FOLDERS.join(", "))];
  const head = featureLines(tasks, messages);
  if (tasks.total === tasks.done) return [...head, messages.tasks.none];
  const shown = tasks.open.slice(offset, offset + limit);
  const left = tasks.total - tasks.done - offset - shown.length;
  const lines = shown.map((task) => `- [ ] ${oneLine(task)}`);
  return [...head, ...lines, ...(left > 0 ? [messages.tasks.more(left)] : [])];
}

/** A line per work, with the number and the name that every command accepts. */
export function listLines(works: readonly Work[], { messages }: Pick<Caller, "messages">): string[] {
  return works.map(({ state }, at) => {
    const { done, total } = progressOf(state);
    const how = isFinished(state)
      ? endLine(state, messages)
      : `${workflowLine(state, messages)} (${done}/${total})`;
    return `${at + 1}  ${oneLine(nameOf(state))}  ${how}${state.branch === undefined ? "" : `  ${oneLine(state.branch)}`}`;
  });
}

/** How to start one: a line per kind of workflow, with its stages. */
export function startLines(caller: Pick<Caller, "messages" | "pawl">): string[] {
  const command = `${caller.pawl} workflow start TYPE`;
  return [caller.messages.workflow.kinds(command), ...kindLines().map((line) => `  ${line}`)];
}

export function kindLines(): string[] {
  return WORKFLOW_NAMES.map((name) => `${name}: ${stageKeys(stagesOfWorkflow(name) ?? []).join(" → ")}`);
}
