/** The client's own task list of a piece of work: `tasks.json` beside its `workflow.json`. */
import { join } from "node:path";
import type { ClientTask } from "../clients/client-tasks.ts";
import { type FileOutcome, readBounded, withLock, writeAtomic } from "../platform/atomic-file.ts";

const BYTES = 1024 * 1024;

function pathOf(folder: string): string {
  return join(folder, "tasks.json");
}

export function readClientTasks(folder: string): readonly ClientTask[] {
  const read = readBounded(pathOf(folder), BYTES);
  if (!read.ok) return [];
  try {
    const { tasks } = Object(JSON.parse(read.text)) as { tasks?: unknown };
    return Array.isArray(tasks) ? tasks.filter(isTask) : [];
  } catch {
    // Damaged: the session's own list is still in the client, and the next change writes a new file.
    return [];
  }
}

export async function changeClientTasks(
  folder: string,
  change: (tasks: readonly ClientTask[]) => readonly ClientTask[],
): Promise<FileOutcome> {
  return withLock<FileOutcome>(pathOf(folder), async () => {
    const before = readClientTasks(folder);
    const tasks = change(before);
    return tasks === before
      ? { ok: true }
      : writeAtomic(pathOf(folder), `${JSON.stringify({ tasks }, null, 1)}\n`);
  });
}

function isTask(value: unknown): value is ClientTask {
  const task = Object(value) as Record<string, unknown>;
  return ["session", "id", "text", "status"].every((name) => typeof task[name] === "string");
}
