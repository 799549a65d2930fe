import { expect, test } from "bun:test";
import { hookCall, inputOf } from "../../test/hook-call.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { isSessionOff, markOff, markOn, setMachineOff } from "../platform/off.ts";
import type { HookCall } from "./services.ts";
import { createOnce } from "./services.ts";
import { claimParts, offFor } from "./skip.ts";

type App = Awaited<ReturnType<typeof openTestApp>>;
const offOf = (app: App, call: HookCall) => offFor(inputOf(call), call, app.service);
const off = (app: App, call: HookCall) => offOf(app, call) !== undefined;
const claim = (app: App, call: HookCall) => claimParts(inputOf(call), call, app.service);

test("a session counts unless it was switched off", async () => {
  await using app = await openTestApp();
  expect(off(app, hookCall("Stop"))).toBe(false);
  markOff(app.home.off, "s", 1);
  expect(off(app, hookCall("Stop"))).toBe(true);
  expect(off(app, hookCall("Stop", { session_id: "other" }))).toBe(false);
});

test("a session that starts or is asked something without PAWL_OFF counts again; no other event switches it on", async () => {
  await using app = await openTestApp();
  for (const event of ["SessionStart", "UserPromptSubmit"]) {
    markOff(app.home.off, "s", 1);
    expect(off(app, hookCall("PostToolUse", { tool_name: "Bash" }))).toBe(true);
    expect(isSessionOff(app.home.off, "s")).toBe(true);
    expect(off(app, hookCall(event, { source: "resume", prompt: "go on" }))).toBe(false);
    expect(isSessionOff(app.home.off, "s")).toBe(false);
  }
});

test("PAWL_OFF leaves out everything; a pause, and a client that only says to be Pawl's own, all but gates and rules", async () => {
  await using app = await openTestApp();
  const stop = hookCall("Stop");
  markOff(app.home.off, "s", 1);
  expect(offOf(app, stop)).toBe("everything");
  markOff(app.home.off, "s", 2, "gates");
  expect(offOf(app, stop)).toBe("own");
  const prompt = hookCall("UserPromptSubmit", { prompt: "x" }, { isGatesOnly: true });
  expect(offOf(app, prompt)).toBe("own");
  expect(isSessionOff(app.home.off, "s")).toBe(true);
  markOn(app.home.off, "s", 3);
  expect(offOf(app, stop)).toBeUndefined();
  setMachineOff(app.home.off, true, 4);
  expect(offOf(app, stop)).toBe("own");
});

test("paused, every event of every session is left out, a session's start too", async () => {
  await using app = await openTestApp();
  setMachineOff(app.home.off, true, 1);
  expect(off(app, hookCall("SessionStart", { source: "startup" }))).toBe(true);
  expect(off(app, hookCall("Stop", { session_id: "other" }))).toBe(true);
  setMachineOff(app.home.off, false, 2);
  expect(off(app, hookCall("Stop"))).toBe(false);
});

test("a replayed event is judged by the moment it happened, and switches nothing on", async () => {
  await using app = await openTestApp();
  markOff(app.home.off, "s", 2000);
  markOn(app.home.off, "s", 4000);
  markOff(app.home.off, "s", 6000);
  const replayed = (at: number) =>
    off(app, hookCall("UserPromptSubmit", { prompt: "x" }, { at, isReplay: true }));
  expect([1999, 2000, 3999, 4000, 5999, 6000, 9000].map(replayed)).toEqual([
    false,
    true,
    true,
    false,
    false,
    true,
    true,
  ]);
  expect(isSessionOff(app.home.off, "s")).toBe(true);
});

test("a replayed event is left out where it happened while the machine was paused", async () => {
  await using app = await openTestApp();
  setMachineOff(app.home.off, true, 1000);
  setMachineOff(app.home.off, false, 2000);
  const replayed = (at: number) => off(app, hookCall("Stop", {}, { at, isReplay: true }));
  expect([999, 1000, 2000].map(replayed)).toEqual([false, true, false]);
});

test("the first call gets every part of an event, its duplicate none, and another event all again", async () => {
  await using app = await openTestApp();
  expect(claim(app, hookCall("Stop")).parts).toEqual(["record", "context", "message"]);
  expect(claim(app, hookCall("Stop")).parts).toEqual([]);
  // A command's input ends with a line break; it is the same event.
  const { body } = hookCall("Stop");
  expect(claim(app, { ...hookCall("Stop"), body: `${body}\n` }).parts).toEqual([]);
  expect(claim(app, hookCall("Stop", { stop_hook_active: true })).parts).toHaveLength(3);
  expect(claim(app, hookCall("Stop", { session_id: "other" })).parts).toHaveLength(3);
});

test("S4.2 `context` and `user-message` share the parts of one session start", async () => {
  await using app = await openTestApp();
  const named = (name: string) => hookCall("SessionStart", { source: "startup" }, { name });
  expect(claim(app, named("user-message")).parts).toEqual(["message"]);
  expect(claim(app, named("context")).parts).toEqual(["record", "context"]);
  expect(claim(app, named("session-start")).parts).toEqual([]);
});

test("a tool call is one event by its id, whatever else its two inputs say", async () => {
  await using app = await openTestApp();
  const tool = (tool_use_id: string, duration_ms: number) =>
    hookCall("PostToolUse", { tool_name: "Bash", tool_input: {}, tool_use_id, duration_ms });
  expect(claim(app, tool("t1", 1)).parts).toHaveLength(3);
  expect(claim(app, tool("t1", 2)).parts).toEqual([]);
  expect(claim(app, tool("t2", 1)).parts).toHaveLength(3);
});

test("what was released can be claimed again", async () => {
  await using app = await openTestApp();
  const first = claim(app, hookCall("Stop"));
  first.release();
  expect(claim(app, hookCall("Stop")).parts).toHaveLength(3);
});

test("a duplicate that releases nothing does not free the first one's parts", async () => {
  await using app = await openTestApp();
  claim(app, hookCall("Stop"));
  claim(app, hookCall("Stop")).release();
  expect(claim(app, hookCall("Stop")).parts).toEqual([]);
});

test("replayed events are recognised by their own time, apart from those of now", async () => {
  await using app = await openTestApp();
  const replayed = (at: number) => hookCall("Stop", {}, { at, isReplay: true });
  expect(claim(app, hookCall("Stop")).parts).toHaveLength(3);
  expect(claim(app, replayed(1000)).parts).toHaveLength(3);
  expect(claim(app, replayed(1040)).parts).toEqual([]);
  expect(claim(app, replayed(60_000)).parts).toHaveLength(3);
});

test("the first to ask for a key gets it, whoever asks within 15 s does not", () => {
  const once = createOnce();
  expect(once.claim("a", 1000)).toBe(true);
  expect(once.claim("a", 1000)).toBe(false);
  expect(once.claim("a", 16_000)).toBe(false);
  expect(once.claim("b", 16_000)).toBe(true);
});

test("after 15 s the same key is another event", () => {
  const once = createOnce();
  once.claim("a", 1000);
  expect(once.claim("a", 16_001)).toBe(true);
});

test("a clock that was set back releases what was claimed in the future", () => {
  const once = createOnce();
  once.claim("a", 1_000_000);
  expect(once.claim("a", 1000)).toBe(true);
});

test("a released key can be claimed again; the other keys stay claimed", () => {
  const once = createOnce();
  once.claim("a", 1);
  once.claim("b", 1);
  once.release("a");
  expect(once.claim("a", 2)).toBe(true);
  expect(once.claim("b", 2)).toBe(false);
});

test("what expired is forgotten in the order of its time, what did not stays", () => {
  const once = createOnce();
  once.claim("old", 0);
  once.claim("new", 10_000);
  expect(once.claim("third", 20_000)).toBe(true);
  expect(once.claim("new", 20_000)).toBe(false);
  expect(once.claim("old", 20_000)).toBe(true);
});
