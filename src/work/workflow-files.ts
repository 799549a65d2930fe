/** A workflow and its timeline on disk: `workflow.json` and `timeline.jsonl` in the folder of a piece of work. */
import { join, resolve } from "node:path";
import {
  type FileFault,
  type FileOutcome,
  readBounded,
  withLock,
  writeAtomic,
} from "../platform/atomic-file.ts";
import { userHome } from "../platform/paths.ts";
import { findSecrets, redactJson } from "../redact/index.ts";
import { parseState, STATE_VERSION, type WorkflowState } from "./workflow/state.ts";
import { parseTimelineLine, TIMELINE_LIMIT, type TimelineEvent } from "./workflow/timeline.ts";

const STATE_LIMIT = 1024 * 1024;
const TIMELINE_BYTES = 16 * STATE_LIMIT;

/** Tries before giving up on a file that another program keeps changing without the lock. */
const ATTEMPTS = 50;

/** `~` is the user's home. A relative path is resolved in Pawl's own folder. */
export function workflowRoot(configured: string | undefined, home: string): string {
  if (configured === undefined) return home;
  const path = configured.replace(/^~(?=[\\/]|$)/, userHome());
  return resolve(home, path);
}

/** A session's id as the name of a folder: what could lead elsewhere, or is a secret, is replaced by a digest of it. */
export function sessionFolder(id: string): string {
  const plain = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,98}[A-Za-z0-9_-])?$/.test(id) && !id.includes("..");
  // Windows reserves these names for devices, with any extension.
  const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(id);
  if (plain && !reserved && findSecrets(id).length === 0) return id;
  return `id-${new Bun.CryptoHasher("sha256").update(id).digest("hex").slice(0, 32)}`;
}

/** The folder in which older versions, and other tools, store a session's workflow. */
export function sessionWorkFolder(root: string, id: string): string {
  return join(root, "sessions", sessionFolder(id));
}

export function workflowPath(folder: string): string {
  return join(folder, "workflow.json");
}

export function timelinePath(folder: string): string {
  return join(folder, "timeline.jsonl");
}

/** Never throws: the result contains the file's fault. */
export function readWorkflow(folder: string): FileOutcome<{ state: WorkflowState }> {
  const path = workflowPath(folder);
  const read = readText(path);
  if (!read.ok) return read;
  const parsed = parseState(read.text);
  return "state" in parsed
    ? { ok: true, state: parsed.state }
    : { ok: false, fault: parsed.fault, detail: path };
}

function readText(path: string): FileOutcome<{ text: string }> {
  const read = readBounded(path, STATE_LIMIT);
  return read.ok && read.partial ? { ok: false, fault: "too_large", detail: path } : read;
}

/** The state to write, or why there is none. */
type Change = (now: FileOutcome<{ state: WorkflowState }>) => FileOutcome<{ state: WorkflowState }>;

type Swapped = FileOutcome<{ state: WorkflowState; changed: boolean }>;

/** Faults that a new workflow may overwrite. An unreadable file, or one of a newer Pawl, stays. */
const REPLACEABLE: ReadonlySet<FileFault> = new Set(["missing", "empty", "damaged"]);

export function createWorkflow(
  folder: string,
  state: WorkflowState,
  mayReplace: (before: WorkflowState) => boolean = () => true,
): Promise<Swapped> {
  return swap(folder, (now) => {
    if (now.ok && !mayReplace(now.state))
      return { ok: false, fault: "changed", detail: workflowPath(folder) };
    return now.ok || REPLACEABLE.has(now.fault) ? { ok: true, state } : now;
  });
}

/**
 * Changes the existing state. `change` may run more than once, each time on the newest state. If it returns the same object,
 * nothing is written. No update is lost when several processes change one file at a time.
 */
export function updateWorkflow(
  folder: string,
  change: (state: WorkflowState) => WorkflowState,
): Promise<Swapped> {
  return swap(folder, (now) => (now.ok ? { ok: true, state: change(now.state) } : now));
}

async function swap(folder: string, change: Change): Promise<Swapped> {
  const path = workflowPath(folder);
  // First without the lock: most sessions have no workflow, and the check must not create a folder.
  const first = change(readWorkflow(folder));
  if (!first.ok) return first;
  return withLock<Swapped>(path, async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = readText(path);
      const now = readWorkflow(folder);
      const next = change(now);
      if (!next.ok) return next;
      if (now.ok && next.state === now.state) return { ok: true, state: now.state, changed: false };
      const revision = (now.ok ? (now.state.revision ?? 0) : 0) + 1;
      const state = redactJson({ ...next.state, version: STATE_VERSION, revision });
      const written = await writeAtomic(path, `${JSON.stringify(state, null, 2)}\n`, {
        confirm: async () => sameText(before, readText(path)),
      });
      if (written.ok) return { ok: true, state, changed: true };
      if (written.fault !== "changed") return written;
    }
    return { ok: false, fault: "changed", detail: path };
  });
}

/** Other programs use the file without the lock, so the text itself is compared. */
function sameText(a: FileOutcome<{ text: string }>, b: FileOutcome<{ text: string }>): boolean {
  return a.ok && b.ok ? a.text === b.text : a.ok === b.ok;
}

/** Adds one line, and keeps the newest 2000. */
export function appendTimeline(folder: string, event: TimelineEvent, waitMs?: number): Promise<FileOutcome> {
  const path = timelinePath(folder);
  return withLock<FileOutcome>(
    path,
    async () => {
      const read = readBounded(path, TIMELINE_BYTES);
      if (!read.ok && read.fault !== "missing") return read;
      const lines = read.ok ? read.text.split("\n").filter((line) => line !== "") : [];
      return writeAtomic(
        path,
        `${[...lines, JSON.stringify(redactJson(event))].slice(-TIMELINE_LIMIT).join("\n")}\n`,
      );
    },
    waitMs,
  );
}

/** Oldest first, without damaged lines. */
export function readTimeline(folder: string, limit = TIMELINE_LIMIT): TimelineEvent[] {
  const read = readBounded(timelinePath(folder), TIMELINE_BYTES);
  if (!read.ok) return [];
  const events = read.text.split("\n").map(parseTimelineLine);
  return events.filter((event) => event !== undefined).slice(-limit);
}
