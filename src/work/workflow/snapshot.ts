/** State files: what a session leaves behind for people and other tools. */
import { z } from "zod";
import { clip, oneLine } from "./cut.ts";
import type { WorkflowState } from "./state.ts";
import type { SessionHistory, WorkingSet } from "./working-set.ts";

const SNAPSHOT_VERSION = 1;
const KEPT_SNAPSHOTS = 10;

/** Documented and stable: fields are added, never changed. */
export const snapshotSchema = z.looseObject({
  version: z.int(),
  /** What makes the file Pawl's: without it Pawl neither overwrites nor deletes it. */
  writtenBy: z.literal("pawl"),
  timestamp: z.string(),
  sessionId: z.string(),
  /** Stop, PreCompact or SessionEnd. */
  event: z.string(),
  project: z.string().nullable(),
  startedAt: z.string(),
  summary: z.string().nullable(),
  prompts: z.array(z.object({ at: z.string(), text: z.string() })),
  files: z.array(z.object({ path: z.string(), reads: z.number(), edits: z.number() })),
  commands: z.array(z.object({ command: z.string(), kind: z.string(), runs: z.number() })),
  failures: z.array(z.object({ what: z.string(), error: z.string() })),
  decisions: z.array(z.string()),
  standing: z.array(z.string()),
  open: z.array(z.string()),
  workflow: z
    .object({
      type: z.string(),
      stage: z.string().nullable(),
      done: z.number(),
      total: z.number(),
      failCount: z.number(),
      rejectCount: z.number(),
      feature: z.string().nullable(),
    })
    .nullable(),
});
export type Snapshot = z.output<typeof snapshotSchema>;

const PROMPTS = 20;
const FILES = 100;
const COMMANDS = 50;

export function createSnapshot(parts: {
  now: number;
  event: "Stop" | "PreCompact" | "SessionEnd";
  session: { id: string; project?: string; startedAt: number };
  history: Pick<SessionHistory, "prompts">;
  set: WorkingSet;
  summary?: string;
  state?: WorkflowState;
}): Snapshot {
  const { session, set, state } = parts;
  const stages = Object.values(state?.stages ?? {});
  return {
    version: SNAPSHOT_VERSION,
    writtenBy: "pawl",
    timestamp: new Date(parts.now).toISOString(),
    sessionId: session.id,
    event: parts.event,
    project: session.project ?? null,
    startedAt: new Date(session.startedAt).toISOString(),
    summary: parts.summary ?? null,
    prompts: parts.history.prompts
      .slice(-PROMPTS)
      .map(({ at, text }) => ({ at: new Date(at).toISOString(), text: clip(oneLine(text), 500) })),
    files: set.files.slice(0, FILES).map(({ path, reads, edits }) => ({ path, reads, edits })),
    commands: set.commands.slice(0, COMMANDS).map(({ command, kind, runs }) => ({ command, kind, runs })),
    failures: set.failures.map(({ what, error }) => ({ what, error })),
    decisions: set.decisions,
    standing: set.standing,
    open: set.open,
    workflow:
      state === undefined
        ? null
        : {
            type: state.workflowType,
            stage: state.currentStage ?? null,
            done: stages.filter((stage) => stage.status === "completed").length,
            total: stages.length,
            failCount: state.failCount,
            rejectCount: state.rejectCount,
            feature: state.featureName ?? null,
          },
  };
}

/** `2026-03-01-1a2b3c4d.json`: the day on which the session began, so that each session has one file. */
export function snapshotName(startedAt: number, id: string, length = 8): string {
  return `${new Date(startedAt).toISOString().slice(0, 10)}-${id.slice(0, length)}.json`;
}

export interface KnownSnapshot {
  name: string;
  timestamp: string;
}

/** Of the files that Pawl wrote, those that are older than the newest ten. */
export function snapshotsToDelete(written: readonly KnownSnapshot[], keep = KEPT_SNAPSHOTS): string[] {
  const newestFirst = [...written].sort(
    (a, b) => compare(b.timestamp, a.timestamp) || compare(b.name, a.name),
  );
  return newestFirst.slice(keep).map((file) => file.name);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
