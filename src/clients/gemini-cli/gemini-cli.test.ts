import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseInput } from "../parse.ts";
import { createCounts } from "../transcripts/entries.ts";
import { geminiCli } from "./client.ts";
import { toPrompt, toResult } from "./tools.ts";
import { readGeminiChat, sessionOfChat } from "./transcript.ts";

const parse = (body: object) => parseInput(body, "gemini-cli");
const ID = "5f8035d6-a214-4694-8b62-569d48c9ee51";
const base = {
  session_id: ID,
  transcript_path: "/t.jsonl",
  cwd: "/p",
  timestamp: "2026-11-16T15:22:10.729Z",
};
const command = (exit: string) =>
  `<untrusted_context>\nOutput: Exit Code: 7\nlast${exit}\nProcess Group PGID: 12\n</untrusted_context>`;
const after = (tool_name: string, tool_input: object, tool_response: object) =>
  parse({ ...base, hook_event_name: "AfterTool", tool_name, tool_input, tool_response });

test("the exit code is read from the end of the output only", () => {
  expect(toResult("run_shell_command", command(""))).toEqual({ ok: true, output: "Exit Code: 7\nlast" });
  expect(toResult("run_shell_command", command("\nExit Code: 2"))).toEqual({
    ok: false,
    output: "Exit code 2\nExit Code: 7\nlast",
  });
});

test("a prompt is recorded without what Pawl has put in front of it", () => {
  expect(toPrompt("<hook_context>&lt;pawl-context&gt;</hook_context>\n\nplease")).toBe("please");
  expect(toPrompt("explain <hook_context> please")).toBe("explain <hook_context> please");
});

test("its tools have the common names, and a failed one is a failure", () => {
  expect(after("read_file", { file_path: "a.txt" }, { llmContent: "one\n" })).toMatchObject({
    event: "PostToolUse",
    toolName: "Read",
    toolInput: { file_path: "/p/a.txt" },
    toolResponse: "one\n",
  });
  const error = { message: "File not found: /p/b.txt", type: "file_not_found" };
  expect(after("read_file", { file_path: "b.txt" }, { llmContent: "Could not", error })).toMatchObject({
    event: "PostToolUseFailure",
    error: "File not found: /p/b.txt",
  });
  expect(after("mcp_pawl_search", { query: "x" }, { llmContent: [{ text: "hit" }] })).toMatchObject({
    toolName: "mcp__pawl__search",
    toolResponse: "hit",
  });
});

test("refusals are decisions at the top, and context is sent only where it is read", () => {
  expect(geminiCli.encode("PreToolUse", { deny: "no", context: "x" })).toEqual({
    decision: "deny",
    reason: "no",
  });
  expect(geminiCli.encode("PreToolUse", { ask: "sure?" })).toMatchObject({
    decision: "deny",
    reason: "sure?",
  });
  expect(geminiCli.encode("PreToolUse", { context: "x" })).toEqual({});
  expect(geminiCli.encode("PostToolUseFailure", { context: "x" })).toEqual({});
  expect(geminiCli.encode("UserPromptSubmit", { context: "x" })).toMatchObject({
    hookSpecificOutput: { additionalContext: "x" },
  });
  expect(geminiCli.encode("Stop", { block: "go on" })).toEqual({ decision: "deny", reason: "go on" });
});

test("hooks and transcript give a call the same name, also the second of two equal ones", async () => {
  const dir = mkdtempSync(join(tmpdir(), "pawl-gemini-"));
  using _ = { [Symbol.dispose]: () => rmSync(dir, { recursive: true }) };
  const chats = join(dir, "shop", "chats");
  mkdirSync(chats, { recursive: true });
  writeFileSync(join(dir, "shop", ".project_root"), "/p\n");
  const path = join(chats, "session-2026-11-16T15-22-5f8035d6.jsonl");
  const at = "2026-11-16T15:22:11.000Z";
  const output = "<untrusted_context>\nOutput: x\nProcess Group PGID: 1\n</untrusted_context>";
  const args = { command: "echo x", description: "d" };
  const call = (id: string) => ({
    id,
    name: "run_shell_command",
    args,
    result: [
      { functionResponse: { id, response: { output: `${output}\n\n\n<hook_context>c</hook_context>` } } },
    ],
    status: "success",
    timestamp: at,
  });
  const said = { id: "m2", timestamp: at, type: "gemini", content: "", toolCalls: [call("a"), call("b")] };
  const snapshot = [{ text: "<state_snapshot>short</state_snapshot>" }];
  const lines = [
    { sessionId: ID, kind: "main" },
    { $set: { messages: [{ id: "m0", type: "user", content: [{ text: "<session_context>…" }] }] } },
    { id: "m1", timestamp: at, type: "user", content: [{ text: "<hook_context>c</hook_context>\n\ndo it" }] },
    { ...said, toolCalls: undefined },
    said,
    // A resume repeats messages in a poorer form, a compression under new ids.
    { $set: { messages: [{ id: "m2", timestamp: at, type: "gemini", content: [{ functionCall: {} }] }] } },
    { $set: { messages: [{ id: "n1", timestamp: at, type: "user", content: snapshot }] } },
    { id: "m3", timestamp: at, type: "gemini", content: "Done." },
  ];
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  expect(sessionOfChat(path)).toBe(ID);
  const entries = await readGeminiChat(path, ID, createCounts());
  const tools = entries.flatMap((entry) =>
    entry.kind === "assistant" ? entry.tools.map(({ id }) => id) : [],
  );
  const hooks = [1, 2].map(
    () =>
      (after("run_shell_command", args, { llmContent: output }) as { toolUseId?: string }).toolUseId ?? "",
  );
  expect(tools).toEqual(hooks);
  expect(new Set(tools).size).toBe(2);
  const texts = entries.flatMap((entry) => ("text" in entry && entry.text !== "" ? [entry.text] : []));
  expect(texts).toEqual(["do it", "<state_snapshot>short</state_snapshot>", "Done."]);
});
