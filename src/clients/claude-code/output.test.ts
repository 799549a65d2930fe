import { describe, expect, test } from "bun:test";
import { toBlock } from "../reply.ts";
import { encodeReply } from "./encode.ts";
import { HOOK_EVENTS, type HookEventName } from "./events.ts";
import { BadHookOutput, toPlainReply, toReply } from "./output.ts";

const read = (event: HookEventName, output: unknown) => toReply(event, output).reply;

describe("S1.22 a hook's JSON output", () => {
  test.each<[string, HookEventName, unknown, unknown]>([
    ["nothing", "Stop", undefined, {}],
    ["null", "Stop", null, {}],
    ["continue", "Stop", { continue: true }, {}],
    [
      "context",
      "PostToolUse",
      { hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "c" } },
      { context: "c" },
    ],
    ["block", "Stop", { decision: "block", reason: "r" }, { block: "r" }],
    ["old block of a tool", "PreToolUse", { decision: "block", reason: "r" }, { deny: "r" }],
    ["old approve", "PreToolUse", { decision: "approve", reason: "r" }, { allow: "r" }],
    ["approve elsewhere", "Stop", { decision: "approve" }, {}],
    [
      "deny",
      "PreToolUse",
      { hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "r" } },
      { deny: "r" },
    ],
    ["ask", "PreToolUse", { hookSpecificOutput: { permissionDecision: "ask" } }, { ask: "" }],
    [
      "new input",
      "PreToolUse",
      { hookSpecificOutput: { permissionDecision: "allow", updatedInput: { a: 1 } } },
      { allow: "", updatedInput: { a: 1 } },
    ],
    [
      "permission",
      "PermissionRequest",
      { hookSpecificOutput: { decision: { behavior: "deny", message: "m" } } },
      { deny: "m" },
    ],
    ["stop all", "PostToolUse", { continue: false, stopReason: "s" }, { stop: "s" }],
    ["message", "SessionEnd", { systemMessage: "m" }, { message: "m" }],
    [
      "compaction",
      "PreCompact",
      { hookSpecificOutput: { additionalContext: "keep x" } },
      { instructions: "keep x" },
    ],
    ["working on in the background", "Stop", { async: true }, {}],
  ])("%s", (_, event, output, reply) => {
    expect(toReply(event, output)).toEqual({ reply, ignored: [] } as never);
  });

  test("fields that the event does not support are dropped and reported", () => {
    expect(toReply("SessionStart", { decision: "block", reason: "r" })).toEqual({
      reply: {},
      ignored: ['SessionStart cannot carry "block"'],
    });
    expect(
      toReply("Stop", { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } }),
    ).toEqual({
      reply: {},
      ignored: ["hookSpecificOutput is for PreToolUse, the event is Stop"],
    });
  });

  test.each([
    [42],
    ["text"],
    [[]],
    [{ decision: "maybe" }],
    [{ continue: "no" }],
    [{ hookSpecificOutput: 3 }],
  ])("S1.22 %j is rejected", (output) => {
    expect(() => toReply("Stop", output)).toThrow(BadHookOutput);
  });
});

describe("S2.2 the whole output is preserved", () => {
  test.each<[HookEventName, Record<string, unknown>]>([
    [
      "PostToolUse",
      {
        suppressOutput: true,
        hookSpecificOutput: {
          hookEventName: "PostToolUse",
          additionalContext: "c",
          updatedToolOutput: { x: 1 },
        },
      },
    ],
    [
      "SessionStart",
      { hookSpecificOutput: { hookEventName: "SessionStart", sessionTitle: "t", watchPaths: ["/a"] } },
    ],
    ["PreToolUse", { continue: false, stopReason: "s", systemMessage: "m" }],
    ["PreToolUse", { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "defer" } }],
    [
      "PermissionRequest",
      {
        hookSpecificOutput: {
          hookEventName: "PermissionRequest",
          decision: { behavior: "deny", message: "no", interrupt: true },
        },
      },
    ],
    [
      "PermissionRequest",
      {
        hookSpecificOutput: {
          hookEventName: "PermissionRequest",
          decision: { behavior: "allow", updatedInput: { a: 1 }, updatedPermissions: [] },
        },
      },
    ],
    [
      "Elicitation",
      { hookSpecificOutput: { hookEventName: "Elicitation", action: "accept", content: { a: 1 } } },
    ],
    ["MessageDisplay", { hookSpecificOutput: { hookEventName: "MessageDisplay", displayContent: "d" } }],
  ])("S2.2 %s", (event, output) => {
    expect(encodeReply(event, read(event, output)) as Record<string, unknown>).toEqual(output);
  });
});

test("a block becomes the strongest decision that the event supports", () => {
  expect(toBlock("PreToolUse", "r")).toEqual({ deny: "r" });
  expect(toBlock("PermissionRequest", "r")).toEqual({ deny: "r" });
  expect(toBlock("Stop", "r")).toEqual({ block: "r" });
  expect(toBlock("SessionStart", "r")).toEqual({ context: "r" });
  expect(toBlock("SessionEnd", "r")).toEqual({ message: "r" });
  for (const event of HOOK_EVENTS) expect(Object.values(toBlock(event, "r"))).toEqual(["r"]);
});

test("plain text becomes context on events where the client reads it so", () => {
  expect(toPlainReply("SessionStart", " a\n")).toEqual({ context: "a" });
  expect(toPlainReply("UserPromptSubmit", "a")).toEqual({ context: "a" });
  expect(toPlainReply("PreCompact", "a")).toEqual({ instructions: "a" });
  expect(toPlainReply("PreToolUse", "a")).toEqual({});
  expect(toPlainReply("SessionStart", "  ")).toEqual({});
});

test("a hook that goes on in the background answers nothing, whatever else it says", () => {
  expect(toReply("Stop", { async: true, decision: "block", reason: "r", odd: 1 })).toEqual({
    reply: {},
    ignored: [],
  });
  expect(toReply("Stop", { async: false, decision: "block", reason: "r" }).reply).toMatchObject({
    block: "r",
  });
});

test("what is no hook output is said with the field that is wrong", () => {
  const message = (value: unknown) => {
    try {
      toReply("Stop", value);
    } catch (error) {
      return String(error);
    }
    return "";
  };
  expect(message({ hookSpecificOutput: { decision: { behavior: 7 } }, continue: "no" })).toContain(
    "The hook's answer is not a hook output (continue): ",
  );
  expect(message({ hookSpecificOutput: { decision: { behavior: 7 } } })).toContain(
    " (hookSpecificOutput.decision.behavior): ",
  );
  expect(message(42)).toContain("The hook's answer is not a hook output: ");
});
