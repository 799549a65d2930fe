import { expect, test } from "bun:test";
import { join } from "node:path";
import { occasion } from "../../test/hook-call.ts";
import { type App, playing } from "../../test/memory-session.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { hintToRemember } from "./hints.ts";

/** A write as it was recorded, and the hint that it brings. */
async function hintAfter(app: App, name: string, content: string, more: object = {}) {
  const tool_use_id = `t-${name}`;
  const tool_input = { file_path: join(app.dir, name), content };
  const fields = { tool_name: "Write", tool_input, tool_use_id, tool_response: "done", ...more };
  const { input, ctx } = await occasion(app, "PostToolUse", fields);
  await app.store.record({
    session: { id: "s", project: app.dir, cwd: app.dir, at: 1 },
    observations: [
      {
        key: `s/tool/${tool_use_id}`,
        sessionId: "s",
        at: ctx.at,
        redaction: 1,
        toolName: "Write",
        toolUseId: tool_use_id,
        ok: true,
        input: JSON.stringify(tool_input),
        response: "done",
        files: [tool_input.file_path],
      },
    ],
  });
  return hintToRemember(input, ctx);
}

const line = (name: string) => `registry.registerHandler("${name}", createHandler(options));\n`;
const AGENT = { agent_id: "a1", agent_type: "Explore" };

test("a line that stands in four files is a pattern, told once and written down with its address", async () => {
  await using app = await openTestApp();
  const hints: (string | undefined)[] = [];
  for (const name of ["a.ts", "b.ts", "c.ts", "d.ts", "e.ts"])
    hints.push(await hintAfter(app, name, line(name)));
  expect(hints.map((hint) => hint !== undefined)).toEqual([false, false, false, true, false]);
  expect(hints[3]).toContain("in 4 files");
  expect(await app.store.injectedInSession("s")).toEqual(new Set(["hint://pattern"]));
});

test("what a subagent writes brings no hint: its context is another one", async () => {
  await using app = await openTestApp();
  for (const name of ["a.ts", "b.ts", "c.ts", "d.ts", "e.ts"])
    expect(await hintAfter(app, name, line(name), AGENT)).toBeUndefined();
  expect((await app.store.stats()).injections).toBe(0);
});

test("a new folder in a project that is known is a change of structure; one that was written to before is not", async () => {
  await using app = await openTestApp();
  for (const name of ["a", "b", "c", "d", "e"])
    expect(await hintAfter(app, `src/${name}.ts`, "")).toBeUndefined();
  expect(await hintAfter(app, "src/f.ts", "")).toBeUndefined();
  expect(await hintAfter(app, "migrations/001.ts", "")).toContain("migrations");
});

test("a muted hint is not told, nor is one without a project or of a call that was not recorded", async () => {
  await using app = await openTestApp();
  app.service.muted.set("hint://pattern", true);
  for (const name of ["a.ts", "b.ts", "c.ts", "d.ts"])
    expect(await hintAfter(app, name, line(name))).toBeUndefined();
  const fields = { tool_name: "Write", tool_input: {}, tool_use_id: "unknown" };
  const { input, ctx } = await occasion(app, "PostToolUse", fields);
  expect(await hintToRemember(input, ctx)).toBeUndefined();
  expect(await hintToRemember(input, { ...ctx, project: "" })).toBeUndefined();
});

test("the same hint is told again in another session", async () => {
  await using app = await openTestApp();
  const one = playing(app, "one");
  for (const name of ["a", "b", "c", "d", "e", "f"]) await one.write(`src/${name}.ts`, "");
  expect(await one.write("migrations/001.ts", "")).toContain("migrations");
  await one.stop();
  const two = playing(app, "two");
  expect(await two.write("scripts/run.ts", "")).toContain("scripts");
});
