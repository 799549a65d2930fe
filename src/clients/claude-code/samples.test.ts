import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HOOK_EVENTS, type HookEventName, parseHookInput } from "../index.ts";
import { SAMPLE_TOOLS, sampleInput } from "./samples.ts";

const folder = join(import.meta.dir, "..", "..", "..", "test", "fixtures", "events");
const recorded = (event: string): Record<string, unknown>[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(`${event}.`))
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));

describe.each([...HOOK_EVENTS])("%s", (event) => {
  test("S1.23 the sample is valid, and has no field that the client does not send", () => {
    const sample = sampleInput(event, { cwd: "/p" });
    expect(parseHookInput(sample).event).toBe(event);
    const sent = new Set(recorded(event).flatMap(Object.keys));
    expect(Object.keys(sample).filter((field) => !sent.has(field))).toEqual([]);
  });
});

test.each([...SAMPLE_TOOLS])("the input of %s has the client's own fields", (tool) => {
  const sent = recorded("PreToolUse").find((input) => input.tool_name === tool);
  const fields = (input: unknown) => Object.keys((input as { tool_input: object }).tool_input).sort();
  expect(fields(sampleInput("PreToolUse", { cwd: "/p", tool }))).toEqual(fields(sent));
});

test("a permission is asked for a command, a call is an edit, if no tool is named", () => {
  const tool = (event: HookEventName, named?: string) =>
    sampleInput(event, { cwd: "/p", tool: named }).tool_name;
  expect(tool("PermissionRequest")).toBe("Bash");
  expect(tool("PreToolUse")).toBe("Edit");
  expect(tool("PermissionRequest", "Write")).toBe("Write");
  expect(sampleInput("PreToolUse", { cwd: "/p", tool: "Mine" }).tool_input).toEqual({});
});

test("a sample tells of a usual day: nothing interrupted, nothing repeated", () => {
  const sample = (event: HookEventName, tool?: string) => sampleInput(event, { cwd: "/p", tool });
  expect(sample("PostToolUse", "Bash")).toMatchObject({
    duration_ms: 12,
    tool_response: { interrupted: false, isImage: false },
  });
  expect(sample("PostToolUse", "Read")).toMatchObject({ tool_response: { file: { numLines: 2 } } });
  expect(sample("PreToolUse", "Edit")).toMatchObject({ tool_input: { replace_all: false } });
  expect(sample("PostToolUseFailure")).toMatchObject({ is_interrupt: false, duration_ms: 12 });
  expect(sample("Stop")).toMatchObject({ stop_hook_active: false });
  expect(sample("MessageDisplay")).toMatchObject({ index: 0, final: true });
});
