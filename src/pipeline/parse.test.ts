import { expect, test } from "bun:test";
import { hookCall } from "../../test/hook-call.ts";
import { BadHookInput } from "../clients/index.ts";
import { parseCall } from "./parse.ts";

const parse = (body: string, env = {}, name?: string) => parseCall({ body, env, at: 1, name });

test("an event is read from the client's JSON", () => {
  expect(parseCall(hookCall("Stop", { cwd: "/p", stop_hook_active: true }))).toMatchObject({
    event: "Stop",
    sessionId: "s",
    cwd: "/p",
    stopHookActive: true,
  });
});

test("S3.2 session and folder come from the session's variables where the input names none", () => {
  const env = { CLAUDE_SESSION_ID: "from-env", CLAUDE_PROJECT_ROOT: "/root" };
  expect(parse('{"hook_event_name":"Stop"}', env)).toMatchObject({ sessionId: "from-env", cwd: "/root" });
  const empty = '{"hook_event_name":"Stop","session_id":"","cwd":""}';
  expect(parse(empty, env)).toMatchObject({ sessionId: "from-env", cwd: "/root" });
  const named = '{"hook_event_name":"Stop","session_id":"own","cwd":"/own"}';
  expect(parse(named, env)).toMatchObject({ sessionId: "own", cwd: "/own" });
});

test("S3.2 the event comes from the hook's name where the input names none, and only there", () => {
  expect(parse('{"session_id":"s"}', {}, "pre-compact").event).toBe("PreCompact");
  expect(parse('{"session_id":"s","hook_event_name":"Stop"}', {}, "pre-compact").event).toBe("Stop");
  expect(() => parse('{"session_id":"s"}', {}, "nobody")).toThrow(BadHookInput);
});

test("what is no object, or has no session, is no event", () => {
  for (const body of ["", "null", "7", "[]", '"Stop"', '{"hook_event_name":"Stop"}'])
    expect(() => parse(body)).toThrow(BadHookInput);
  expect(() => parse("[]", { CLAUDE_SESSION_ID: "s" }, "stop")).toThrow(BadHookInput);
});
