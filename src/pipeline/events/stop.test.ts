import { expect, test } from "bun:test";
import { occasion } from "../../../test/hook-call.ts";
import { type App, playing } from "../../../test/memory-session.ts";
import { begin, playedFolder } from "../../../test/played-session.ts";
import { openTestApp } from "../../daemon/test-app.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { setStage } from "../../work/workflow/state.ts";
import { updateWorkflow } from "../../work/workflow-files.ts";
import { stop } from "./stop.ts";

const stopIn = async (app: App, fields: object = {}) => {
  const { input, ctx } = await occasion(
    app,
    "Stop",
    { stop_hook_active: false, ...fields },
    { at: Date.now() },
  );
  return stop(input, ctx);
};

test("the answer does not wait for what is written: summary, state file, what was learned", async () => {
  await using app = await openTestApp();
  await playing(app, "s").ask("Always use pnpm instead of npm here.");
  expect(await stopIn(app)).toEqual({});
  expect((await recordsIn(app.store).session("s"))?.summary).toBeUndefined();
  await app.service.idle();
  expect((await recordsIn(app.store).session("s"))?.summary?.text).toContain("pnpm");
  expect(
    await memoriesIn(app.store).memories({ project: app.dir, status: ["active"], limit: 9 }),
  ).toHaveLength(1);
});

test("the transcript is read before the session is summed up, and what is learned comes last", async () => {
  await using app = await openTestApp();
  await playing(app, "s").ask("Always use pnpm instead of npm here.");
  const { input, ctx } = await occasion(app, "Stop", { stop_hook_active: false }, { at: Date.now() });
  const order: string[] = [];
  const work = {
    ...ctx.work,
    summarize: async () => void order.push("summarize"),
    learn: async () => void order.push("learn"),
  } as unknown as typeof ctx.work;
  let later: (() => Promise<unknown>) | undefined;
  const watched = Object.create(ctx, {
    catchUp: { value: async () => void order.push("catch up") },
    work: { value: work },
    later: {
      value: (act: () => Promise<unknown>) => {
        later = act;
      },
    },
  }) as typeof ctx;
  await stop(input, watched);
  expect(order).toEqual([]);
  await later?.();
  expect(order).toEqual(["catch up", "summarize", "learn"]);
});

test("a workflow's bar is said when it has moved, and not otherwise", async () => {
  await using app = await openTestApp();
  await begin(app, "s");
  const first = (await stopIn(app)).message;
  expect(first).toContain("(1/8)");
  expect(await stopIn(app)).toEqual({});
  await updateWorkflow(playedFolder(app.service.workflowRoot, "s"), (state) =>
    setStage(state, "ARCH", "completed", "now"),
  );
  expect((await stopIn(app)).message).toContain("(2/8)");
});

test("where there is something to save the turn is held, with the bar beside it", async () => {
  await using app = await openTestApp({ settings: { memory: { askToSave: true, askToSaveAfter: 1 } } });
  await begin(app, "s");
  for (const name of ["a", "b"]) await playing(app, "s").edit(`src/${name}.ts`, "a", "b");
  const reply = await stopIn(app);
  expect(reply.block).toContain("src/a.ts");
  expect(reply.message).toContain("(1/8)");
  await app.service.idle();
});
