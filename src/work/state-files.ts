/** State files on disk: written whole, the newest ten kept, nobody else's ever touched. */
import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type FileOutcome,
  faultOf,
  readBounded,
  removeQuietly,
  writeAtomic,
} from "../platform/atomic-file.ts";
import { redactJson } from "../redact/index.ts";
import {
  type KnownSnapshot,
  type Snapshot,
  snapshotName,
  snapshotSchema,
  snapshotsToDelete,
} from "./workflow/snapshot.ts";
import { sessionFolder } from "./workflow-files.ts";

const SNAPSHOT_BYTES = 4 * 1024 * 1024;
const NAME = /^\d{4}-\d{2}-\d{2}-[\w.-]+\.json$/;

/** The project's `.claude/sessions`; without a project the one in Claude Code's own folder. */
export function stateFolder(project: string | undefined, claudeDir: string): string {
  return project === undefined || project === ""
    ? join(claudeDir, "sessions")
    : join(project, ".claude", "sessions");
}

interface StateWritten {
  path: string;
  deleted: string[];
}

/** Never throws. A folder that cannot be written is a reason in the answer. */
export async function writeStateFile(folder: string, snapshot: Snapshot): Promise<FileOutcome<StateWritten>> {
  const path = freePath(folder, snapshot);
  const text = `${JSON.stringify(redactJson(snapshot), null, 2)}\n`;
  const made = makeFolder(folder);
  if (!made.ok) return made;
  const written = await writeAtomic(path, text, {});
  if (!written.ok) return written;
  const deleted: string[] = [];
  for (const name of snapshotsToDelete(ownFiles(folder))) {
    if (await removeQuietly(join(folder, name))) deleted.push(name);
  }
  return { ok: true, path, deleted };
}

/** The folder ignores itself, so that what people asked their agent is never committed by accident. */
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

/** Deletes what Pawl wrote there, and the folders if nothing else is in them. Answers the files that are gone. */
export function removeStateFiles(folder: string): string[] {
  const removed = ownSnapshots(folder).map(({ name }) => join(folder, name));
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
  return ownSnapshots(folder).map(({ name }) => join(folder, name));
}

/** Eight characters of the id, more of them where another session or another tool has that name. */
function freePath(folder: string, snapshot: Snapshot): string {
  const id = sessionFolder(snapshot.sessionId);
  const startedAt = Date.parse(snapshot.startedAt) || 0;
  for (const length of [8, 13, 18, 23]) {
    const path = join(folder, snapshotName(startedAt, id, length));
    const there = readStateFile(path);
    if (there.ok ? there.snapshot.sessionId === snapshot.sessionId : there.fault === "missing") return path;
  }
  return join(folder, snapshotName(startedAt, `${id}-pawl`, id.length + 5));
}

export function readStateFile(path: string): FileOutcome<{ snapshot: Snapshot }> {
  const read = readBounded(path, SNAPSHOT_BYTES);
  if (!read.ok) return read;
  try {
    const parsed = snapshotSchema.safeParse(JSON.parse(read.text));
    if (parsed.success) return { ok: true, snapshot: parsed.data };
  } catch {
    // Not JSON: somebody else's, and said so below.
  }
  return { ok: false, fault: read.text.trim() === "" ? "empty" : "damaged", detail: path };
}

/** Newest first. */
export function readStateFiles(folder: string): Snapshot[] {
  return ownSnapshots(folder)
    .sort((a, b) => (a.snapshot.timestamp < b.snapshot.timestamp ? 1 : -1))
    .map(({ snapshot }) => snapshot);
}

function ownFiles(folder: string): KnownSnapshot[] {
  return ownSnapshots(folder).map(({ name, snapshot }) => ({ name, timestamp: snapshot.timestamp }));
}

/** A file is Pawl's when it says so itself, not when its name looks so. */
function ownSnapshots(folder: string): { name: string; snapshot: Snapshot }[] {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => NAME.test(name));
  } catch {
    // No folder, no files.
    return [];
  }
  return names.flatMap((name) => {
    const read = readStateFile(join(folder, name));
    return read.ok ? [{ name, snapshot: read.snapshot }] : [];
  });
}
