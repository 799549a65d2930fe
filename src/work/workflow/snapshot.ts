/** State files: a session's result for people and other tools. */
import { clip, oneLine } from "./cut.ts";
import { progressOf, type WorkflowState } from "./state.ts";
import type { SessionHistory, WorkingSet } from "./working-set.ts";

/** Maximum entries of each list in the file. */
const MOST = { prompts: 20, files: 100, commands: 50 };

/** Documented in docs/continuity.md and stable: fields are added, never changed. */
export type Snapshot = ReturnType<typeof createSnapshot>;

export function createSnapshot(parts: {
  now: number;
  event: "Stop" | "PreCompact" | "SessionEnd";
  session: { id: string; project?: string; startedAt: number };
  history: Pick<SessionHistory, "prompts">;
  set: WorkingSet;
  summary?: string;
  state?: WorkflowState;
}) {
  const { session, set, state } = parts;
  return {
    version: 1,
    /** Marks the file as Pawl's. Without it, Pawl neither overwrites nor deletes the file. */
    writtenBy: "pawl",
    timestamp: new Date(parts.now).toISOString(),
    sessionId: session.id,
    event: parts.event,
    project: session.project ?? null,
    startedAt: new Date(session.startedAt).toISOString(),
    summary: parts.summary ?? null,
    prompts: parts.history.prompts
      .slice(-MOST.prompts)
      .map(({ at, text }) => ({ at: new Date(at).toISOString(), text: clip(oneLine(text), 500) })),
    files: set.files.slice(0, MOST.files).map(({ path, reads, edits }) => ({ path, reads, edits })),
    commands: set.commands
      .slice(0, MOST.commands)
      .map(({ command, kind, runs }) => ({ command, kind, runs })),
    failures: set.failures.map(({ what, error }) => ({ what, error })),
    decisions: set.decisions,
    standing: set.standing,
    open: set.open,
    workflow: state === undefined ? null : workflowOf(state),
  };
}

function workflowOf(state: WorkflowState) {
  const { done, total } = progressOf(state);
  const { workflowType: type, currentStage, failCount, rejectCount, featureName } = state;
  return {
    ...{ type, stage: currentStage ?? null, done, total },
    ...{ failCount, rejectCount, feature: featureName ?? null },
  };
}
