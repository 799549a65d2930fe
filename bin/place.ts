import { replaceFileAsync } from "../src/platform/files.ts";

/** A built file, whole or not at all: another process may run it, or build it too, in this moment. */
export async function place(path: string, content: Blob | string): Promise<void> {
  await replaceFileAsync(path, (draft) => Bun.write(draft, content), { mode: 0o644 });
}
