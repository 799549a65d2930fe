import { expect, test } from "bun:test";
import { join } from "node:path";
import { occasion } from "../../../test/hook-call.ts";
import type { App } from "../../../test/memory-session.ts";
import { memory } from "../../../test/temp-store.ts";
import { openTestApp } from "../../daemon/test-app.ts";
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
const fact = (app: App, more: object = {}) =>
  app.store.addFileFacts([
    {
      key: "past/change/1",
      project: app.dir,
      file: "src/tax.ts",
      at: Date.UTC(2026, 0, 5),
      sessionId: "past",
      what: "rate = 500 → rate = 700",
      why: "Make the reduced rate seven percent",
      ok: true,
      ...more,
    },
  ]);

test("what was changed in a file, and why, is told before it is touched, once a session", async () => {
  await using app = await openTestApp();
  await fact(app);
  expect(await recall(app, "src/other.ts")).toBeUndefined();
  expect(await recall(app, "src/tax.ts")).toContain("reduced rate seven percent");
  expect(await recall(app, "src/tax.ts")).toBeUndefined();
  const [line] = await app.store.injections({ limit: 1 });
  expect(line).toMatchObject({ event: "PreToolUse", sessionId: "s" });
});

test("the nearest memory comes first, of equals the more important; a muted one never", async () => {
  await using app = await openTestApp();
  const keep = (uri: string, content: string, priority: number) =>
    app.store.saveMemory(memory(uri, content, { project: app.dir, priority }));
  await keep("project://ext", "All *.ts files start with a comment.", 0);
  await keep("project://file-b", "In tax.ts rates are numbers.", 5);
  await keep("project://file-a", "In tax.ts rates are basis points.", 3);
  await keep("project://far", "In login.ts nothing is kept.", 0);
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
  await fact(app);
  expect(await recall(app, "src/tax.ts", { tool_name: "Grep" })).toBeUndefined();
  expect(await recall(app, "src/tax.ts", { tool_input: {} })).toBeUndefined();
  expect(await recall(app, "src/tax.ts", { cwd: undefined })).toBeUndefined();
  Object.assign(app.service.settings.recall, { fileTokens: 0 });
  expect(await recall(app, "src/tax.ts")).toBeUndefined();
});

test("its own changes are in the session's conversation, and a muted fact stays silent", async () => {
  await using app = await openTestApp();
  await fact(app);
  expect(await recall(app, "src/tax.ts", { session_id: "past" })).toBeUndefined();
  app.service.muted.set("file://src/tax.ts#past/change/1", true);
  expect(await recall(app, "src/tax.ts")).toBeUndefined();
});

test("a path that is relative to the session's folder is the same file", async () => {
  await using app = await openTestApp();
  await fact(app);
  const fields = { tool_input: { file_path: "src/tax.ts" } };
  expect(await recall(app, "", fields)).toContain("reduced rate");
});
