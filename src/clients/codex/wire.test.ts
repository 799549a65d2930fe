import { expect, test } from "bun:test";
import { type KnownInput, parseHookInput } from "../claude-code/parse.ts";
import { eachFile, parseInput } from "../parse.ts";
import { toFailedCommand, unsettledCommand } from "./wire.ts";

const parseCodexInput = (body: unknown) => parseInput(body, "codex");

const base = { session_id: "s", turn_id: "t", transcript_path: "/c/rollout-x.jsonl", cwd: "/p" };
const call = (event: string, tool: string, command: string, more: object = {}) => ({
  ...base,
  hook_event_name: event,
  tool_name: tool,
  tool_input: { command },
  tool_use_id: "call_1",
  ...more,
});
const patch = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

test("a turn is the prompt's id, and the client is named", () => {
  const input = parseCodexInput({ ...base, hook_event_name: "UserPromptSubmit", prompt: "hi" });
  expect(input).toMatchObject({ event: "UserPromptSubmit", promptId: "t", prompt: "hi" });
  expect(input.raw.client).toBe("codex");
});

test("a failed command becomes a failure as soon as its exit code is known", () => {
  const input = parseCodexInput(call("PostToolUse", "Bash", "make", { tool_response: "broken\n" }));
  expect(unsettledCommand(input)).toEqual({ transcriptPath: "/c/rollout-x.jsonl", callId: "call_1" });
  const failed = parseHookInput(toFailedCommand(input.raw, 2));
  expect(failed).toMatchObject({ event: "PostToolUseFailure", error: "Exit code 2\nbroken\n" });
  expect(failed.raw.hook_event_name).toBe("PostToolUseFailure");
  expect(unsettledCommand(failed)).toBeUndefined();
});

test("only commands that have ended are looked up", () => {
  expect(unsettledCommand(parseCodexInput(call("PreToolUse", "Bash", "make")))).toBeUndefined();
  expect(unsettledCommand(parseCodexInput(call("PostToolUse", "update_plan", "")))).toBeUndefined();
  const { transcript_path: _, ...without } = call("PostToolUse", "Bash", "make");
  expect(unsettledCommand(parseCodexInput(without))).toBeUndefined();
});

test("a patch of one file is an edit or a written file, named from the root", () => {
  const change = patch("*** Update File: src/a.ts", "@@", "-a", "+b");
  expect(parseCodexInput(call("PreToolUse", "apply_patch", change))).toMatchObject({
    toolName: "Edit",
    toolInput: { file_path: "/p/src/a.ts", old_string: "a", new_string: "b" },
  });
  const add = patch("*** Add File: /q/b.ts", "+new");
  expect(parseCodexInput(call("PreToolUse", "apply_patch", add))).toMatchObject({
    toolName: "Write",
    toolInput: { file_path: "/q/b.ts", content: "new" },
  });
});

test("the answer to a patch says itself whether it was applied", () => {
  const change = patch("*** Update File: a", "@@", "-a", "+b");
  const post = (response: string) =>
    parseCodexInput(call("PostToolUse", "apply_patch", change, { tool_response: response }));
  expect(post("Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.\n")).toMatchObject({
    event: "PostToolUse",
    toolResponse: "Success.\n",
  });
  expect(post("Exit code: 1\nWall time: 0 seconds\nOutput:\nNo.\n")).toMatchObject({
    event: "PostToolUseFailure",
    error: "No.\n",
  });
});

test("every file of a patch is a call of its own for rules and hooks, the old name of a rename too", () => {
  const several = patch(
    "*** Add File: a",
    "+1",
    "*** Update File: b",
    "*** Move to: c",
    "@@",
    "-1",
    "+2",
    "*** Delete File: d",
  );
  const input = parseCodexInput(call("PreToolUse", "apply_patch", several)) as KnownInput;
  const files = eachFile(input, "codex").map(({ raw }) => {
    const { file_path: file } = raw.tool_input as { file_path: string };
    return `${String(raw.tool_name)} ${file}`;
  });
  expect(files).toEqual(["Write /p/a", "Edit /p/c", "Edit /p/b", "Edit /p/d"]);
  const bash = parseCodexInput(call("PreToolUse", "Bash", "ls")) as KnownInput;
  expect(eachFile(bash, "codex")).toEqual([bash]);
});

test("a subagent's own file does not become the session's", () => {
  const input = parseCodexInput({
    ...call("PostToolUse", "Bash", "ls"),
    agent_id: "a",
    agent_type: "default",
  });
  expect(input.transcriptPath).toBeUndefined();
  expect(unsettledCommand(input)).toEqual({ transcriptPath: "/c/rollout-x.jsonl", callId: "call_1" });
  const stop = parseCodexInput({
    ...base,
    hook_event_name: "SubagentStop",
    agent_id: "a",
    agent_type: "default",
    agent_transcript_path: "/c/rollout-y.jsonl",
  });
  expect(stop).toMatchObject({
    transcriptPath: base.transcript_path,
    agentTranscriptPath: "/c/rollout-y.jsonl",
  });
});

test("odd inputs are no errors: what is not understood stays as it is", () => {
  expect(parseCodexInput(call("PreToolUse", "apply_patch", "no patch"))).toMatchObject({
    toolName: "apply_patch",
  });
  const odd = parseCodexInput({
    ...base,
    hook_event_name: "PreToolUse",
    tool_name: "apply_patch",
    tool_input: 7,
  });
  expect(odd).toMatchObject({ toolName: "apply_patch", toolInput: 7 });
  expect(() => parseCodexInput(7)).toThrow();
  expect(parseCodexInput({ ...base, hook_event_name: "NewEvent" })).toMatchObject({ event: "Unknown" });
});
