import { describe, expect, test } from "bun:test";
import { parseHookInput } from "../clients/index.ts";
import type { AgentSDK } from "../model/agent-sdk.ts";
import { createEvaluate, toAnswer } from "./evaluate.ts";

const input = parseHookInput({
  hook_event_name: "PreToolUse",
  session_id: "s1",
  cwd: "/repo",
  tool_name: "Bash",
  tool_input: { command: "rm -rf build" },
});

describe("the verdict", () => {
  test("yes says nothing, no blocks with the reason", () => {
    expect(toAnswer('{"ok": true}')).toEqual({});
    expect(toAnswer('{"ok": false, "reason": "Ask first"}')).toEqual({
      decision: "block",
      reason: "Ask first",
    });
    expect(toAnswer('{"ok": false}')).toMatchObject({ decision: "block" });
  });

  test("is found in a fence or between words", () => {
    expect(toAnswer('Here:\n```json\n{"ok": true}\n```')).toEqual({});
  });

  test.each(["", "yes", '{"ok": "maybe"}', "{ok: true}", '{"reason": "x"}'])("is not %p", (text) => {
    expect(() => toAnswer(text)).toThrow("verdict");
  });
});

/** The one part that costs money: the rest of it is the real thing. */
function sdkThat(play: (call: { prompt: string; options: Record<string, unknown> }) => object[]) {
  const calls: { prompt: string; options: Record<string, unknown> }[] = [];
  const query = async function* (call: { prompt: string; options: Record<string, unknown> }) {
    calls.push(call);
    yield* play(call);
  };
  return { calls, load: async () => ({ query }) as unknown as AgentSDK };
}

const success = (result: string) => ({ type: "result", subtype: "success", is_error: false, result });
const signal = () => new AbortController().signal;

test("the judge is asked with rule and event, without tools, settings or a record, and marked as Pawl's own", async () => {
  const { calls, load } = sdkThat(() => [{ type: "system" }, success('{"ok": false, "reason": "No"}')]);
  const evaluate = createEvaluate({ env: { HOME: "/home/dev" }, load });
  expect(await evaluate("Is it safe?", input, signal())).toEqual({ decision: "block", reason: "No" });
  expect(calls[0]?.prompt).toContain("Is it safe?");
  expect(calls[0]?.prompt).toContain("rm -rf build");
  expect(calls[0]?.options).toMatchObject({
    tools: [],
    settingSources: [],
    persistSession: false,
    cwd: "/repo",
    env: { HOME: "/home/dev", PAWL_GUARD: "1" },
  });
});

test.each([
  [[{ type: "result", subtype: "error_max_turns", is_error: true }]],
  [[{ type: "result", subtype: "success", is_error: true, result: "API Error" }]],
  [[]],
])("no verdict is an error, which the engine lets pass: %j", (messages) => {
  const { load } = sdkThat(() => messages);
  expect(createEvaluate({ env: {}, load })("x", input, signal())).rejects.toThrow("no verdict");
});

test("the judge ends when nobody waits any more", async () => {
  let aborted: boolean | undefined;
  const controller = new AbortController();
  const { load } = sdkThat(({ options }) => {
    controller.abort();
    aborted = (options.abortController as AbortController).signal.aborted;
    return [success('{"ok": true}')];
  });
  await createEvaluate({ env: {}, load })("x", input, controller.signal);
  expect(aborted).toBe(true);
});

test("an event as large as a log file is cut for the judge", async () => {
  const { calls, load } = sdkThat(() => [success('{"ok": true}')]);
  const huge = parseHookInput({ ...input.raw, tool_input: { command: "x".repeat(1_000_000) } });
  await createEvaluate({ env: {}, load })("x", huge, signal());
  expect(calls[0]?.prompt.length).toBeLessThan(25_000);
});
