import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HOOK_EVENTS, parseHookInput } from "../index.ts";
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
