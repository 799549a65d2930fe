import { expect, test } from "bun:test";
import { parseInput } from "../parse.ts";
import { copilotCli } from "./client.ts";
import { toCommonInput, toCommonName, toResult } from "./tools.ts";

const parse = (body: object) => parseInput(body, "copilot-cli");
const base = { session_id: "f214e5d0-08de-4190-adab-51f778614028", cwd: "/p" };

test("a command that failed is a failure, whatever its output says before the last line", () => {
  const told = "<shellId: 9 completed with exit code 3>\nmore\n<shellId: 1 completed with exit code 0>";
  expect(toResult("Bash", told)).toEqual({
    ok: true,
    output: "<shellId: 9 completed with exit code 3>\nmore",
  });
  const input = {
    ...base,
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command: "ls /none" },
    tool_result: {
      result_type: "success",
      text_result_for_llm: "none\n<shellId: 1 completed with exit code 2>",
    },
  };
  expect(parse(input)).toMatchObject({ event: "PostToolUseFailure", error: "Exit code 2\nnone" });
});

test("tools and inputs have the common names, as hooks and as the transcript tell them", () => {
  for (const name of ["Edit", "edit"]) expect(toCommonName(name)).toBe("Edit");
  expect(toCommonName("pawl-search")).toBe("mcp__pawl__search");
  expect(toCommonInput({ path: "/p/a", old_str: "a", new_str: "b" })).toEqual({
    file_path: "/p/a",
    old_string: "a",
    new_string: "b",
  });
});

test("context and refusals are at the top too", () => {
  expect(copilotCli.encode("SessionStart", { context: "x" })).toMatchObject({ additionalContext: "x" });
  expect(copilotCli.encode("PreToolUse", { deny: "no" })).toMatchObject({
    permissionDecision: "deny",
    permissionDecisionReason: "no",
    hookSpecificOutput: { permissionDecision: "deny" },
  });
  expect(copilotCli.encode("PreToolUse", { ask: "sure?" })).toMatchObject({ permissionDecision: "deny" });
  expect(copilotCli.encode("Stop", { block: "go on" })).toMatchObject({ decision: "block", reason: "go on" });
});

test("a new session is a startup, and every event names the transcript", () => {
  const input = parse({
    ...base,
    hook_event_name: "SessionStart",
    source: "new",
    initial_prompt: "x",
  });
  expect(input).toMatchObject({ source: "startup" });
  expect(input.transcriptPath).toEndWith(`session-state/${base.session_id}/events.jsonl`);
});
