import { expect, test } from "bun:test";
import { messagesFor } from "../../locale/index.ts";
import { parseTimelineLine, timelineEvent } from "./timeline.ts";

const at = { now: "2026-03-01T10:00:00.000Z", messages: messagesFor("en") };

test("an event has its time, category and label, and cannot pretend to be another one", () => {
  const event = timelineEvent("stage:start", { stage: "ARCH", type: "session:end", ts: "never" }, at);
  expect(event).toMatchObject({ stage: "ARCH", type: "stage:start", category: "stage", ts: at.now });
  expect(event.label).not.toBe("");
  expect(() => timelineEvent("stage:begin", {}, at)).toThrow(/stage:begin/);
});

test("a line of a known type with a time is an event; any other is none", () => {
  const line = JSON.stringify(timelineEvent("agent:start", { agent: "a" }, at));
  expect(parseTimelineLine(line)).toMatchObject({ type: "agent:start", agent: "a" });
  for (const other of [
    line.slice(0, 20),
    "null",
    "7",
    "{}",
    '{"type":"agent:start"}',
    '{"ts":"now"}',
    '{"type":"agent:dance","ts":"now"}',
    '{"type":"toString","ts":"now"}',
    '{"type":"agent:start","ts":7}',
  ])
    expect(parseTimelineLine(other)).toBeUndefined();
});
