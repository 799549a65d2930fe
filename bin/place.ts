import { renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A built file, whole or not at all: another one may be started, or built, in this moment. Whoever came last stays. */
export async function place(path: string, content: Blob | string): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${crypto.randomUUID()}`);
  try {
    await Bun.write(draft, content);
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
