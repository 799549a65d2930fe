import { expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { script, toJsonl } from "../../../test/fixtures/transcript-lines.ts";
import { occasion } from "../../../test/hook-call.ts";
import { playing } from "../../../test/memory-session.ts";
import { begin, playedFolder } from "../../../test/played-session.ts";
import { memory } from "../../../test/temp-store.ts";
import { openTestApp } from "../../daemon/test-app.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { readTimeline } from "../../work/workflow-files.ts";
import { sessionEnd } from "./session-end.ts";

test("what a session leaves behind is there when the client has its answer: end, summary, state file", async () => {
  await using app = await openTestApp();
  await playing(app, "s").ask("Round the totals");
  const { input, ctx } = await occasion(app, "SessionEnd", { reason: "clear" }, { at: Date.now() });
  expect(await sessionEnd(input, ctx)).toEqual({});
  const records = await recordsIn(app.store).session("s");
  expect(records?.session).toMatchObject({ endedAt: ctx.at, endReason: "clear" });
  expect(records?.summary?.text).toContain("Round the totals");
  expect(existsSync(join(app.dir, ".claude", "sessions"))).toBe(true);
});

test("its temporary memories end with it, and its rules are learned after the answer", async () => {
  await using app = await openTestApp();
  await playing(app, "s").ask("Always use pnpm instead of npm here.");
  const mine = memory("task://mine", "Mind.", {
    project: app.dir,
    priority: 8,
    provenance: { sessionId: "s" },
  });
  await memoriesIn(app.store).saveMemory(mine);
  const { input, ctx } = await occasion(app, "SessionEnd", { reason: "other" }, { at: Date.now() });
  await sessionEnd(input, ctx);
  expect((await memoriesIn(app.store).memory({ uri: "task://mine", project: app.dir }))?.status).toBe(
    "deleted",
  );
  await app.service.idle();
  expect(
    await memoriesIn(app.store).memories({ project: app.dir, status: ["active"], limit: 9 }),
  ).toHaveLength(1);
});

test("a workflow's timeline tells of the end, and why", async () => {
  await using app = await openTestApp();
  await begin(app, "s");
  await playing(app, "s").ask("Round the totals");
  const { input, ctx } = await occasion(app, "SessionEnd", { reason: "logout" });
  await sessionEnd(input, ctx);
  await app.service.idle();
  expect(readTimeline(playedFolder(app.service.workflowRoot, "s"))).toMatchObject([
    { type: "session:end", reason: "logout" },
  ]);
});

test("what only the transcript has is in the summary", async () => {
  await using app = await openTestApp();
  await playing(app, "s").ask("Round the totals");
  const s = script("new", "s");
  const transcript_path = join(app.dir, "s.jsonl");
  writeFileSync(transcript_path, toJsonl([s.user("And the taxes", { cwd: app.dir })]));
  const fields = { reason: "other", transcript_path };
  const { input, ctx } = await occasion(app, "SessionEnd", fields, { at: Date.now() });
  // However busy the machine is: here the reading is waited for.
  await sessionEnd(input, Object.create(ctx, { catchUp: { value: () => ctx.catchUp() } }));
  expect((await recordsIn(app.store).session("s"))?.summary?.text).toContain("And the taxes");
});
