/** The handlers' view of a session's work: workflow, timeline, specs and state files. Created once per event. */
import { existsSync } from "node:fs";
import type { ClientTask } from "../clients/client-tasks.ts";
import type { SessionEnv, SessionMemory, SessionNotes, SessionRef } from "../history/sessions/sessions.ts";
import type { Messages, TimelineType } from "../locale/messages.ts";
import type { Fault } from "../platform/atomic-file.ts";
import type { Log } from "../platform/log.ts";
import { userHome } from "../platform/paths.ts";
import { isProject } from "../platform/project.ts";
import type { RecallContext } from "../recall/recall-context.ts";
import { writeCall } from "./caller.ts";
import { pendingTasks, tasksOf } from "./pending.ts";
import { placeOf, placeOfSession } from "./place.ts";
import { type Snapshot, stateFolder, writeStateFile } from "./state-files.ts";
import type { WorkflowState } from "./workflow/state.ts";
import { timelineEvent } from "./workflow/timeline.ts";
import type { Place } from "./workflow/work.ts";
import { appendTimeline, sessionWorkFolder, updateWorkflow, workflowPath } from "./workflow-files.ts";
import { type FoundWork, findWork, joinWork, mayMove, moveWork, type Work } from "./works.ts";

interface ContinuityDeps {
  session: SessionRef;
  /** The project in which the session started. */
  project: string;
  messages: Messages;
  /** The root of workflows: Pawl's home, or the root of another tool. */
  root: string;
  /** The shell command for Pawl on this machine. */
  pawl: string;
  /** Claude Code's own folder, for sessions without a project. */
  claudeDir: string;
  /** The variables of this event. */
  env: SessionEnv;
  memory: SessionMemory;
  log: Log;
  count(name: string): void;
  later(work: () => Promise<void>): void;
  stateFiles: {
    /** The setting `stateFiles`; off during a replay, because the project's folder is the user's. */
    isOn: boolean;
    /** Remembers a folder with state files, so that uninstalling finds it again. */
    remember(folder: string): void;
  };
  /** False if the client does not read the answer: then nothing counts as shown. */
  isSaid: boolean;
  /** False if another call of the same event writes. */
  isWriter: boolean;
}

interface Attaching {
  isStart: boolean;
  /** The sessions that it continues. */
  origins?: readonly string[] | undefined;
}

export interface Changed {
  before: WorkflowState;
  after: WorkflowState;
}

/** The handlers' functions for preserving a session's work across compaction and its end. */
export type Continuity = ReturnType<typeof createContinuity>;

export function createContinuity(deps: ContinuityDeps) {
  const { session, messages, root, memory, log, isWriter } = deps;
  let knownPlace: Place | undefined;
  let known: FoundWork | undefined;
  const place = () => (knownPlace ??= placeOfSession(session.cwd, deps.project));
  /** Looked up once per event. */
  const found = () => (known ??= findWork(root, { id: session.id, place: place(), isUnclaimed: true }));

  const report: Report = (what, { fault, detail }) => {
    // Most sessions have no workflow.
    if (fault === "missing") return;
    deps.count("continuity_fault");
    log.warn(what, { fault, detail, session: session.id });
  };

  function work(): Work | undefined {
    const now = found();
    if (now.kind === "fault") report("a workflow cannot be used", now);
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
    workflowPath: () => workflowPath(work()?.folder ?? sessionWorkFolder(root, session.id)),
    /** Undefined if there is none, or none that is valid; then the log says why. */
    workflow: () => work()?.state,
    /**
     * Finds the session's work and binds it to the session. At a session's start, that is the work of the sessions it
     * continues, or the only unfinished work in its place; later, only work without any session.
     */
    async attach({ isStart, origins }: Attaching): Promise<FoundWork> {
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
    ...tasksIn(deps, work, place),
    /** A command that shows the workflow, valid on this machine. */
    guide: `${deps.pawl} workflow status`,
    saveSnapshot: (snapshot: Snapshot) => saveSnapshot(snapshot, deps, report),
    /** The conversation's tool calls, including the current one, and the session's threshold. */
    async count(): Promise<{ calls: number; threshold: string | undefined }> {
      const { calls, env } = await memory.counted(session.id);
      return { calls, threshold: deps.env.COMPACT_THRESHOLD ?? env.COMPACT_THRESHOLD };
    },
    /** True if that session is in the middle of a turn, according to this daemon. */
    isInTurn: memory.isInTurn,
    notes: () => memory.notes(session.id),
    /** This workflow was injected. */
    async noteAnnounced(workflow: string): Promise<void> {
      // If two hooks handle one event, the writer is the one whose context reaches the model.
      if (isWriter) await memory.note(session, { workflow });
    },
    /** Stored with the session, so it survives a restart of the daemon. */
    async note(change: Partial<SessionNotes>): Promise<void> {
      if (deps.isSaid) await memory.note(session, change);
    },
  };
}

type Report = (what: string, fault: Pick<Fault, "fault" | "detail">) => void;

/** Never throws: an unwritable folder is only logged. */
async function saveSnapshot(
  snapshot: Snapshot,
  { stateFiles, claudeDir, log, session }: ContinuityDeps,
  report: Report,
): Promise<void> {
  if (!stateFiles.isOn) return;
  const root = snapshot.project ?? "";
  const project = root !== "" && existsSync(root) && !isProject(root, userHome()) ? "" : root;
  // If the project was deleted meanwhile, do not create its folder again just for this file.
  if (project !== "" && !existsSync(project)) {
    log.warn("a state file was not written", { fault: "missing", detail: project, session: session.id });
    return;
  }
  const folder = stateFolder(project, claudeDir);
  const written = await writeStateFile(folder, snapshot);
  if (!written.ok) report("a state file was not written", written);
  else stateFiles.remember(folder);
}

/** The open tasks of the session's work. */
function tasksIn({ session, messages }: ContinuityDeps, work: () => Work | undefined, place: () => Place) {
  return {
    pendingTasks: () => pendingTasks(work(), { place: place(), cwd: session.cwd, messages }),
    /** The state of the tasks in the work's feature. */
    featureTasks(): "open" | "ticked" | "gone" | undefined {
      const now = work();
      if (now === undefined || now.state.featureName === undefined) return undefined;
      const { tasks, missing } = tasksOf(now, place());
      if (missing !== undefined || tasks.total === 0) return "gone";
      return tasks.total === tasks.done ? "ticked" : "open";
    },
    /** The feature that the work's own folder points to, for work without one. */
    evidentFeature(): string | undefined {
      const now = work();
      if (now === undefined || now.state.featureName !== undefined) return undefined;
      return tasksOf(now, place()).tasks.name;
    },
  };
}

/** The context of the workflow's part of an event, beyond recall's context. */
export interface WorkContext extends RecallContext {
  settings: { context: { userImports: readonly string[]; coreTokens: number } };
  /** The workflow, the state files, and earlier messages to the user. */
  continuity: Continuity;
  /** The texts of the project's CLAUDE.md files. */
  claudeMd(): string;
  /** Work that no answer waits for. The daemon completes it before it exits. */
  later(work: () => Promise<void>): void;
}
