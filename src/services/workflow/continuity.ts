/** The handlers' view of workflow, timeline, specs and state files: one per event, on the files of `platform/`. */
import { existsSync } from "node:fs";
import type { Messages } from "../../locale/messages.ts";
import type { Fault } from "../../platform/atomic-file.ts";
import type { Log } from "../../platform/log.ts";
import { userHome } from "../../platform/paths.ts";
import { isProject } from "../../platform/project.ts";
import type { WorkflowState } from "../../workflow/state.ts";
import { parseThreshold } from "../../workflow/suggest.ts";
import { timelineEvent } from "../../workflow/timeline.ts";
import type { OwnWorkflows } from "../../workflow/workflows.ts";
import type { SessionEnv, SessionMemory, SessionRef } from "../sessions/session-notes.ts";
import type { Changed, Continuity } from "./continuity-type.ts";
import { buildPendingTasksMessage } from "./spec-files.ts";
import { stateFolder, writeStateFile } from "./state-files.ts";
import { appendTimeline, readWorkflow, updateWorkflow, workflowPath } from "./workflow-files.ts";

interface StateFileSwitch {
  /** The setting `stateFiles`; off while past sessions are played: the project's folder is the user's. */
  isOn: boolean;
  /** Where one was written, so that uninstalling finds it again. */
  remember(folder: string): void;
}

interface ContinuityDeps {
  session: SessionRef;
  messages: Messages;
  /** Where workflows are: Pawl's home, or the root of another tool. */
  root: string;
  own: OwnWorkflows;
  /** Claude Code's own folder, for sessions without a project. */
  claudeDir: string;
  /** What this very event brought along. */
  env: SessionEnv;
  memory: SessionMemory;
  log: Log;
  count(name: string): void;
  later(work: () => Promise<void>): void;
  stateFiles: StateFileSwitch;
  /** False where nobody reads the answer: then nothing counts as said. */
  isSaid: boolean;
  /** False where another call of the same event does the writing. */
  isWriter: boolean;
}

export function createContinuity(deps: ContinuityDeps): Continuity {
  const { session, messages, root, memory, log } = deps;

  function report(what: string, { fault, detail }: Fault): void {
    // Most sessions have no workflow.
    if (fault === "missing") return;
    deps.count("continuity_fault");
    log.warn(what, { fault, detail, session: session.id });
  }

  return {
    own: deps.own,
    get workflowPath() {
      return workflowPath(root, session.id);
    },
    workflow() {
      const read = readWorkflow(root, session.id);
      if (read.ok) return read.state;
      report("a workflow cannot be used", read);
      return undefined;
    },
    async changeWorkflow(change) {
      let before: WorkflowState | undefined;
      const swapped = await updateWorkflow(root, session.id, (state) => {
        before = state;
        return change(state);
      });
      if (!swapped.ok) report("a workflow was not changed", swapped);
      if (!swapped.ok || !swapped.changed || before === undefined) return undefined;
      return { before, after: swapped.state } satisfies Changed;
    },
    timeline(type, fields) {
      if (!deps.isWriter) return;
      const now = new Date(session.at).toISOString();
      const event = timelineEvent(type, fields, { now, messages });
      deps.later(async () => {
        const appended = await appendTimeline(root, session.id, event);
        if (!appended.ok) report("a timeline was not written", appended);
      });
    },
    pendingTasks(feature) {
      const options = { messages, ...(typeof feature === "string" ? { feature } : {}) };
      // The folder that the session is in comes first (S3.2); it may be one inside of the project.
      const folders = [...new Set([session.cwd, session.project])].filter((folder) => folder !== "");
      for (const folder of folders) {
        const pending = buildPendingTasksMessage(folder, options);
        if (pending !== null) return pending;
      }
      return null;
    },
    async saveSnapshot(snapshot) {
      if (!deps.stateFiles.isOn) return;
      const root = snapshot.project ?? "";
      const project = root !== "" && existsSync(root) && !isProject(root, userHome()) ? "" : root;
      // A project that was deleted meanwhile is not made again for the sake of a file in it.
      if (project !== "" && !existsSync(project)) {
        log.warn("a state file was not written", { fault: "missing", detail: project, session: session.id });
        return;
      }
      const folder = stateFolder(project, deps.claudeDir);
      const written = await writeStateFile(folder, snapshot);
      if (!written.ok) report("a state file was not written", written);
      else deps.stateFiles.remember(folder);
    },
    async count() {
      const { calls, env } = await memory.counted(session.id);
      return { calls, threshold: parseThreshold(deps.env.COMPACT_THRESHOLD ?? env.COMPACT_THRESHOLD) };
    },
    notes: () => memory.notes(session.id),
    async note(change) {
      if (deps.isSaid) await memory.note(session, change);
    },
  };
}
