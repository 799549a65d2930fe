import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { occasion } from "../../test/hook-call.ts";
import { type App, playing } from "../../test/memory-session.ts";
import { memory } from "../../test/temp-store.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { searchIn } from "../search/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";
import { hintToRemember } from "./hints.ts";

/** A write as it was recorded, and the hint that it brings. */
async function hintAfter(
  app: App,
  name: string,
  content: string,
  more: { session_id?: string; agent_id?: string; agent_type?: string } = {},
) {
  const { session_id: id = "s" } = more;
  const tool_use_id = `t-${name}`;
  const tool_input = { file_path: join(app.dir, name), content };
  const fields = { tool_name: "Write", tool_input, tool_use_id, tool_response: "done", ...more };
  const { input, ctx } = await occasion(app, "PostToolUse", fields);
  await recordsIn(app.store).record({
    session: { id, project: app.dir, cwd: app.dir, at: 1 },
    observations: [
      {
        key: `${id}/tool/${tool_use_id}`,
        sessionId: id,
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
const FILES = ["a.ts", "b.ts", "c.ts", "d.ts", "e.ts", "f.ts", "g.ts"];
const AGENT = { agent_id: "a1", agent_type: "Explore" };

test("S1.15 a line that recurs in six files and four sessions is a pattern, told once", async () => {
  await using app = await openTestApp();
  const hints: (string | undefined)[] = [];
  for (const [i, name] of FILES.entries())
    hints.push(await hintAfter(app, name, line(name), { session_id: i < 3 ? `before${i}` : "s" }));
  expect(hints.map((hint) => hint !== undefined)).toEqual([false, false, false, false, false, true, false]);
  expect(hints[5]).toContain("in 6 files");
  expect(await searchIn(app.store).injectedInSession("s")).toEqual(new Set(["hint://pattern"]));
});

test("what a subagent writes, and a line of one session alone, brings no hint", async () => {
  await using app = await openTestApp();
  for (const name of FILES) {
    expect(await hintAfter(app, name, line(name), AGENT)).toBeUndefined();
    expect(await hintAfter(app, name, line(name))).toBeUndefined();
  }
  expect((await recordsIn(app.store).stats()).injections).toBe(0);
});

const note = (app: App, folder: string) =>
  memoriesIn(app.store).saveMemory(
    memory(`project://structure/${folder}`, `${folder} holds the code.`, { project: app.dir }),
  );

test("S1.15 a new folder makes the note on the folder around it doubtful, once; without a note nothing is said", async () => {
  await using app = await openTestApp();
  const write = (session: ReturnType<typeof playing>, file: string) => {
    mkdirSync(dirname(join(app.dir, file)), { recursive: true });
    writeFileSync(join(app.dir, file), "");
    return session.write(file, "");
  };
  const one = playing(app, "one");
  expect(await write(one, "src/a.ts")).toBe("");
  expect(await write(one, "migrations/001.ts")).toBe("");
  await note(app, "src");
  expect(await write(one, "src/b.ts")).toBe("");
  expect(await write(one, "src/queue/run.ts")).toContain(
    "project://structure/src may be out of date: the folder src/queue",
  );
  // At most one hint a session, and never twice for the same folder.
  expect(await write(one, "src/mail/run.ts")).toBe("");
  const two = playing(app, "two");
  expect(await write(two, "src/queue/more.ts")).toBe("");
});

test("S1.15 a folder that is gone makes its own note doubtful; one that is still there does not", async () => {
  await using app = await openTestApp();
  await note(app, "src/old");
  await note(app, "src/kept");
  mkdirSync(join(app.dir, "src/kept"), { recursive: true });
  const one = playing(app, "one");
  expect(await one.print("rm -rf src/kept/tmp", "")).toBe("");
  expect(await one.print("git mv src/old src/new", "")).toContain(
    "project://structure/src/old may be out of date",
  );
});

test("a muted hint is not told, nor is one without a project or of a call that was not recorded", async () => {
  await using app = await openTestApp();
  app.service.muted.set("hint://pattern", true);
  for (const [i, name] of FILES.entries())
    expect(await hintAfter(app, name, line(name), { session_id: `s${i}` })).toBeUndefined();
  const fields = { tool_name: "Write", tool_input: {}, tool_use_id: "unknown" };
  const { input, ctx } = await occasion(app, "PostToolUse", fields);
  expect(await hintToRemember(input, ctx)).toBeUndefined();
  expect(await hintToRemember(input, { ...ctx, project: "" })).toBeUndefined();
});
