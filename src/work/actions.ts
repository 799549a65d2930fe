/** Workflow actions of people and the model: start, move, end. One implementation for the terminal and the tools. */

import type { Messages, TimelineType } from "../locale/messages.ts";
import type { Fault } from "../platform/atomic-file.ts";
import { PawlError } from "../platform/errors.ts";
import { nearestName } from "../platform/nearest-name.ts";
import type { Caller } from "./caller.ts";
import { limitNotice, movesBetween } from "./stage-moves.ts";
import { oneLine } from "./workflow/cut.ts";
import { workflowLine } from "./workflow/recovery.ts";
import { stageLabel, stagesOfWorkflow, WORKFLOW_NAMES } from "./workflow/stages.ts";
import {
  findStageKey,
  isFinished,
  progressOf,
  STAGE_WORDS,
  stageChange,
  startWorkflow,
  type WorkflowState,
} from "./workflow/state.ts";
import { timelineEvent } from "./workflow/timeline.ts";
import { nameOf } from "./workflow/work.ts";
import { appendTimeline, createWorkflow, updateWorkflow, workflowPath } from "./workflow-files.ts";
import {
  createWork,
  findWork,
  inPlace,
  joinWork,
  lastFinished,
  mayMove,
  moveWork,
  type Work,
  writePointer,
} from "./works.ts";

/** If no work is unfinished here, returns the last finished workflow, without changing it. */
export function openToShow(caller: Caller): Work {
  const { root, place, id, feature } = caller;
  const last = feature === undefined ? lastFinished(root, place) : undefined;
  return last !== undefined && findWork(root, { id, place }).kind === "none" ? last : openWork(caller);
}

/** Finds the workflow that the caller means. Throws if there is none, or if a person has to choose. */
export function openWork(caller: Caller): Work {
  const { root, messages, feature, place, id } = caller;
  const words = messages.workflow;
  const found = findWork(root, { id, place, feature });
  if (found.kind === "one") return found.work;
  if (found.kind === "fault") throw faultError({ ok: false, ...found }, found.path, messages);
  if (found.kind === "several") throw severalError(found.works, caller);
  if (feature !== undefined) throw new PawlError("workflow_none", words.noFeature(oneLine(feature)));
  throw new PawlError("workflow_none", words.none(`${caller.pawl} workflow start TYPE`));
}

export interface Acted {
  work: Work;
  /** A notice for the caller. */
  notice?: string | undefined;
}

/** A running workflow is never discarded by accident. */
export async function startWork(
  caller: Caller,
  type: string,
  { replace = false }: { replace?: boolean } = {},
): Promise<Acted> {
  const { root, messages, place, id = "", feature, now } = caller;
  const stages = stagesOfWorkflow(type);
  if (stages === undefined) throw unknownWorkflow(type, caller);
  const before = findWork(root, { id: caller.id, place, feature });
  const running = before.kind === "one" && !isFinished(before.work.state) ? before.work : undefined;
  // An unreadable workflow may hold hours of work, so it is not replaced without asking either.
  if (before.kind === "fault" && !replace) throw faultError({ ok: false, ...before }, before.path, messages);
  // Pawl must not choose which one is replaced.
  if (before.kind === "several") throw severalError(before.works, caller);
  if (running !== undefined && !replace) throw alreadyRunning(running, type, caller);
  const named = feature === undefined ? {} : { featureName: feature };
  const begun = startWorkflow({ name: type, stages }, { sessionId: id, now, ...named });
  const state = inPlace({ ...begun, sessions: id === "" ? [] : [id] }, place);
  const created =
    running === undefined
      ? await createWork(root, place, state)
      : await createWorkflow(running.folder, state);
  if (!created.ok) throw faultError(created, created.detail, messages);
  const folder = "folder" in created ? created.folder : (running?.folder ?? "");
  if (id !== "") await writePointer(root, id, folder);
  const record = recorder(caller, folder);
  if (running !== undefined) await record("workflow:abort", { workflowType: running.state.workflowType });
  await record("workflow:start", { workflowType: type, feature });
  return { work: { folder, state } };
}

export async function moveStage(caller: Caller, name: string, word: string): Promise<Acted> {
  const { root, messages, now, id, place } = caller;
  const change = stageChange(word);
  if (change === undefined) throw unknownStatus(word, caller);
  const work = openWork(caller);
  let before = work.state;
  const keyOf = (state: WorkflowState) => findStageKey(state, name, (key) => stageLabel(key, messages));
  const updated = await updateWorkflow(work.folder, (state) => {
    before = state;
    const key = keyOf(state);
    return key === undefined ? state : change(state, key, now);
  });
  if (!updated.ok) throw faultError(updated, workflowPath(work.folder), messages);
  if (keyOf(before) === undefined) {
    const known = Object.keys(before.stages);
    const labels = known.map((key) => stageLabel(key, messages));
    const sentence = messages.workflow.unknownStage(name, known.join(", "));
    throw new PawlError("stage_unknown", withNearest(sentence, name, [...known, ...labels], messages));
  }
  const record = recorder(caller, work.folder);
  for (const { type, ...fields } of movesBetween(before, updated.state)) await record(type, fields);
  // A session that moves a stage counts as working on the workflow.
  if (id !== undefined && !updated.state.sessions?.includes(id)) await joinWork(root, work, id, place);
  if (mayMove(work, place)) await moveWork(work, place);
  return {
    work: { folder: work.folder, state: updated.state },
    notice: limitNotice({ before, after: updated.state }, messages),
  };
}

/** Ends the work without finishing it: no later session continues it. */
export async function endWork(caller: Caller): Promise<Acted> {
  const work = openWork(caller);
  const updated = await updateWorkflow(work.folder, (state) =>
    isFinished(state) ? state : { ...state, endedAt: caller.now },
  );
  if (!updated.ok) throw faultError(updated, workflowPath(work.folder), caller.messages);
  if (updated.changed)
    await recorder(caller, work.folder)("workflow:abort", { workflowType: updated.state.workflowType });
  return { work: { folder: work.folder, state: updated.state } };
}

function recorder({ messages, now }: Caller, folder: string) {
  return async (type: TimelineType, fields: Readonly<Record<string, unknown>>): Promise<void> => {
    const appended = await appendTimeline(folder, timelineEvent(type, fields, { now, messages }));
    if (!appended.ok) throw faultError(appended, `${folder}/timeline.jsonl`, messages);
  };
}

export function unknownWorkflow(type: string, { messages }: Pick<Caller, "messages">): PawlError {
  const sentence = messages.workflow.unknownWorkflow(type, WORKFLOW_NAMES.join(", "));
  return new PawlError("workflow_unknown", withNearest(sentence, type, WORKFLOW_NAMES, messages));
}

function withNearest(sentence: string, typed: string, known: readonly string[], messages: Messages): string {
  const nearest = nearestName(typed, known);
  return nearest === undefined ? sentence : `${sentence} ${messages.workflow.nearest(nearest)}`;
}

export function unknownStatus(word: string, { messages }: Pick<Caller, "messages">): PawlError {
  return new PawlError("status_unknown", messages.workflow.unknownStatus(word, STAGE_WORDS.join(", ")));
}

function alreadyRunning({ state }: Work, type: string, { messages, pawl }: Caller): PawlError {
  const { done, total } = progressOf(state);
  const words = messages.workflow;
  return new PawlError("workflow_running", words.alreadyRunning(workflowLine(state, messages), done, total), {
    hint: words.alreadyRunningHint(
      `${pawl} workflow start ${type} --replace`,
      `${pawl} workflow start ${type} --feature NAME`,
    ),
  });
}

function severalError(works: readonly Work[], { messages, hasTools }: Caller): PawlError {
  const list = works.map(({ state }) => `${nameOf(state)}: ${workflowLine(state, messages)}`).join("; ");
  const words = messages.workflow;
  return new PawlError("workflow_several", words.several(list), {
    hint: words.severalHint(hasTools === true ? `feature: "${nameOf(works[0]?.state)}"` : "--feature NAME"),
  });
}

/** Moves work from another branch to this one, on explicit request only. */
export async function takeWork(caller: Caller): Promise<Acted> {
  const work = openWork(caller);
  const moved = await moveWork(work, caller.place);
  if (!moved.ok) throw faultError(moved, workflowPath(work.folder), caller.messages);
  return { work: { folder: work.folder, state: moved.state } };
}

function faultError({ fault, detail }: Fault, path: string, messages: Messages): PawlError {
  return new PawlError(`workflow_${fault}`, `${path}: ${messages.workflow.faults[fault]}`, { cause: detail });
}
