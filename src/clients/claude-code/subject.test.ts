import { expect, test } from "bun:test";
import { parseHookInput } from "../index.ts";
import { subjectField, subjectOf } from "./events.ts";

test("what a plain matcher is compared with is one field of the event, where it has one", () => {
  expect(subjectField("PreToolUse")).toBe("tool_name");
  expect(subjectField("SessionStart")).toBe("source");
  expect(subjectField("Stop")).toBeUndefined();
  expect(subjectField("Tomorrow")).toBeUndefined();
  expect(subjectOf({ hook_event_name: "PreToolUse", tool_name: "Bash" })).toBe("Bash");
  expect(subjectOf({ hook_event_name: "Stop", tool_name: "Bash" })).toBeUndefined();
});

test("a field that is no text has no subject", () => {
  for (const tool_name of [undefined, 7, null, ["Bash"]])
    expect(subjectOf({ hook_event_name: "PreToolUse", tool_name })).toBeUndefined();
  expect(subjectOf({ hook_event_name: "FileChanged", file_path: 7 })).toBeUndefined();
});

test("of a changed file it is the name, on every system", () => {
  const of = (file_path: string) => subjectOf({ hook_event_name: "FileChanged", file_path });
  expect([of("/a/b/c.ts"), of("C:\\a\\c.ts"), of("c.ts")]).toEqual(["c.ts", "c.ts", "c.ts"]);
});

test("a flag that the client does not send, or sends as something else, is off", () => {
  const base = { session_id: "s" };
  expect(parseHookInput({ ...base, hook_event_name: "Stop" })).toMatchObject({ stopHookActive: false });
  expect(parseHookInput({ ...base, hook_event_name: "Stop", stop_hook_active: "yes" })).toMatchObject({
    stopHookActive: false,
  });
  expect(parseHookInput({ ...base, hook_event_name: "PostToolUseFailure" })).toMatchObject({
    isInterrupt: false,
  });
});

test("what is missing in an event is named", () => {
  expect(() => parseHookInput({ hook_event_name: "Stop" })).toThrow(/^session_id: /);
  expect(() => parseHookInput(7)).toThrow(/^(?!.*: :)/);
});
