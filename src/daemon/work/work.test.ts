/** Indexing beside another process that does the same. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asked } from "../../../test/contract/fixtures.ts";
import { keepAll } from "../../../test/fixtures/transcript-lines.ts";
import { homeAt } from "../../platform/paths.ts";
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

/** The pauses for others while everything is indexed; `meanwhile` runs before each step. */
async function pausesOf(isPaced: boolean, meanwhile: () => Promise<unknown>): Promise<number[]> {
  const pauses: number[] = [];
  const work = createWork({
    store: override(store, wordIndexIn, {
      indexWords: async () => {
        await meanwhile();
        return wordIndexIn(store).indexWords();
      },
    }),
    home: homeAt(dir),
    database: join(dir, "pawl.db"),
    claudeDir: dir,
    redact: keepAll,
    projectOf: (cwd) => cwd,
    offSpans: () => [],
    now: Date.now,
    onDigest: () => undefined,
    isPaced,
    pause: async (ms) => void pauses.push(ms),
  });
  await work.index();
  expect(await wordIndexIn(store).unindexed()).toBe(0);
  return pauses;
}

test("another process that indexes is left alone for a while by the daemon's thread", async () => {
  expect(await pausesOf(true, () => wordIndexIn(other).indexWords())).not.toEqual([]);
});

test("nobody else indexes: there are no such pauses, also where others store all the while", async () => {
  let more = 3;
  const storeMore = async () => {
    if (more-- > 0) await recordsIn(other).record(asked(`more-${more}`, more, "wombat"));
  };
  expect(await pausesOf(true, storeMore)).toEqual([]);
});

test("an import, which waits for its index, does not step aside", async () => {
  expect(await pausesOf(false, () => wordIndexIn(other).indexWords())).toEqual([]);
});
