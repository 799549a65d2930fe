import { expect, test } from "bun:test";
import { join } from "node:path";
import { occasion } from "../../test/hook-call.ts";
import type { App } from "../../test/memory-session.ts";
import { memory } from "../../test/temp-store.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";
import { fileRecall } from "./file.ts";

async function recall(app: App, name: string, more: object = {}) {
  const fields = {
    tool_name: "Read",
    tool_input: { file_path: join(app.dir, name) },
    tool_use_id: "t",
    ...more,
  };
  const { input, ctx } = await occasion(app, "PreToolUse", fields);
  return fileRecall(input, ctx);
}
const keep = (app: App, uri: string, content: string, priority = 4) =>
  memoriesIn(app.store).saveMemory(memory(uri, content, { project: app.dir, priority }));

test("a memory about the file is given before it is touched, once a session", async () => {
  await using app = await openTestApp();
  await keep(app, "project://tax", "In tax.ts rates are basis points.");
  expect(await recall(app, "src/other.ts")).toBeUndefined();
  expect(await recall(app, "src/tax.ts")).toContain("basis points");
  expect(await recall(app, "src/tax.ts")).toBeUndefined();
  const [line] = await recordsIn(app.store).injections({ limit: 1 });
  expect(line).toMatchObject({ event: "PreToolUse", sessionId: "s" });
});

test("the nearest memory comes first, of equals the more important; a muted one never", async () => {
  await using app = await openTestApp();
  await keep(app, "project://ext", "All *.ts files start with a comment.", 0);
  await keep(app, "project://file-b", "In tax.ts rates are numbers.", 5);
  await keep(app, "project://file-a", "In tax.ts rates are basis points.", 3);
  await keep(app, "project://far", "In login.ts nothing is kept.", 0);
  const text = (await recall(app, "src/tax.ts")) ?? "";
  const places = ["basis points", "are numbers", "start with a comment"].map((part) => text.indexOf(part));
  expect(places.every((place) => place > 0)).toBe(true);
  expect([...places].sort((a, b) => a - b)).toEqual(places);
  expect(text).not.toContain("login.ts");
  app.service.muted.set("project://file-a", true);
  expect(await recall(app, "src/tax.ts", { session_id: "two" })).not.toContain("basis points");
});

test("a tool that touches no file, no project and a budget of 0 bring nothing", async () => {
  await using app = await openTestApp();
  await keep(app, "project://tax", "In tax.ts rates are basis points.");
  expect(await recall(app, "src/tax.ts", { tool_name: "Grep" })).toBeUndefined();
  expect(await recall(app, "src/tax.ts", { tool_input: {} })).toBeUndefined();
  expect(await recall(app, "src/tax.ts", { cwd: undefined })).toBeUndefined();
  Object.assign(app.service.settings.recall, { fileTokens: 0 });
  expect(await recall(app, "src/tax.ts")).toBeUndefined();
});

test("a path that is relative to the session's folder is the same file", async () => {
  await using app = await openTestApp();
  await keep(app, "project://tax", "In tax.ts rates are basis points.");
  const fields = { tool_input: { file_path: "src/tax.ts" } };
  expect(await recall(app, "", fields)).toContain("basis points");
});
