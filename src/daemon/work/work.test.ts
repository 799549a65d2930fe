/** Indexing beside another process that does the same. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asked } from "../../../test/contract/fixtures.ts";
import { keepAll } from "../../../test/fixtures/transcript-lines.ts";
import { homeAt } from "../../platform/paths.ts";
import { searchIn } from "../../search/sql/index.ts";
import { wordIndexIn } from "../../store/index/lazy-index.ts";
import { openStore } from "../../store/open.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { override } from "../../store/store.ts";
import { createWork } from "./work.ts";

let dir: string;
let store: Store;
let other: Store;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "pawl-index-"));
  const database = join(dir, "pawl.db");
  store = await openStore({ database });
  other = await openStore({ database });
  for (let i = 0; i < 40; i++) await recordsIn(store).record(asked(`s-${i}`, i, `quokka number ${i}`));
});
afterEach(async () => {
  await store.close();
  await other.close();
  rmSync(dir, { recursive: true, force: true });
});

test("two processes that index at once leave nothing out", async () => {
  const work = createWork({
    store: override(store, wordIndexIn, {
      indexWords: async () => {
        await wordIndexIn(other).indexWords();
        return wordIndexIn(store).indexWords();
      },
    }),
    home: homeAt(dir),
    claudeDir: dir,
    redact: keepAll,
    projectOf: (cwd) => cwd,
    offSpans: () => [],
    now: Date.now,
    onDigest: () => undefined,
  });
  await work.index();
  expect(await wordIndexIn(store).unindexed()).toBe(0);
  expect(await searchIn(store).search({ text: "quokka", limit: 50 })).toHaveLength(40);
});
