import { expect, test } from "bun:test";
import { observation, prompt, response } from "../../../test/contract/fixtures.ts";
import { hookCall, inputOf } from "../../../test/hook-call.ts";
import type { RecordBatch } from "../../store/records/records.ts";
import { createLiveHub, type LiveEvent } from "./live.ts";
import { toLiveEvent, toTitle, withLiveErrors } from "./live-events.ts";

const session = { id: "s", project: "/p", cwd: "/p", at: 7 };
const eventOf = (event: string, fields: object, batch: Partial<RecordBatch> = {}) =>
  toLiveEvent(inputOf(hookCall(event, { ...fields })), { session, ...batch });
const BASE = { type: "event", sessionId: "s", project: "/p", at: 7 } as const;

test("a call, a prompt and an answer are told by what was stored of them, anything else by its name", () => {
  const call = observation("s", 7, { ok: false, durationMs: 12, agentType: "Explore" });
  const tool = { tool_name: "Bash", tool_input: {}, agent_id: "a1" };
  expect(eventOf("PostToolUse", tool, { observations: [call] })).toEqual({
    ...BASE,
    event: "PostToolUse",
    kind: "observation",
    title: "Bash: npm test",
    tool: "Bash",
    ok: false,
    agentId: "a1",
    agentType: "Explore",
    durationMs: 12,
  });
  expect(
    eventOf("UserPromptSubmit", { prompt: "x" }, { prompts: [prompt("s", 7, "First\nsecond")] }),
  ).toEqual({
    ...BASE,
    event: "UserPromptSubmit",
    kind: "prompt",
    title: "First",
  });
  expect(eventOf("Stop", {}, { responses: [response("s", 7, "Done.\nAll of it")] })).toMatchObject({
    kind: "response",
    title: "Done.",
  });
  expect(eventOf("PreToolUse", tool)).toMatchObject({ kind: "event", title: "PreToolUse", tool: "Bash" });
  expect(eventOf("Notification", {})).toEqual({
    ...BASE,
    event: "Notification",
    kind: "event",
    title: "Notification",
  });
});

test("an unknown event's name is cut", () => {
  const told = eventOf("X".repeat(500), {});
  expect(told.type === "event" && told.event.length).toBeLessThanOrEqual(101);
});

test("a title is the first line without the tag around it", () => {
  expect(toTitle("<pawl-context>\nEarlier work:\n- one")).toBe("Earlier work:");
  expect(toTitle("plain\nmore")).toBe("plain");
});

test("an error in the log is told on the page, without secrets and cut; a warning is not", () => {
  const hub = createLiveHub();
  const seen: LiveEvent[] = [];
  hub.watch({ send: (event) => void seen.push(event), end: () => undefined });
  const lines: string[] = [];
  const write = (message: string) => void lines.push(message);
  const log = withLiveErrors({ info: write, warn: write, error: write }, hub, () => 3);
  const secret = ["ghp", "x7Qm2Vb9Lk4Rt8Zp1Wn5Yc3Hd6Jf0SgAeUi2"].join("_");
  log.warn("odd");
  log.error("it broke", { error: new Error(`with ${secret} ${"y ".repeat(500)}`) });
  log.error("plain");
  expect(lines).toEqual(["odd", "it broke", "plain"]);
  expect(seen).toHaveLength(2);
  const [first] = seen;
  const message = first?.type === "error" ? first.message : "";
  expect(message).toStartWith("it broke: with [redacted:");
  expect(JSON.stringify(seen)).not.toContain(secret);
  expect(JSON.stringify(seen[0]).length).toBeLessThan(600);
  expect(seen[1]).toEqual({ type: "error", at: 3, message: "plain" });
});
