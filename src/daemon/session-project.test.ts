/** A session belongs to the project that it started in. */
import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openTestApp } from "./test-app.ts";

const asks = (cwd: string, session_id: string, prompt: string) => ({
  hook_event_name: "UserPromptSubmit",
  session_id,
  cwd,
  prompt,
});

test("S4.4 after compaction a session is told of its own project, wherever it has gone since", async () => {
  await using app = await openTestApp();
  const [home, elsewhere] = [join(app.dir, "one"), join(app.dir, "two")];
  for (const dir of [home, elsewhere]) mkdirSync(dir);
  await app.post("/hook", asks(home, "earlier", "Round the totals"));
  await app.post("/hook", asks(elsewhere, "stranger", "Paint the fence"));
  await app.post("/hook", asks(home, "s", "Go on"));
  const start = { hook_event_name: "SessionStart", session_id: "s", cwd: elsewhere, source: "compact" };
  const told = await (await app.post("/hook", start)).text();
  expect(told).toContain("Round the totals");
  expect(told).not.toContain("Paint the fence");
});

test("S4.6 a session that first told no folder gets its project from the first event that does", async () => {
  await using app = await openTestApp();
  await app.post("/api/prompts", { sessionId: "s", content: "Round the totals" });
  await app.post("/hook", { ...asks(app.dir, "s", "and the invoice"), prompt_id: "p" });
  expect((await app.store.session("s"))?.session.project).toBe(app.dir);
});
