/** What handlers need to carry a session's work over compaction and its end. Files stand behind it, not in sight. */
import type { TimelineType } from "../locale/messages.ts";
import type { ClientTask } from "./workflow/client-tasks.ts";
import type { Snapshot } from "./workflow/snapshot.ts";
import type { WorkflowState } from "./workflow/state.ts";
import type { Suggested } from "./workflow/suggest.ts";
import type { OwnWorkflows } from "./workflow/workflows.ts";
import type { FoundWork } from "./works.ts";

/** The piece of work that the session belongs to. */
export interface SessionWork {
  /** Where the workflow's whole state is. */
  workflowPath(): string;
  /** Undefined when there is none, or none that can be used; then the log says why. */
  workflow(): WorkflowState | undefined;
  /** `change` may run again on a newer state. Undefined when there was nothing to change, or no way to. */
  changeWorkflow(change: (state: WorkflowState) => WorkflowState): Promise<Changed | undefined>;
  /** Written after the answer has gone out. */
  timeline(type: TimelineType, fields: Readonly<Record<string, unknown>>): void;
  /** What is open in the session's work; without a workflow in the feature that the folder points to. */
  pendingTasks(): string | null;
  /**
   * Finds the session's work and makes it the session's own. At the start of a session that is the work of the sessions it
   * continues, or the only unfinished one in its place; later only work that no session has yet.
   */
  attach(options: { isStart: boolean; origins?: readonly string[] }): Promise<FoundWork>;
  /** At the end of a turn: work that is done on a branch that was made for it takes the workflow to that branch. */
  worked(hasEdits: () => Promise<boolean>): Promise<void>;
  /** The session leaves for a new one in the same place (`/clear`), which goes on with its work. */
  leaveForNext(): Promise<void>;
  /** The session that was cleared right before this one, in the same place. */
  clearedBefore(): string | undefined;
  /** Which session called a tool of Pawl's own, for the MCP server that only knows the call. */
  noteCall(toolUseId: string): Promise<void>;
  /** The client's own task list, kept with the work. */
  changeClientTasks(change: (tasks: readonly ClientTask[]) => readonly ClientTask[]): Promise<void>;
  /** How it is with the tasks of the feature that the work names. */
  featureTasks(): "open" | "ticked" | "gone" | undefined;
  /** The feature that the work's own folder points to, for work that names none. */
  evidentFeature(): string | undefined;
}

export interface Continuity extends SessionWork {
  /** Workflows that the configuration adds. */
  own: OwnWorkflows;
  /** A command that shows the workflow, as it can be run on this machine. */
  guide: string;
  /** Does not fail: a folder that cannot be written is a line in the log. */
  saveSnapshot(snapshot: Snapshot): Promise<void>;
  /** Tool calls of the conversation itself, the one at hand included, and the session's threshold. */
  count(): Promise<{ calls: number; threshold: number }>;
  /** This workflow was injected. */
  noteAnnounced(mark: string): Promise<void>;
  /** Whether that session is in the middle of a turn, as far as this daemon has seen. */
  isInTurn(sessionId: string): boolean;
  notes(): Promise<SessionNotes>;
  /** Stored with the session, so it survives a restart of the daemon. */
  note(change: Partial<SessionNotes>): Promise<void>;
}

export interface Changed {
  before: WorkflowState;
  after: WorkflowState;
}

/** What was said to the user of this session, so that it is not said again. */
export interface SessionNotes {
  said: Suggested;
  /** The progress that Stop showed last. */
  progress: string;
  /** The count of failures at which the model was last told to stop. */
  stuck: string;
  /** The workflow that was injected last, and its progress at that time. */
  workflow: string;
}
