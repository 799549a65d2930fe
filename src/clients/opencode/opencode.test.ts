import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eachFile, parseInput } from "../parse.ts";
import { createCounts } from "../transcripts/entries.ts";
import { findTranscripts } from "../transcripts/find.ts";
import { opencode } from "./client.ts";
import { opencodeConnect } from "./connect.ts";
import { readOpencodeSession } from "./transcript.ts";

const parse = (body: object) => parseInput(body, "opencode");
const dir = mkdtempSync(join(tmpdir(), "pawl-opencode-"));
afterAll(() => rmSync(dir, { recursive: true }));

const base = { session_id: "ses_1", cwd: "/p" };
const after = (tool_name: string, tool_input: object, tool_response: object) =>
  parse({ ...base, hook_event_name: "PostToolUse", tool_name, tool_input, tool_response });

test("its tools have the common names, a patch is an edit, and a command that failed is a failure", () => {
  expect(after("write", { filePath: "a.txt", content: "x" }, { output: "Wrote file" })).toMatchObject({
    event: "PostToolUse",
    toolName: "Write",
    toolInput: { file_path: "/p/a.txt", content: "x" },
  });
  expect(after("bash", { command: "ls /none" }, { output: "none\n", exit: 2 })).toMatchObject({
    event: "PostToolUseFailure",
    error: "Exit code 2\nnone\n",
  });
  expect(after("pawl_search", { query: "x" }, { output: "hit" })).toMatchObject({
    toolName: "mcp__pawl__search",
  });
  const patchText = "*** Begin Patch\n*** Add File: b.txt\n+x\n*** Update File: c.txt\n-x\n+y\n*** End Patch";
  const patch = after("apply_patch", { patchText }, { output: "Success" });
  const files = patch.event === "Unknown" ? [] : eachFile(patch, "opencode");
  expect(files.map((each) => "toolInput" in each && each.toolInput)).toMatchObject([
    { file_path: "/p/b.txt" },
    { file_path: "/p/c.txt" },
  ]);
});

test("a refusal is one word of the plugin's, a changed input has the client's names, and nothing has context before a tool", () => {
  expect(opencode.encode("PreToolUse", { deny: "no", context: "x" })).toEqual({ deny: "no" });
  expect(opencode.encode("PreToolUse", { ask: "sure?" })).toEqual({ deny: "sure?" });
  expect(opencode.encode("PreToolUse", { context: "x" })).toEqual({});
  expect(opencode.encode("PreToolUse", { updatedInput: { file_path: "/p/b" } })).toEqual({
    input: { filePath: "/p/b" },
  });
  expect(opencode.encode("UserPromptSubmit", { block: "no" })).toEqual({ deny: "no" });
  expect(opencode.encode("PostToolUseFailure", { context: "x" })).toEqual({ context: "x" });
  expect(opencode.encode("PreCompact", { instructions: "keep it" })).toEqual({ context: "keep it" });
});

/** The hooks of the plugin as `pawl install` writes it, with a script in the launcher's place. */
async function installedPlugin(name: string, script?: string) {
  const launcher = join(dir, name, "hook");
  mkdirSync(join(dir, name));
  if (script !== undefined) {
    writeFileSync(launcher, `#!/bin/sh\n${script}\n`);
    chmodSync(launcher, 0o700);
  }
  const entries = opencodeConnect.entries({ launcher, port: 1, hookToken: "", scope: "user" });
  const file = join(dir, name, "pawl.ts");
  const added = opencodeConnect.edit?.add(undefined, entries);
  writeFileSync(file, added?.text ?? "");
  const { PawlPlugin } = (await import(file)) as typeof import("./plugin.ts");
  return { added, file, hooks: await PawlPlugin({ directory: "/p" }) };
}

const call = { tool: "bash", sessionID: "ses_1", callID: "c1" };
const message = () => ({ message: { id: "msg_1" }, parts: [part({ type: "text", text: '"do it"' })] });
const part = (more: object) => ({
  id: "prt_1",
  sessionID: "ses_1",
  messageID: "msg_1",
  type: "tool",
  ...more,
});

test("the plugin never breaks a prompt: without a launcher, with one that fails, with one that says nonsense", async () => {
  for (const [n, script] of [undefined, "exit 3", "echo nonsense", "echo '{}'; kill -9 $$"].entries()) {
    const { hooks } = await installedPlugin(`broken-${n}`, script);
    const asked = message();
    await hooks["chat.message"]({ sessionID: "ses_1" }, asked);
    expect(asked.parts).toHaveLength(1);
    await hooks["tool.execute.before"](call, { args: {} });
    const ran = { output: "x" };
    await hooks["tool.execute.after"](call, ran);
    expect(ran).toEqual({ output: "x" });
    // Not what the types say: a later version of OpenCode.
    await hooks.event({ event: {} as never });
    await hooks["experimental.chat.messages.transform"]({}, {} as never);
    await hooks.dispose();
  }
});

test("the plugin gives context at each of its places, and refuses by throwing", async () => {
  const answer = `read -r body; echo "$body" >> ${join(dir, "seen")}
case "$*" in *pre-tool-use*) echo '{"deny":"not this"}' ;; *) echo "{\\"context\\":\\"CTX $6\\"}" ;; esac`;
  const { hooks } = await installedPlugin("works", answer.replace("$6", "${3:-$2}"));
  await hooks.event({ event: { type: "session.created", properties: { info: { id: "ses_1" } } } });
  const asked = message();
  await hooks["chat.message"]({ sessionID: "ses_1" }, asked);
  expect(asked.parts[1]).toMatchObject({
    type: "text",
    synthetic: true,
    text: "CTX session-start\nCTX user-prompt-submit",
  });
  expect(hooks["tool.execute.before"](call, { args: {} })).rejects.toThrow("not this");
  const ran = { output: "x" };
  await hooks["tool.execute.after"](call, ran);
  expect(ran.output).toBe("x\n<hook_context>\nCTX post-tool-use\n</hook_context>");
  const failed = part({ tool: "read", callID: "c2", state: { status: "error", error: "gone" } });
  await hooks.event({
    event: { type: "message.part.updated", properties: { sessionID: "ses_1", part: failed } },
  });
  await hooks["experimental.chat.messages.transform"]({}, { messages: [{ parts: [failed] }] });
  expect(failed).toMatchObject({ state: { error: expect.stringContaining("CTX post-tool-use-failure") } });
  const compacting = { context: [] as string[] };
  await hooks["experimental.session.compacting"]({ sessionID: "ses_1" }, compacting);
  expect(compacting.context).toEqual(["CTX pre-compact"]);
  await hooks.event({ event: { type: "session.compacted", properties: { sessionID: "ses_1" } } });
  const system: string[] = [];
  await hooks["experimental.chat.system.transform"]({ sessionID: "ses_1" }, { system });
  expect(system).toEqual(["CTX session-start"]);
  await hooks.dispose();
  const seen = readFileSync(join(dir, "seen"), "utf8").trim().split("\n");
  const bodies = seen.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(bodies[0]).toMatchObject({ source: "startup", session_id: "ses_1" });
  expect(bodies[1]).toMatchObject({ prompt: '"do it"', prompt_id: "msg_1" });
  expect(bodies.at(-1)).toMatchObject({ hook_event_name: "SessionEnd" });
});

test("installing twice changes nothing, and the file holds nothing but Pawl's", async () => {
  const { added, file } = await installedPlugin("twice");
  expect(added?.report.added).toContain("PostToolUse");
  const entries = opencodeConnect.entries({
    launcher: join(dir, "twice", "hook"),
    port: 1,
    hookToken: "",
    scope: "user",
  });
  const text = readFileSync(file, "utf8");
  expect(opencodeConnect.edit?.add(text, entries)).toMatchObject({
    text,
    report: { added: [], updated: [] },
  });
  expect(opencodeConnect.edit?.remove(text)).toEqual({ text: undefined, removed: added?.report.added ?? [] });
  expect(opencodeConnect.edit?.remove("export const Other = 1;\n")).toMatchObject({ removed: [] });
});

const database = join(dir, "opencode.db");
beforeAll(() => {
  const db = new Database(database);
  db.run("create table session (id, parent_id, directory, time_created, time_updated)");
  db.run("create table message (id, session_id, time_created, data)");
  db.run("create table part (id, message_id, session_id, time_created, data)");
  const session = db.query("insert into session values (?, ?, '/p', ?, 50)");
  session.run("ses_1", null, 1);
  session.run("ses_2", "ses_1", 2);
  const message = (id: string, owner: string, at: number, data: object, parts: object[]) => {
    db.query("insert into message values (?, ?, ?, ?)").run(id, owner, at, JSON.stringify(data));
    for (const [n, one] of parts.entries())
      db.query("insert into part values (?, ?, ?, ?, ?)").run(
        `${id}-${n}`,
        id,
        owner,
        at,
        JSON.stringify(one),
      );
  };
  const done = (callID: string, tool: string, input: object, state: object) => ({
    type: "tool",
    tool,
    callID,
    state: { status: "completed", input, time: { end: 20 }, ...state },
  });
  const words = (text: string, more = {}) => ({ type: "text", text, ...more });
  message("m1", "ses_1", 10, { role: "user" }, [words('"do it"'), words("CTX", { synthetic: true })]);
  message("m2", "ses_1", 11, { role: "assistant", finish: "tool-calls", modelID: "m" }, [
    words("First."),
    done(
      "c1",
      "bash",
      { command: "ls" },
      { output: "none\n\n<hook_context>\nCTX\n</hook_context>", metadata: { exit: 2 } },
    ),
    {
      type: "tool",
      tool: "read",
      callID: "c2",
      state: { status: "error", input: { filePath: "/p/b" }, error: "gone" },
    },
  ]);
  message("m3", "ses_2", 12, { role: "user" }, [words("look around")]);
  message("m4", "ses_2", 13, { role: "assistant", agent: "general", finish: "stop" }, [
    done("c3", "glob", { pattern: "*" }, { output: "b" }),
    words("Seen."),
  ]);
  message("m5", "ses_1", 14, { role: "assistant", summary: true }, [words("SUMMARY")]);
  message("m6", "ses_1", 15, { role: "user" }, [words("Continue if you can", { synthetic: true })]);
  message("m7", "ses_1", 16, { role: "assistant", finish: "stop" }, [words("Done.")]);
  db.close();
});

test("a session is read from the database with its subagents, without what hooks or the program have added", async () => {
  const [found, ...more] = await findTranscripts([database]);
  expect([found?.path, more]).toEqual([join(database, "ses_1"), []]);
  const entries = await readOpencodeSession(found?.path ?? "", "ses_1", createCounts());
  const short = entries.map((entry) =>
    entry.kind === "user"
      ? [
          entry.agentId ?? "main",
          entry.text,
          ...entry.results.map(({ isError, content }) => [isError, content]),
        ]
      : entry.kind === "assistant"
        ? [entry.agentId ?? "main", entry.text, ...entry.tools.map(({ id, name }) => `${id} ${name}`)]
        : [entry.kind],
  );
  expect(short).toEqual([
    ["main", "do it"],
    ["main", "", "c1 Bash"],
    ["main", "", [true, "Exit code 2\nnone\n"]],
    ["main", "", "c2 Read"],
    ["main", "", [true, "gone"]],
    ["main", "First."],
    ["compact"],
    ["main", "SUMMARY"],
    ["main", "Done."],
    ["ses_2", "look around"],
    ["ses_2", "", "c3 Glob"],
    ["ses_2", "", [false, "b"]],
    ["ses_2", "Seen."],
  ]);
});
