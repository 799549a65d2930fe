/** A real store in a folder of its own, gone at the end of the test. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MemoryDraft } from "../src/memory/records/memory.ts";
import { openStore } from "../src/store/open.ts";
import type { Store } from "../src/store/store.ts";

/** For `override`: a store whose queries are all missing. */
export const NO_STORE: Store = {
  location: "",
  bind: () => ({}) as never,
  close: async () => undefined,
};

export async function openTempStore() {
  const dir = mkdtempSync(join(tmpdir(), "pawl-store-"));
  const store = await openStore({ database: join(dir, "pawl.db") });
  return {
    dir,
    store,
    async [Symbol.asyncDispose]() {
      await store.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The project of `test/contract/fixtures.ts`. */
export const PROJECT = "/projects/one";

/** A memory of that project, by hand. */
export function memory(uri: string, content: string, more: Partial<MemoryDraft> = {}): MemoryDraft {
  return { uri, project: PROJECT, content, origin: "user", redaction: 1, author: "ann", at: 1, ...more };
}
