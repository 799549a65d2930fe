/** The work of one session, from the view of its event handlers. */

import type { ClientTask } from "../clients/client-tasks.ts";
import type { SessionRef } from "../history/sessions/session-notes.ts";
import type { Messages, TimelineType } from "../locale/messages.ts";
import type { Fault } from "../platform/atomic-file.ts";
import { writeCall } from "./handover.ts";
import { featureOf, pendingTasks } from "./pending.ts";
import { placeOf, placeOfSession } from "./place.ts";
import type { WorkflowState } from "./workflow/state.ts";
import { timelineEvent } from "./workflow/timeline.ts";
import type { Place } from "./workflow/work.ts";
import { appendTimeline, sessionWorkFolder, updateWorkflow, workflowPath } from "./workflow-files.ts";
import { type FoundWork, findWork, joinWork, mayMove, moveWork, type Work } from "./works.ts";

export interface SessionWorkDeps {
  session: SessionRef;
  /** The project in which the session started. */
  project: string;
  messages: Messages;
  /** The root of workflows: Pawl's home, or the root of another tool. */
  root: string;
  later(work: () => Promise<void>): void;
  /** False if another call of the same event writes. */
  isWriter: boolean;
}

type Report = (what: string, fault: Fault) => void;

export interface Changed {
  before: WorkflowState;
  after: WorkflowState;
}

/** `report` logs and counts failed reads and writes. */
export function createSessionWork(deps: SessionWorkDeps, report: Report) {
  const { session, messages, root, project, isWriter } = deps;
  let knownPlace: Place | undefined;
  let known: FoundWork | undefined;
  const place = () => (knownPlace ??= placeOfSession(session.cwd, project));
  /** Looked up once per event. */
  const found = () => (known ??= findWork(root, { id: session.id, place: place(), isUnclaimed: true }));

  function work(): Work | undefined {
    const now = found();
    if (now.kind === "fault") report("a workflow cannot be used", { ok: false, ...now });
    return now.kind === "one" ? now.work : undefined;
  }

  /** `change` may run again on a newer state. Undefined if there was nothing to change, or if the change failed. */
  async function changeWorkflow(
    change: (state: WorkflowState) => WorkflowState,
  ): Promise<Changed | undefined> {
    const at = work()?.folder;
    if (at === undefined) return undefined;
    let before: WorkflowState | undefined;
    const swapped = await updateWorkflow(at, (state) => {
      before = state;
      return change(state);
    });
    if (!swapped.ok) report("a workflow was not changed", swapped);
    if (!swapped.ok || !swapped.changed || before === undefined) return undefined;
    known = { kind: "one", work: { folder: at, state: swapped.state }, isBound: true };
    return { before, after: swapped.state };
  }

  return {
    /** The path of the workflow's whole state. */
    workflowPath(): string {
      return workflowPath(work()?.folder ?? sessionWorkFolder(root, session.id));
    },
    /** Undefined if there is none, or none that is valid; then the log says why. */
    workflow(): WorkflowState | undefined {
      return work()?.state;
    },
    /**
     * Finds the session's work and binds it to the session. At a session's start, that is the work of the sessions it
     * continues, or the only unfinished work in its place; later, only work without any session.
     */
    async attach({
      isStart,
      origins = [],
    }: {
      isStart: boolean;
      origins?: readonly string[];
    }): Promise<FoundWork> {
      const now = findWork(root, { id: session.id, origins, place: place(), isUnclaimed: !isStart });
      known = now;
      if (now.kind !== "one" || !isWriter) return now;
      // A finished workflow is left alone: the session may return to it, but does not work on it.
      const isSame = now.isBound && now.work.state.sessions?.includes(session.id) === true;
      if (isSame && now.work.state.branch === place().branch) return now;
      const joined = await joinWork(root, now.work, session.id, place());
      if (!joined.ok) report("a session did not join its workflow", joined);
      known = undefined;
      return found();
    },
    /** At the end of a turn: work done on a branch created for it moves the workflow to that branch. */
    async worked(hasEdits: () => Promise<boolean>): Promise<void> {
      const now = work();
      if (now === undefined || !isWriter || !mayMove(now, place()) || !(await hasEdits())) return;
      const moved = await moveWork(now, place());
      if (!moved.ok) report("a workflow did not move to its branch", moved);
      known = undefined;
    },
    /** True if a session in this folder worked in the same checkout. */
    isHere: (cwd: string) => placeOf(cwd).checkout === place().checkout,
    /** Notes which session called a tool of Pawl's own, for the MCP server that sees only the call. */
    async noteCall(toolUseId: string): Promise<void> {
      const written = await writeCall(root, toolUseId, session.id, session.at);
      if (!written.ok) report("a tool call was not noted", written);
    },
    /** The client's own task list, stored with the work. */
    async changeClientTasks(change: (tasks: readonly ClientTask[]) => readonly ClientTask[]): Promise<void> {
      if (!isWriter) return;
      await changeWorkflow((state) => {
        const before = state.clientTasks ?? [];
        const clientTasks = change(before);
        return clientTasks === before ? state : { ...state, clientTasks: [...clientTasks] };
      });
    },
    changeWorkflow,
    /** Written after the answer was sent. */
    timeline(type: TimelineType, fields: Readonly<Record<string, unknown>>): void {
      if (!isWriter) return;
      const now = new Date(session.at).toISOString();
      const event = timelineEvent(type, fields, { now, messages });
      deps.later(async () => {
        const at = work()?.folder;
        if (at === undefined) return;
        const appended = await appendTimeline(at, event);
        if (!appended.ok) report("a timeline was not written", appended);
      });
    },
    ...openTasksOf(deps, work, place),
  };
}

/** The open tasks of the session's work. */
function openTasksOf(
  { session, messages }: SessionWorkDeps,
  work: () => Work | undefined,
  place: () => Place,
) {
  return {
    pendingTasks: () => pendingTasks(work(), { place: place(), cwd: session.cwd, messages }),
    /** The state of the tasks in the work's feature. */
    featureTasks(): "open" | "ticked" | "gone" | undefined {
      const now = work();
      if (now === undefined || (now.state.featureName ?? "") === "") return undefined;
      const { feature } = featureOf(now, place());
      if (feature === undefined || feature.total === 0) return "gone";
      return feature.total === feature.done ? "ticked" : "open";
    },
    /** The feature that the work's own folder points to, for work without one. */
    evidentFeature(): string | undefined {
      const now = work();
      if (now === undefined || (now.state.featureName ?? "") !== "") return undefined;
      return featureOf(now, place()).feature?.name;
    },
  };
}
