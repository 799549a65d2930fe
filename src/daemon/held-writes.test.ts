import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { eventually } from "../../test/e2e/pawl.ts";
import { hookCall } from "../../test/hook-call.ts";
import { spooledFiles } from "../platform/spool.ts";
import { recordsIn } from "../store/records/queries.ts";
import { openTestApp } from "./test-app.ts";

/** Another process that writes: a backup tool, a shell of SQLite's, or Pawl's own VACUUM. */
function lock(path: string) {
  const db = new Database(path);
  db.run("begin immediate");
  return {
    release() {
      db.run("rollback");
      db.close();
    },
  };
}

test("while another process holds the lock, events are answered and wait in the spool; then each is stored once, in order", async () => {
  await using app = await openTestApp();
  let at = 1_700_000_000_000;
  const prompt = (text: string) =>
    app.service.hook(hookCall("UserPromptSubmit", { prompt: text, prompt_id: text }, { at: at++ }));
  await prompt("before");
  const other = lock(app.home.database);
  // Each is answered while the lock is held: waiting for it would never end here.
  for (const text of ["one", "two", "three"]) expect((await prompt(text)).unstored).toBeUndefined();
  expect(spooledFiles(app.home.spool).length).toBeGreaterThanOrEqual(3);
  expect((await recordsIn(app.store).prompts({ limit: 9 })).map(({ text }) => text)).toEqual(["before"]);
  other.release();
  expect(await eventually(async () => spooledFiles(app.home.spool).length === 0)).toBe(true);
  await prompt("after");
  // It may have found the spool only just emptied, and waits for the next round then.
  expect(await eventually(async () => (await recordsIn(app.store).prompts({ limit: 9 })).length === 5)).toBe(
    true,
  );
  const stored = await recordsIn(app.store).prompts({ limit: 9 });
  expect(stored.map(({ text }) => text).reverse()).toEqual(["before", "one", "two", "three", "after"]);
  using db = new Database(app.home.database, { readonly: true });
  const keys = db.query<{ text: string }, []>(
    "select t.text from entries e join texts t on t.entry = e.id where e.kind = 'prompt' order by e.id",
  );
  expect(keys.all().map(({ text }) => text)).toEqual(["before", "one", "two", "three", "after"]);
});

test("a daemon that ends while the lock is held leaves them to the next one; no secret is in the spool", async () => {
  const app = await openTestApp();
  const { home } = app;
  const other = lock(home.database);
  const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
  await app.service.hook(hookCall("UserPromptSubmit", { prompt: `kept ${secret}` }));
  const [name = ""] = spooledFiles(home.spool);
  expect(await Bun.file(`${home.spool}/${name}`).text()).not.toContain(secret);
  other.release();
  await app.service.close();
  await using next = await openTestApp({ dir: app.dir });
  await next.service.drain();
  expect((await recordsIn(next.store).prompts({ limit: 9 })).map(({ text }) => text)).toEqual([
    expect.stringContaining("kept"),
  ]);
});
