import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { occasion } from "../../test/hook-call.ts";
import { type App, playing } from "../../test/memory-session.ts";
import { begin } from "../../test/played-session.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { recordsIn } from "../store/records/queries.ts";
import { saveState } from "./working-set.ts";

const folder = (app: App) => join(app.dir, ".claude", "sessions");
const saved = (app: App) =>
  readdirSync(folder(app))
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(folder(app), name), "utf8")));

test("a session's state file has what was asked, its summary, and its workflow where there is one", async () => {
  await using app = await openTestApp();
  await playing(app, "s").ask("Round the totals");
  const { ctx } = await occasion(app, "Stop");
  await saveState("Stop", "s", ctx);
  expect(saved(app)).toMatchObject([
    { sessionId: "s", event: "Stop", project: app.dir, summary: expect.stringContaining("Round the totals") },
  ]);
  expect(saved(app)[0].workflow).toBeNull();
  await begin(app, "s");
  await saveState("SessionEnd", "s", (await occasion(app, "SessionEnd", { reason: "other" })).ctx);
  expect(saved(app)).toMatchObject([{ event: "SessionEnd", workflow: { type: "standard" } }]);
});

test("of a session that nobody knows there is none", async () => {
  await using app = await openTestApp();
  await saveState("Stop", "nobody", (await occasion(app, "Stop")).ctx);
  expect(() => readdirSync(folder(app))).toThrow();
});

test("of a session in which nobody asked for anything there is none", async () => {
  await using app = await openTestApp();
  await recordsIn(app.store).record({ session: { id: "s", project: app.dir, cwd: app.dir, at: 1 } });
  await saveState("Stop", "s", (await occasion(app, "Stop")).ctx);
  expect(() => readdirSync(folder(app))).toThrow();
});
