/** What handlers need to carry a session's work over compaction and its end. Files stand behind it, not in sight. */
import type { TimelineType } from "../../locale/messages.ts";
import type { Snapshot } from "../../workflow/snapshot.ts";
import type { WorkflowState } from "../../workflow/state.ts";
import type { Suggested } from "../../workflow/suggest.ts";
import type { OwnWorkflows } from "../../workflow/workflows.ts";

export interface Continuity {
  /** Workflows that the configuration adds. */
  own: OwnWorkflows;
  /** Where the workflow's whole state is. */
  workflowPath: string;
  /** Undefined when there is none, or none that can be used; then the log says why. */
  workflow(): WorkflowState | undefined;
  /** `change` may run again on a newer state. Undefined when there was nothing to change, or no way to. */
  changeWorkflow(change: (state: WorkflowState) => WorkflowState): Promise<Changed | undefined>;
  /** Written after the answer has gone out. */
  timeline(type: TimelineType, fields: Readonly<Record<string, unknown>>): void;
  /** S3.4: what is open in the feature that is being worked at, or in the named one. */
  pendingTasks(feature?: string | null): string | null;
  /** Does not fail: a folder that cannot be written is a line in the log. */
  saveSnapshot(snapshot: Snapshot): Promise<void>;
  /** Tool calls of the conversation itself, the one at hand included, and the session's threshold (S0.7). */
  count(): Promise<{ calls: number; threshold: number }>;
  notes(): Promise<SessionNotes>;
  /** Kept with the session, also when the daemon starts anew. */
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
}
