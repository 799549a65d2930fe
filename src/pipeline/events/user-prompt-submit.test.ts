import { expect, test } from "bun:test";
import { occasion } from "../../../test/hook-call.ts";
import { type App, playing } from "../../../test/memory-session.ts";
import { memory } from "../../../test/temp-store.ts";
import { openTestApp } from "../../daemon/test-app.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { userPromptSubmit } from "./user-prompt-submit.ts";

const QUESTION = "How do invoice numbers work in January?";
const ask = async (app: App, prompt: string, fields: object = {}) => {
  const { input, ctx } = await occasion(app, "UserPromptSubmit", { prompt, ...fields });
  return userPromptSubmit(input, ctx);
};
const remember = (app: App) =>
  memoriesIn(app.store).saveMemory(
    memory("project://invoices", "Invoice numbers restart each January.", { project: app.dir }),
  );

test("what bears on the prompt is told, once", async () => {
  await using app = await openTestApp();
  await remember(app);
  expect((await ask(app, QUESTION)).context).toContain("restart each January");
  expect(await ask(app, QUESTION)).toEqual({});
});

test("a command of the client's, what nobody typed, and a budget of 0 bring nothing", async () => {
  await using app = await openTestApp();
  await remember(app);
  expect(await ask(app, `/review ${QUESTION}`)).toEqual({});
  expect(await ask(app, `<task-notification>${QUESTION}</task-notification>`)).toEqual({});
  expect(await ask(app, "Say hello to the colleague")).toEqual({});
  Object.assign(app.service.settings.recall, { promptTokens: 0 });
  expect(await ask(app, QUESTION)).toEqual({});
});

test("the user's own threshold decides: a higher one is silent where the usual one speaks", async () => {
  await using app = await openTestApp();
  await remember(app);
  Object.assign(app.service.settings.recall, { threshold: 50 });
  expect(await ask(app, QUESTION)).toEqual({});
  Object.assign(app.service.settings.recall, { threshold: 2.6 });
  expect((await ask(app, QUESTION)).context).toBeDefined();
});

test("a muted session is not told", async () => {
  await using app = await openTestApp();
  const past = playing(app, "past");
  await past.ask("The invoice totals in the billing module are rounded wrongly, fix the rounding");
  await past.edit("src/billing/rounding.ts", "Math.floor(total)", "roundHalfEven(total)");
  await past.stop({ last_assistant_message: "Invoice totals are rounded half to even in rounding.ts now." });
  const question = "Why are invoice totals rounded with rounding.ts in billing?";
  app.service.muted.set("session://past", true);
  expect(await playing(app, "one").ask(question)).not.toContain("rounded wrongly");
  app.service.muted.set("session://past", false);
  expect(await playing(app, "two").ask(question)).toContain("rounded wrongly");
});
