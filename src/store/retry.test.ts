import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asked } from "../../test/contract/fixtures.ts";
import { openStore } from "./open.ts";
import { recordsIn } from "./records/queries.ts";

async function opened(busyTimeoutMs?: number) {
  const dir = mkdtempSync(join(tmpdir(), "pawl-retry-"));
  const path = join(dir, "pawl.db");
  const store = await openStore({
    database: path,
    isWarm: true,
    ...(busyTimeoutMs === undefined ? {} : { busyTimeoutMs }),
  });
  const other = new Database(path);
  return {
    store,
    other,
    async [Symbol.asyncDispose]() {
      other.close();
      await store.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

test("G3 while another process writes, the thread that answers goes on, and the record is stored afterwards", async () => {
  await using here = await opened();
  here.other.run("begin immediate");
  let turns = 0;
  const storing = recordsIn(here.store)
    .record(asked("s1", 1, "quokka"))
    .then(() => "stored");
  // A thread that is stopped would not get here before SQLite gives up.
  for (; turns < 5; turns++) await Bun.sleep(1);
  expect(await Promise.race([storing, Promise.resolve("waiting")])).toBe("waiting");
  here.other.run("commit");
  expect(await storing).toBe("stored");
  expect((await recordsIn(here.store).stats()).prompts).toBe(1);
});

test("a lock that stays is an error after its time", async () => {
  await using here = await opened(30);
  here.other.run("begin immediate");
  await expect(recordsIn(here.store).record(asked("s1", 1, "quokka"))).rejects.toMatchObject({
    code: "store_locked",
  });
  here.other.run("rollback");
  await recordsIn(here.store).record(asked("s1", 1, "quokka"));
  expect((await recordsIn(here.store).stats()).prompts).toBe(1);
});
