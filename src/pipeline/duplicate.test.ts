/** The same event by several ways: hooks side by side, the spool, a session that is off in between. */

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openTestApp } from "../daemon/test-app.ts";
import { HOOK_NAME_HEADER } from "../platform/hook-request.ts";
import { isSessionOff, markOff } from "../platform/off.ts";
import { addToSpool } from "../platform/spool.ts";
import { recordsIn } from "../store/records/queries.ts";

const fixtures = join(import.meta.dir, "..", "..", "test", "fixtures", "events");
const recorded = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(fixtures, `${name}.json`), "utf8"));

test("S4.2 what `context` told stands once in the ledger, though `user-message` speaks of it too", async () => {
  await using app = await openTestApp();
  const prompt = {
    hook_event_name: "UserPromptSubmit",
    session_id: "earlier",
    cwd: app.dir,
    prompt: "Rename",
  };
  await app.post("/hook", prompt);
  const start = { ...recorded("SessionStart.startup"), cwd: app.dir };
  for (const name of ["context", "user-message"])
    await app.post("/hook", start, { headers: { [HOOK_NAME_HEADER]: name } });
  expect(await recordsIn(app.store).injections({ limit: 10 })).toHaveLength(1);
});

test("an event that two hooks spooled is one event", async () => {
  await using app = await openTestApp();
  const start = JSON.stringify({ ...recorded("SessionStart.startup"), cwd: app.dir });
  for (const at of [1000, 1040, 1090]) addToSpool(app.home.spool, at, start);
  addToSpool(app.home.spool, 60_000, start);
  expect(await app.service.drain()).toBe(4);
  expect((await recordsIn(app.store).stats()).events).toBe(2);
});

test("a spooled event of before does not switch a session on that is off now", async () => {
  await using app = await openTestApp();
  const prompt = { hook_event_name: "UserPromptSubmit", session_id: "s", cwd: app.dir };
  addToSpool(app.home.spool, 1000, JSON.stringify({ ...prompt, prompt: "before" }));
  markOff(app.home.off, "s", 2000);
  addToSpool(app.home.spool, 3000, JSON.stringify({ ...prompt, prompt: "while it was off" }));
  await app.service.drain();
  expect(isSessionOff(app.home.off, "s")).toBe(true);
  expect((await recordsIn(app.store).prompts({ limit: 10 })).map(({ text }) => text)).toEqual(["before"]);
});

test("a long spool does not hold up the events of now", async () => {
  await using app = await openTestApp();
  for (let i = 0; i < 50; i++)
    addToSpool(app.home.spool, i, JSON.stringify({ ...recorded("PostToolUse.Bash"), tool_use_id: `t${i}` }));
  const draining = app.service.drain();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect((await recordsIn(app.store).stats()).observations).toBeLessThan(50);
  expect(await draining).toBe(50);
});
