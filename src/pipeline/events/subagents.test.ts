/** SubagentStart and SubagentStop, without HTTP. */

import { expect, test } from "bun:test";
import { occasion } from "../../../test/hook-call.ts";
import { type App, playing } from "../../../test/memory-session.ts";
import { begin, playedFolder } from "../../../test/played-session.ts";
import { memory } from "../../../test/temp-store.ts";
import { openTestApp } from "../../daemon/test-app.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { readTimeline, readWorkflow } from "../../work/workflow-files.ts";
import { subagentStart } from "./subagent-start.ts";
import { subagentStop } from "./subagent-stop.ts";

const start = async (app: App, agent_type: string) => {
  const { input, ctx } = await occasion(app, "SubagentStart", { agent_type, agent_id: "a1" });
  return subagentStart(input, ctx);
};
const stop = async (app: App, agent_type: string | undefined, last_assistant_message?: string, env = {}) => {
  const fields = { agent_type, agent_id: "a1", last_assistant_message };
  const { input, ctx } = await occasion(app, "SubagentStop", fields, { env });
  return subagentStop(input, ctx);
};
const stateOf = (app: App) => {
  const read = readWorkflow(playedFolder(app.service.workflowRoot, "s"));
  return read.ok ? read.state : undefined;
};
const PASSED = 'Done. <!-- VERDICT: {"result":"PASS"} -->';

test("S1.10 a subagent is given the rules that share words with its task, although its parent has them, and no others", async () => {
  await using app = await openTestApp();
  const rule = (uri: string, text: string) =>
    memoriesIn(app.store).saveMemory(memory(uri, text, { project: app.dir, priority: 1 }));
  await rule("project://rules/tabs", "Indent with tabs.");
  await rule("project://rules/migrations", "Migrations of the ledger are never edited.");
  const session = playing(app, "s");
  await session.start();
  await session.ask("Look around");
  await session.before("Task", { subagent_type: "Explore", prompt: "Read the migrations of the ledger" });
  const given = (await start(app, "Explore")).context;
  expect(given).toContain("are never edited");
  expect(given).not.toContain("tabs");
  // Its task was taken; what was asked last has nothing in common with any rule.
  expect(await start(app, "Explore")).toEqual({});
  await session.before("Task", { subagent_type: "Explore", prompt: "Read the migrations of the ledger" });
  Object.assign(app.service.settings.recall, { subagentTokens: 0 });
  expect(await start(app, "Explore")).toEqual({});
});

test("a subagent is told what bears on what was asked last, not on what was asked before", async () => {
  await using app = await openTestApp();
  await memoriesIn(app.store).saveMemory(
    memory("project://invoices", "Invoice numbers restart each January.", { project: app.dir }),
  );
  const session = playing(app, "s");
  await session.ask("How do invoice numbers work in January?");
  expect((await start(app, "Explore")).context).toContain("restart each January");
  await Bun.sleep(2);
  await session.ask("Say hello to the colleague");
  expect(await start(app, "Explore")).toEqual({});
});

test("an agent of a stage starts it, and its verdict ends it; an agent of no stage changes nothing", async () => {
  await using app = await openTestApp();
  await begin(app, "s");
  await start(app, "Explore");
  expect(stateOf(app)?.stages.ARCH?.status).toBe("pending");
  await start(app, "architect");
  expect(stateOf(app)?.stages.ARCH?.status).toBe("active");
  expect(await stop(app, "Explore", PASSED)).toEqual({});
  expect(stateOf(app)?.stages.ARCH?.status).toBe("active");
  await stop(app, "architect", PASSED);
  expect(stateOf(app)?.stages.ARCH).toMatchObject({ status: "completed", result: "pass" });
  await app.service.idle();
  const types = readTimeline(playedFolder(app.service.workflowRoot, "s")).map(({ type }) => String(type));
  expect(types.sort()).toEqual(["agent:start", "agent:stop", "stage:complete", "stage:start"]);
});

test("the compaction's own summariser, which has no name, teaches and changes nothing", async () => {
  await using app = await openTestApp();
  await begin(app, "s");
  await playing(app, "s").ask("Always use pnpm instead of npm here.");
  await start(app, "architect");
  const before = stateOf(app);
  const proposals = async () => {
    await app.service.idle();
    return memoriesIn(app.store).memories({ project: app.dir, status: ["active"], limit: 9 });
  };
  expect(await stop(app, undefined, PASSED)).toEqual({});
  expect(stateOf(app)).toEqual(before);
  expect(await proposals()).toEqual([]);
  await stop(app, "Explore", PASSED);
  expect(await proposals()).toHaveLength(1);
});
