import { expect, test } from "bun:test";
import { occasion } from "../../test/hook-call.ts";
import { begin, playedFolder } from "../../test/played-session.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { recordMoves } from "./stage-moves.ts";
import { agentStarted, agentStopped } from "./workflow/state.ts";
import { readTimeline } from "./workflow-files.ts";

test("every move of a stage is a line of the timeline", async () => {
  await using app = await openTestApp();
  await begin(app, "s");
  const { ctx } = await occasion(app, "Stop");
  const started = await ctx.continuity.changeWorkflow((state) => agentStarted(state, "architect", "now"));
  if (started === undefined) throw new Error("not started");
  recordMoves(started, ctx);
  const passed = '<!-- VERDICT: {"result":"PASS"} -->';
  const stopped = await ctx.continuity.changeWorkflow((state) =>
    agentStopped(state, "architect", passed, "now"),
  );
  if (stopped === undefined) throw new Error("not stopped");
  recordMoves(stopped, ctx);
  await app.service.idle();
  expect(
    readTimeline(playedFolder(app.service.workflowRoot, "s"))
      .map(({ type, stage }) => `${type} ${stage}`)
      .sort(),
  ).toEqual(["stage:complete ARCH", "stage:start ARCH"]);
});
