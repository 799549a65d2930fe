/** The handlers' view of workflow, timeline, specs and state files. Created once per event. */
import { existsSync } from "node:fs";
import type { SessionEnv, SessionMemory, SessionNotes } from "../history/sessions/session-notes.ts";
import type { Fault } from "../platform/atomic-file.ts";
import type { Log } from "../platform/log.ts";
import { userHome } from "../platform/paths.ts";
import { isProject } from "../platform/project.ts";
import type { RecallContext } from "../recall/recall-context.ts";
import { createSessionWork, type SessionWorkDeps } from "./session-work.ts";
import { stateFolder, writeStateFile } from "./state-files.ts";
import type { Snapshot } from "./workflow/snapshot.ts";

interface StateFileSwitch {
  /** The setting `stateFiles`; off during a replay, because the project's folder is the user's. */
  isOn: boolean;
  /** Remembers a folder with state files, so that uninstalling finds it again. */
  remember(folder: string): void;
}

interface ContinuityDeps extends SessionWorkDeps {
  /** The shell command for Pawl on this machine. */
  pawl: string;
  /** Claude Code's own folder, for sessions without a project. */
  claudeDir: string;
  /** The variables of this event. */
  env: SessionEnv;
  memory: SessionMemory;
  log: Log;
  count(name: string): void;
  stateFiles: StateFileSwitch;
  /** False if the client does not read the answer: then nothing counts as shown. */
  isSaid: boolean;
}

/** The handlers' functions for preserving a session's work across compaction and its end. */
export type Continuity = ReturnType<typeof createContinuity>;

export function createContinuity(deps: ContinuityDeps) {
  const { session, memory, log } = deps;

  function report(what: string, { fault, detail }: Fault): void {
    // Most sessions have no workflow.
    if (fault === "missing") return;
    deps.count("continuity_fault");
    log.warn(what, { fault, detail, session: session.id });
  }

  return {
    ...createSessionWork(deps, report),
    /** A command that shows the workflow, valid on this machine. */
    guide: `${deps.pawl} workflow status`,
    /** Never throws: an unwritable folder is only logged. */
    async saveSnapshot(snapshot: Snapshot): Promise<void> {
      if (!deps.stateFiles.isOn) return;
      const root = snapshot.project ?? "";
      const project = root !== "" && existsSync(root) && !isProject(root, userHome()) ? "" : root;
      // If the project was deleted meanwhile, do not create its folder again just for this file.
      if (project !== "" && !existsSync(project)) {
        log.warn("a state file was not written", { fault: "missing", detail: project, session: session.id });
        return;
      }
      const folder = stateFolder(project, deps.claudeDir);
      const written = await writeStateFile(folder, snapshot);
      if (!written.ok) report("a state file was not written", written);
      else deps.stateFiles.remember(folder);
    },
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
      if (deps.isWriter) await memory.note(session, { workflow });
    },
    /** Stored with the session, so it survives a restart of the daemon. */
    async note(change: Partial<SessionNotes>): Promise<void> {
      if (deps.isSaid) await memory.note(session, change);
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
