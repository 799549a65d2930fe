/** Taken handoffs that wait for the next session in their project: one file per project. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { rmdir } from "node:fs/promises";
import { join } from "node:path";
import { tryParse } from "../../clients/fields.ts";
import { type FileOutcome, readBounded, removeQuietly, writeAtomic } from "../../platform/atomic-file.ts";
import { type Handoff, handoffSchema } from "../workflow/handoff.ts";

/** Enough for 100 entries of each list at maximum length. */
const BYTES = 4_000_000;

const pathOf = (folder: string, project: string): string =>
  join(folder, `${createHash("sha256").update(project).digest("hex").slice(0, 32)}.json`);

/** Undefined for anything else, and for a newer format. */
export function parseHandoff(text: string): Handoff | undefined {
  return handoffSchema.safeParse(tryParse(text)).data;
}

export function readHandoff(path: string): Handoff | undefined {
  const read = readBounded(path, BYTES);
  return read.ok && !read.partial ? parseHandoff(read.text) : undefined;
}

/** `project`: equal for two folders of the same project. A newer handoff replaces a waiting one. */
export async function putHandoff(
  folder: string,
  project: string,
  handoff: Handoff,
): Promise<FileOutcome<{ replaced: Handoff | undefined }>> {
  const path = pathOf(folder, project);
  const replaced = readHandoff(path);
  const written = await writeAtomic(path, `${JSON.stringify(handoff)}\n`);
  return written.ok ? { ok: true, replaced } : written;
}

/** If two sessions start at once, the session that removes the file gets the handoff. */
export async function takeWaiting(folder: string, project: string): Promise<Handoff | undefined> {
  const path = pathOf(folder, project);
  if (!existsSync(path)) return undefined;
  const handoff = readHandoff(path);
  if (!(await removeQuietly(path))) return undefined;
  // The folder stays while other handoffs wait. Without it, a session's start skips the check.
  await rmdir(folder).catch(() => undefined);
  return handoff;
}
