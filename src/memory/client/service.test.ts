import { afterEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTestApp, type TestAppOptions } from "../../daemon/test-app.ts";
import { searchIn } from "../../search/sql/index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { slugOf } from "./folders.ts";

const dirs: string[] = [];
afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
});

const NOTE =
  "---\nname: port-clash\ndescription: The dev server needs port 5433\n---\n\nThe dev server fails with EADDRINUSE while Postgres runs; use port 5433.\n\n**Why:** Postgres owns 5432.\n**How to apply:** set PORT in .env.local. See [[env-files]].\n";
const LINKED =
  "---\nname: env-files\ndescription: Local settings stand in .env.local\n---\n\nNever commit them.\n";

async function open(options: TestAppOptions = {}) {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "pawl-service-")));
  dirs.push(dir);
  const app = await openTestApp({ ...options, dir });
  const project = join(dir, "project");
  const memory = join(dir, "claude", "projects", slugOf(project), "memory");
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(memory, { recursive: true });
  writeFileSync(join(project, ".git", "HEAD"), "ref: refs/heads/topic\n");
  let calls = 0;
  const send = async (event: string, sessionId: string, more: object): Promise<string> => {
    const body = {
      hook_event_name: event,
      session_id: sessionId,
      cwd: project,
      tool_use_id: `t${calls++}`,
      ...more,
    };
    const response = await app.post("/hook", body);
    const { hookSpecificOutput } = (await response.json()) as {
      hookSpecificOutput?: { additionalContext?: string };
    };
    return hookSpecificOutput?.additionalContext ?? "";
  };
  const write = async (name: string, text: string, sessionId = "writer") => {
    writeFileSync(join(memory, name), text);
    const input = {
      tool_name: "Write",
      tool_input: { file_path: join(memory, name), content: text },
      tool_response: {},
    };
    return send("PostToolUse", sessionId, input);
  };
  const ask = (sessionId: string, prompt = "Which port does the dev server need?") =>
    send("UserPromptSubmit", sessionId, { prompt });
  return { app, project, memory, send, write, ask };
}

test("a written memory is recalled at once, with its reason, its link and its branch; once per session", async () => {
  const { app, project, write, ask } = await open();
  await using _ = app;
  await write("env-files.md", LINKED);
  await write("port-clash.md", NOTE);
  writeFileSync(join(project, ".git", "HEAD"), "ref: refs/heads/main\n");
  const text = await ask("s1");
  expect(text).toContain("use port 5433");
  expect(text).toContain("**Why:** Postgres owns 5432.");
  expect(text).toContain("**How to apply:** set PORT");
  expect(text).toContain("linked: “env-files: Local settings stand in .env.local”");
  expect(text).toContain("written on branch topic");
  expect(await ask("s1", "And again: which port does the dev server need?")).not.toContain("use port 5433");
  expect(await ask("writer")).not.toContain("use port 5433");
  expect(await ask("s2", "Rename the login button")).toBe("");
});

test("S1.16 a failure brings the memory that names its code; another failure does not", async () => {
  const { app, write, send } = await open();
  await using _ = app;
  await write("port-clash.md", NOTE);
  const fail = (sessionId: string, error: string) =>
    send("PostToolUseFailure", sessionId, {
      tool_name: "Bash",
      tool_input: { command: "npm run dev" },
      error,
    });
  expect(await fail("s1", "Error: listen EADDRINUSE: address already in use")).toContain("use port 5433");
  expect(await fail("s2", "Error: Cannot find module 'express'")).toBe("");
});

test("muted, held out, read by the model itself, and switched off: nothing is injected", async () => {
  const held = await open({ settings: { recall: { ...RECALL, holdout: 1 } } });
  await using _ = held.app;
  await held.write("port-clash.md", NOTE);
  expect(await held.ask("s1")).toBe("");

  const { app, project, memory, write, ask, send } = await open();
  await using __ = app;
  await write("port-clash.md", NOTE);
  const read = {
    tool_name: "Read",
    tool_input: { file_path: join(memory, "port-clash.md") },
    tool_response: {},
  };
  await send("PostToolUse", "reader", read);
  expect(await ask("reader")).toBe("");
  app.service.muted.set("client://port-clash", true);
  expect(await ask("s1")).toBe("");
  app.service.muted.set("client://port-clash", false);
  expect(await ask("s2")).toContain("use port 5433");
  mkdirSync(join(project, ".claude"));
  writeFileSync(join(project, ".claude", "settings.local.json"), '{"autoMemoryEnabled": false}');
  await send("SessionStart", "s3", { source: "startup" });
  expect(await ask("s3")).toBe("");
});

const RECALL = {
  promptTokens: 500,
  fileTokens: 350,
  failureTokens: 300,
  subagentTokens: 170,
  threshold: 2.6,
  holdout: 0,
  kinds: {},
  acrossProjects: false,
};

test("the budget holds for the client's memory and the rest together; a long body keeps its reason", async () => {
  const { app, write, ask } = await open({ settings: { recall: { ...RECALL, promptTokens: 200 } } });
  await using _ = app;
  const long = NOTE.replace("use port 5433.", `use port 5433. ${"More words about it. ".repeat(200)}`);
  await write("port-clash.md", long);
  const text = await ask("s1");
  expect(text).toContain("**Why:** Postgres owns 5432.");
  const injections = await recordsIn(app.store).injections({ sessionId: "s1", limit: 5 });
  expect(injections.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(200);
  const off = await open({ settings: { recall: { ...RECALL, promptTokens: 0 } } });
  await using __ = off.app;
  await off.write("port-clash.md", NOTE);
  expect(await off.ask("s1")).toBe("");
});

test("a body that says no more than its index line, and what CLAUDE.md says, are known already", async () => {
  const { app, project, memory, write, ask } = await open();
  await using _ = app;
  writeFileSync(join(memory, "MEMORY.md"), "- [Port](port.md) — The dev server needs port 5433\n");
  await write("port.md", "---\nname: port\n---\nThe dev server needs port 5433.\n");
  expect(await ask("s1")).toBe("");
  writeFileSync(join(project, "CLAUDE.md"), "# Notes\n\nThe cache server of the shop listens on 7000.\n");
  await write("cache.md", "The cache server of the shop listens on 7000.\n");
  expect(await ask("s2", "Where does the cache server of the shop listen?")).toBe("");
});

test("the notes that clients load are found by a search, and never injected", async () => {
  const { app, project, send } = await open();
  await using _ = app;
  writeFileSync(join(project, "AGENTS.md"), "Use tabs in Makefiles of the quokka module.\n");
  await send("SessionStart", "s1", { source: "startup" });
  await app.service.idle();
  const [hit] = await searchIn(app.store).search({ text: "quokka", project, limit: 5 });
  expect(hit?.uri).toBe("client://notes/AGENTS");
  expect(
    await send("UserPromptSubmit", "s2", { prompt: "How are Makefiles of the quokka module written, tabs?" }),
  ).toBe("");
});
