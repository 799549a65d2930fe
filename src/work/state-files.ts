/**
 * State files: a session's result for people and other tools. Each is written atomically, the newest ten are kept, and files of
 * other owners are never touched.
 */
import { existsSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  entriesIn,
  type FileOutcome,
  faultOf,
  readBounded,
  readFields,
  removeQuietly,
  writeAtomic,
} from "../platform/atomic-file.ts";
import { redactJson } from "../redact/index.ts";
import { clip, oneLine } from "./workflow/cut.ts";
import { progressOf, type WorkflowState } from "./workflow/state.ts";
import type { SessionHistory, WorkingSet } from "./workflow/working-set.ts";
import { sessionFolder } from "./workflow-files.ts";

const KEPT_FILES = 10;
const NAME = /^\d{4}-\d{2}-\d{2}-[\w.-]+\.json$/;

/** The project's `.claude/sessions`; without a project, the one in Claude Code's own folder. */
export function stateFolder(project: string | undefined, claudeDir: string): string {
  return project === undefined || project === ""
    ? join(claudeDir, "sessions")
    : join(project, ".claude", "sessions");
}

/** Never throws. An unwritable folder is a reason in the result. */
export async function writeStateFile(
  folder: string,
  snapshot: Snapshot,
): Promise<FileOutcome<{ path: string }>> {
  const path = freePath(folder, snapshot);
  const text = `${JSON.stringify(redactJson(snapshot), null, 2)}\n`;
  const made = makeFolder(folder);
  if (!made.ok) return made;
  const written = await writeAtomic(path, text, {});
  if (!written.ok) return written;
  for (const old of ownFiles(folder).slice(KEPT_FILES)) await removeQuietly(old.path);
  return { ok: true, path };
}

/** The folder contains a .gitignore for itself, so that prompts are never committed by accident. */
function makeFolder(folder: string): FileOutcome {
  try {
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const ignore = join(folder, IGNORE_FILE);
    if (!existsSync(ignore)) writeFileSync(ignore, IGNORE_TEXT, { mode: 0o600, flag: "wx" });
    return { ok: true };
  } catch (error) {
    return faultOf(error, "unwritable");
  }
}

const IGNORE_FILE = ".gitignore";
const IGNORE_TEXT = "*\n";

/** Deletes Pawl's files there, and the folders if they are empty. Returns the deleted files. */
export function removeStateFiles(folder: string): string[] {
  const removed = listStateFiles(folder);
  for (const path of removed) rmSync(path, { force: true });
  const ignore = join(folder, IGNORE_FILE);
  const isOurs = readBounded(ignore, 100);
  if (isOurs.ok && isOurs.text === IGNORE_TEXT) {
    rmSync(ignore, { force: true });
    removed.push(ignore);
  }
  for (const dir of [folder, dirname(folder)]) {
    try {
      rmdirSync(dir);
    } catch {
      // Something else is in it.
      break;
    }
  }
  return removed;
}

/** The files that `removeStateFiles` would delete. */
export function listStateFiles(folder: string): string[] {
  return ownFiles(folder).map(({ path }) => path);
}

/** Eight characters of the id, or the whole id if another session or tool has that name. */
function freePath(folder: string, { sessionId, startedAt }: Snapshot): string {
  const id = sessionFolder(sessionId);
  const [short = "", whole = "", other = ""] = [id.slice(0, 8), id, `${id}-pawl`].map((name) =>
    join(folder, `${startedAt.slice(0, 10)}-${name}.json`),
  );
  const isFree = (path: string) => !existsSync(path) || readOwn(path)?.sessionId === sessionId;
  return [short, whole].find(isFree) ?? other;
}

interface OwnFile {
  path: string;
  sessionId: unknown;
  timestamp: string;
}

/** Newest first. */
function ownFiles(folder: string): OwnFile[] {
  const names = entriesIn(folder).filter((name) => NAME.test(name));
  const own = names.map((name) => readOwn(join(folder, name))).filter((file) => file !== undefined);
  return own.sort((a, b) => compare(b.timestamp, a.timestamp) || compare(b.path, a.path));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A file belongs to Pawl if its content says so, whatever its name. */
function readOwn(path: string): OwnFile | undefined {
  const { writtenBy, sessionId, timestamp } = readFields(path);
  return writtenBy === "pawl" && typeof timestamp === "string" ? { path, sessionId, timestamp } : undefined;
}

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
