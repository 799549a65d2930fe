import { expect, test } from "bun:test";
import { join } from "node:path";
import { occasion } from "../../../test/hook-call.ts";
import type { App } from "../../../test/memory-session.ts";
import { memory } from "../../../test/temp-store.ts";
import { openTestApp } from "../../daemon/test-app.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { preToolUse } from "./pre-tool-use.ts";

const before = async (app: App, fields: object) => {
  const { input, ctx } = await occasion(app, "PreToolUse", { tool_use_id: "t", tool_input: {}, ...fields });
  return preToolUse(input, ctx);
};

test("what is known of a file comes before it is edited; a command brings nothing", async () => {
  await using app = await openTestApp();
  await memoriesIn(app.store).saveMemory(
    memory("project://tax", "In tax.ts rates are basis points.", { project: app.dir }),
  );
  const edit = { tool_name: "Edit", tool_input: { file_path: join(app.dir, "tax.ts") } };
  expect((await before(app, edit)).context).toContain("basis points");
  expect(await before(app, { tool_name: "Bash", tool_input: { command: "ls" } })).toEqual({});
});

test("only an edit hears that many calls were made", async () => {
  await using app = await openTestApp();
  const env = { COMPACT_THRESHOLD: "1" };
  for (const id of ["t1", "t2", "t3"]) {
    const { input, ctx } = await occasion(app, "PreToolUse", {
      tool_name: "Read",
      tool_input: {},
      tool_use_id: id,
    });
    await app.service.sessions.notes.saw(input, {}, { id: "s", project: ctx.project, cwd: app.dir, at: 1 });
  }
  const call = async (tool_name: string) => {
    const { input, ctx } = await occasion(
      app,
      "PreToolUse",
      { tool_name, tool_input: {}, tool_use_id: "t3" },
      { env },
    );
    return preToolUse(input, ctx);
  };
  expect(await call("Read")).toEqual({});
  expect((await call("Edit")).message).toContain("3 tool calls");
});

test("a call of Pawl's own workflow tools is noted with its id, so that the server can tell the session; no other is", async () => {
  await using app = await openTestApp();
  const noted: string[] = [];
  const call = async (tool_name: string, id?: string) => {
    const fields = { tool_name, tool_input: {}, ...(id === undefined ? {} : { tool_use_id: id }) };
    const { input, ctx } = await occasion(app, "PreToolUse", fields);
    const continuity = { ...ctx.continuity, noteCall: async (each: string) => void noted.push(each) };
    await preToolUse(input, { ...ctx, continuity });
  };
  await call("mcp__pawl__workflow_status", "a");
  await call("mcp__plugin_pawl_pawl__workflow_move", "b");
  for (const other of ["mcp__pawl__search", "mcp__other__workflow_status", "Bash"]) await call(other, "c");
  expect(noted).toEqual(["a", "b"]);
});
