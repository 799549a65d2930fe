import { expect, test } from "bun:test";
import { toReply } from "../clients/index.ts";
import type { HookScript, SyncHookScript } from "./define-hook.ts";

// The types are the test here: what a user writes must compile, for one event and for any.
const gate: SyncHookScript<"PreToolUse"> = (input) =>
  input.tool_name === "Bash"
    ? { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } }
    : undefined;

const any: HookScript = async (input, toolUseID, { signal }) => {
  if (signal.aborted || input.hook_event_name !== "PostToolUseFailure") return {};
  return { systemMessage: `${toolUseID}: ${input.error}` };
};

test("S2.2 a typed script answers in the SDK's format", async () => {
  const options = { signal: new AbortController().signal };
  const call = { session_id: "s", tool_input: {} };
  const denied = await gate({ hook_event_name: "PreToolUse", tool_name: "Bash", ...call }, "t", options);
  expect(toReply("PreToolUse", denied).reply).toEqual({ deny: "" });
  const failure = {
    hook_event_name: "PostToolUseFailure",
    tool_name: "Bash",
    error: "e",
    is_interrupt: false,
    ...call,
  } as const;
  expect(await any(failure, "t", options)).toEqual({ systemMessage: "t: e" });
});
