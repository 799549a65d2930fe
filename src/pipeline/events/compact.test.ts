/** PreCompact and PostCompact, without HTTP. */

import { expect, test } from "bun:test";
import { occasion } from "../../../test/hook-call.ts";
import { type App, playing } from "../../../test/memory-session.ts";
import { begin, playedFolder } from "../../../test/played-session.ts";
import { openTestApp } from "../../daemon/test-app.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { readTimeline } from "../../work/workflow-files.ts";
import { postCompact } from "./post-compact.ts";
import { preCompact } from "./pre-compact.ts";

const before = async (app: App) => {
  const { input, ctx } = await occasion(app, "PreCompact", { trigger: "auto" });
  return preCompact(input, ctx);
};
const after = async (app: App, compact_summary: string, more: object = {}) => {
  const { input, ctx } = await occasion(app, "PostCompact", { trigger: "auto", compact_summary, ...more });
  return postCompact(input, ctx);
};

test("the summariser is told where a workflow stands, and nothing where there is none", async () => {
  await using app = await openTestApp();
  expect(await before(app)).toEqual({});
  await begin(app, "s");
  expect((await before(app)).instructions).toContain("Workflow: standard");
  await app.service.idle();
  expect(readTimeline(playedFolder(app.service.workflowRoot, "s"))).toMatchObject([
    { type: "session:compact", workflowType: "standard", currentStage: "ARCH" },
  ]);
});

test("what is about to be compacted is learned after the answer, and confirmed afterwards", async () => {
  await using app = await openTestApp();
  await playing(app, "s").ask("Always use pnpm instead of npm here.");
  await before(app);
  await app.service.idle();
  expect(
    await memoriesIn(app.store).memories({ project: app.dir, status: ["active"], limit: 9 }),
  ).toHaveLength(1);
  expect((await after(app, "")).message).toContain("1 rule of yours");
});
