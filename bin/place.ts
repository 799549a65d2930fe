import { renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Places a built file atomically: another process may start or build it at the same time. The last writer wins.
 */
export async function place(path: string, content: Blob | string): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${crypto.randomUUID()}`);
  try {
    await Bun.write(draft, content);
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
