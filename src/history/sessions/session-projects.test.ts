/** A session belongs to the project that it started in. */

import { expect, test } from "bun:test";
import { openTestApp } from "../../daemon/test-app.ts";
import { recordsIn } from "../../store/records/queries.ts";

const asks = (cwd: string, session_id: string, prompt: string) => ({
  hook_event_name: "UserPromptSubmit",
  session_id,
  cwd,
  prompt,
});

test("S4.6 a session that first told no folder gets its project from the first event that does", async () => {
  await using app = await openTestApp();
  await app.post("/api/prompts", { sessionId: "s", content: "Round the totals" });
  await app.post("/hook", { ...asks(app.dir, "s", "and the invoice"), prompt_id: "p" });
  expect((await recordsIn(app.store).session("s"))?.session.project).toBe(app.dir);
});
