/** A session's workflow and timeline on disk: `<root>/sessions/<id>/workflow.json` and `timeline.jsonl`. */
import { open } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  type FileFault,
  type Outcome,
  readBounded,
  withLock,
  writeAtomic,
  writeFault,
} from "../../platform/atomic-file.ts";
import { userHome } from "../../platform/paths.ts";
import { parseState, STATE_VERSION, type WorkflowState } from "../../workflow/state.ts";
import { parseTimelineLine, TIMELINE_LIMIT, type TimelineEvent } from "../../workflow/timeline.ts";

const STATE_LIMIT = 1024 * 1024;
const LINE_LIMIT = 4096;
const TIMELINE_BYTES = 2 * TIMELINE_LIMIT * LINE_LIMIT;

/** Tries before giving up on a file that somebody keeps changing without asking for the lock. */
const ATTEMPTS = 50;

/** `~` is the user's home; a path that is not absolute is one in Pawl's own. */
export function workflowRoot(configured: string | undefined, home: string): string {
  if (configured === undefined) return home;
  const path = configured.replace(/^~(?=[\\/]|$)/, userHome());
  return resolve(home, path);
}

/** A session's id as the name of a folder: what could lead elsewhere is replaced by a digest of it. */
export function sessionFolder(id: string): string {
  const plain = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,98}[A-Za-z0-9_-])?$/.test(id) && !id.includes("..");
  // Windows keeps these names for devices, with any extension.
  const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(id);
  if (plain && !reserved) return id;
  return `id-${new Bun.CryptoHasher("sha256").update(id).digest("hex").slice(0, 32)}`;
}

export function workflowPath(root: string, id: string): string {
  return join(root, "sessions", sessionFolder(id), "workflow.json");
}

export function timelinePath(root: string, id: string): string {
  return join(root, "sessions", sessionFolder(id), "timeline.jsonl");
}

/** Never throws: what is wrong with the file is in the answer. */
export function readWorkflow(root: string, id: string): Outcome<{ state: WorkflowState }> {
  const read = readText(workflowPath(root, id));
  if (!read.ok) return read;
  const parsed = parseState(read.text);
  return "state" in parsed
    ? { ok: true, state: parsed.state }
    : { ok: false, fault: parsed.fault, detail: workflowPath(root, id) };
}

function readText(path: string): Outcome<{ text: string }> {
  const read = readBounded(path, STATE_LIMIT);
  return read.ok && read.partial ? { ok: false, fault: "too_large", detail: path } : read;
}

/** The state to write, or why there is none. */
type Change = (now: Outcome<{ state: WorkflowState }>) => Outcome<{ state: WorkflowState }>;

type Swapped = Outcome<{ state: WorkflowState; changed: boolean }>;

/** What a new workflow may take the place of. A newer Pawl's file, or one that cannot be read, stays. */
const REPLACEABLE: ReadonlySet<FileFault> = new Set(["missing", "empty", "damaged"]);

export function createWorkflow(root: string, id: string, state: WorkflowState): Promise<Swapped> {
  return swap(root, id, (now) => (now.ok || REPLACEABLE.has(now.fault) ? { ok: true, state } : now));
}

/**
 * Changes the state that is there. `change` may run more than once, each time on the newest state; the same
 * object back means nothing to do. No update is lost when several processes change one file at a time.
 */
export function updateWorkflow(
  root: string,
  id: string,
  change: (state: WorkflowState) => WorkflowState,
): Promise<Swapped> {
  return swap(root, id, (now) => (now.ok ? { ok: true, state: change(now.state) } : now));
}

async function swap(root: string, id: string, change: Change): Promise<Swapped> {
  const path = workflowPath(root, id);
  // Asked without the lock first: most sessions have no workflow, and shall not get a folder for asking.
  const first = change(readWorkflow(root, id));
  if (!first.ok) return first;
  return withLock<Swapped>(path, async (stillMine) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = readText(path);
      const now = readWorkflow(root, id);
      const next = change(now);
      if (!next.ok) return next;
      if (now.ok && next.state === now.state) return { ok: true, state: now.state, changed: false };
      const revision = (now.ok ? (now.state.revision ?? 0) : 0) + 1;
      const state = { ...next.state, version: STATE_VERSION, revision };
      const written = await writeAtomic(path, `${JSON.stringify(state, null, 2)}\n`, {
        confirm: async () => (await stillMine()) && sameText(before, readText(path)),
      });
      if (written.ok) return { ok: true, state, changed: true };
      if (written.fault !== "changed") return written;
      if (!(await stillMine())) return { ok: false, fault: "busy", detail: path };
    }
    return { ok: false, fault: "changed", detail: path };
  });
}

/** Other programs know the file but not the lock: the text itself is what is compared. */
function sameText(a: Outcome<{ text: string }>, b: Outcome<{ text: string }>): boolean {
  return a.ok && b.ok ? a.text === b.text : a.ok === b.ok;
}

/** Adds one line; the newest 2000 stay. A line that could not be written whole is taken back. */
export function appendTimeline(
  root: string,
  id: string,
  event: TimelineEvent,
  waitMs?: number,
): Promise<Outcome> {
  const path = timelinePath(root, id);
  return withLock<Outcome>(path, () => append(path, toLine(event)), waitMs);
}

function toLine(event: TimelineEvent): string {
  const line = JSON.stringify(event);
  if (line.length <= LINE_LIMIT) return line;
  const { ts, type, category, label } = event;
  return JSON.stringify({ ts, type, category, label, cut: true });
}

async function append(path: string, line: string): Promise<Outcome> {
  const read = readBounded(path, TIMELINE_BYTES);
  if (!read.ok && read.fault !== "missing") return read;
  const text = read.ok ? read.text : "";
  const lines = text.split("\n").filter((old) => old !== "");
  if (lines.length >= TIMELINE_LIMIT) {
    return writeAtomic(path, `${[...lines.slice(1 - TIMELINE_LIMIT), line].join("\n")}\n`);
  }
  // A crash may have left the last line without its end.
  const start = text === "" || text.endsWith("\n") ? "" : "\n";
  try {
    const file = await open(path, "a", 0o600);
    try {
      const { size } = await file.stat();
      await file.appendFile(`${start}${line}\n`).catch(async (error: unknown) => {
        await file.truncate(size);
        throw error;
      });
    } finally {
      await file.close();
    }
    return { ok: true };
  } catch (error) {
    return writeFault(error);
  }
}

/** Oldest first; damaged lines are left out. */
export function readTimeline(root: string, id: string, limit = TIMELINE_LIMIT): TimelineEvent[] {
  const read = readBounded(timelinePath(root, id), TIMELINE_BYTES);
  if (!read.ok) return [];
  const events = read.text.split("\n").map(parseTimelineLine);
  return events.filter((event) => event !== undefined).slice(-limit);
}
