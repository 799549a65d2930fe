/** How the services are wired together: what one of them has to hear of another. */

import { expect, test } from "bun:test";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeTranscript } from "../../test/faults/records.ts";
import { script, toJsonl } from "../../test/fixtures/transcript-lines.ts";
import { playing } from "../../test/memory-session.ts";
import { digestsIn, memoriesIn } from "../memory/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";
import { openTestApp } from "./test-app.ts";

test("what a transcript adds is in the extracted summary, and is learned from", async () => {
  await using app = await openTestApp();
  const session = playing(app, "one");
  await session.ask("Round the totals");
  await session.end();
  const before = (await recordsIn(app.store).session("one"))?.summary?.text ?? "";
  expect(before).toContain("Round the totals");
  const s = script("new", "one");
  const lines = [
    s.user("Always use pnpm instead of npm here", { cwd: app.dir }),
    s.call("t1", "Edit", { file_path: join(app.dir, "late.ts"), old_string: "a", new_string: "b" }),
    s.result("t1", "done"),
  ];
  const transcript_path = join(app.dir, "one.jsonl");
  writeFileSync(transcript_path, toJsonl(lines));
  await session.fire("SubagentStop", { transcript_path });
  await app.service.idle();
  expect((await recordsIn(app.store).session("one"))?.summary?.text).toContain("late.ts");
  const rules = await memoriesIn(app.store).memories({ project: app.dir, limit: 9 });
  expect(rules).toMatchObject([{ content: "Always use pnpm instead of npm here" }]);
});

test("what an import brings is learned from", async () => {
  await using app = await openTestApp();
  writeTranscript(app.dir, "one", 3);
  const projects = join(app.dir, "claude", "projects");
  mkdirSync(dirname(projects), { recursive: true });
  cpSync(join(app.dir, ".claude", "projects"), projects, { recursive: true });
  await app.service.upkeep.import(true);
  expect(await recordsIn(app.store).stats()).toMatchObject({ sessions: 1, observations: 3 });
  expect(await digestsIn(app.store).digests({ project: "/home/dev/shop", limit: 9 })).toMatchObject([
    { sessionId: "one" },
  ]);
});

test("work in the background that fails is counted and logged; the daemon goes on", async () => {
  await using app = await openTestApp();
  app.service.background.add(() => Promise.reject(new Error("broken")), 0);
  await app.service.idle();
  expect(app.service.counts()).toEqual({ background_error: 1 });
});
