/** The life of an event, with the real services. */

import { afterEach, describe, expect, jest, test } from "bun:test";
import { readFileSync } from "node:fs";
import { hookCall } from "../../test/hook-call.ts";
import { playing } from "../../test/memory-session.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { PawlError } from "../platform/errors.ts";
import { markOff, setMachineOff } from "../platform/off.ts";
import { recordsIn } from "../store/records/queries.ts";
import { override } from "../store/store.ts";
import { DEADLINE_MS } from "./answer.ts";
import { run } from "./run.ts";
import type { HookCall, Services } from "./services.ts";

afterEach(() => void jest.useRealTimers());

type App = Awaited<ReturnType<typeof openTestApp>>;
const EMPTY_PRE_COMPACT = { result: "" } as const;
const DENY_BASH = { permissions: { deny: ["Bash"], ask: [] } };
const bash = (more: object = {}) =>
  hookCall("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t", ...more });

/** The app's services on a store whose first write fails. */
function withOneFailedWrite(app: App): Services {
  let isFirst = true;
  const record: ReturnType<typeof recordsIn>["record"] = (batch) => {
    if (!isFirst) return recordsIn(app.store).record(batch);
    isFirst = false;
    return Promise.reject(new PawlError("store_full", "no room"));
  };
  return { ...app.service, store: override(app.store, recordsIn, { record }) };
}

test("a prompt is recorded and answered with nothing where there is nothing to say", async () => {
  await using app = await openTestApp();
  expect(await run(hookCall("UserPromptSubmit", { prompt: "hello" }), app.service)).toEqual({ output: {} });
  expect((await recordsIn(app.store).stats()).prompts).toBe(1);
  expect(app.service.counts()).toEqual({});
});

test("after a write that failed the same event may come again, and is then recorded", async () => {
  await using app = await openTestApp();
  const services = withOneFailedWrite(app);
  const call = hookCall("UserPromptSubmit", { prompt: "hello" });
  const first = await run(call, services);
  expect(first.output).toEqual({});
  expect(first.unstored).toMatchObject({ code: "store_full" });
  expect(app.service.counts()).toEqual({ handler_error: 1 });
  expect(readFileSync(app.home.log, "utf8")).toContain(
    '"message":"an event could not be handled","event":"UserPromptSubmit"',
  );
  const second = await run(call, services);
  expect(second).toEqual({ output: {} });
  expect((await recordsIn(app.store).stats()).prompts).toBe(1);
});

test("a duplicate is recorded once", async () => {
  await using app = await openTestApp();
  const call = hookCall("Notification", { message: "waiting" });
  await run(call, app.service);
  await run(call, app.service);
  expect((await recordsIn(app.store).stats()).events).toBe(1);
});

test("the rules judge every call of an event, the duplicate too", async () => {
  await using app = await openTestApp({ settings: DENY_BASH });
  for (let i = 0; i < 2; i++) {
    const { output } = await run(bash(), app.service);
    expect(output.hookSpecificOutput).toMatchObject({ permissionDecision: "deny" });
  }
});

test("a rule holds where Pawl's own work fails", async () => {
  await using app = await openTestApp({ settings: DENY_BASH });
  const lineages = { ...app.service.sessions.lineages, of: () => Promise.reject(new Error("broken")) };
  const sessions = { ...app.service.sessions, lineages };
  const { output } = await run(bash(), { ...app.service, sessions });
  expect(output.hookSpecificOutput).toMatchObject({ permissionDecision: "deny" });
});

test("a session that is off is neither recorded nor judged", async () => {
  await using app = await openTestApp({ settings: DENY_BASH });
  markOff(app.home.off, "s", 1);
  expect(await run(bash(), app.service)).toEqual({ output: {} });
  await app.service.idle();
  expect((await recordsIn(app.store).stats()).events).toBe(0);
});

test("paused, nothing is recorded, and rules hold", async () => {
  await using app = await openTestApp({ settings: DENY_BASH });
  setMachineOff(app.home.off, true, 1);
  const { output } = await run(bash(), app.service);
  expect(output.hookSpecificOutput).toMatchObject({ permissionDecision: "deny" });
  expect((await recordsIn(app.store).stats()).events).toBe(0);
  await run(hookCall("UserPromptSubmit", { prompt: "hello" }), app.service);
  expect((await recordsIn(app.store).stats()).prompts).toBe(0);
});

test("a replayed event is recorded with its own time; nobody is answered and no rule is asked", async () => {
  await using app = await openTestApp({ settings: DENY_BASH });
  const { output } = await run({ ...bash(), at: 1234, isReplay: true }, app.service);
  expect(output).toEqual({});
  expect((await recordsIn(app.store).session("s"))?.events).toMatchObject([
    { event: "PreToolUse", at: 1234 },
  ]);
});

test("an unknown event is recorded, counted and named in the log; an odd name is not repeated there", async () => {
  await using app = await openTestApp();
  expect(await run(hookCall("Tomorrow", { more: 1 }), app.service)).toEqual({ output: {} });
  expect(await run(hookCall("to morrow/1"), app.service)).toEqual({ output: {} });
  expect((await recordsIn(app.store).session("s"))?.events.map(({ event }) => event).sort()).toEqual([
    "Tomorrow",
    "to morrow/1",
  ]);
  expect(app.service.counts()).toEqual({ unknown_event: 2 });
  const log = readFileSync(app.home.log, "utf8");
  expect(log).toContain('"event":"Tomorrow"');
  expect(log).toContain('"event":"an odd name"');
  expect(log).not.toContain("to morrow");
});

test("what is no event is counted as bad input and answered with nothing", async () => {
  await using app = await openTestApp();
  expect(await run({ body: "{", env: {}, at: 1 }, app.service)).toEqual({ output: {} });
  expect(app.service.counts()).toEqual({ bad_input: 1 });
  expect(readFileSync(app.home.log, "utf8")).toContain('"message":"not a hook input","event":"unread"');
});

test("S3.7 PreCompact's answer has its own form: with nothing to say, unread, and where Pawl fails", async () => {
  await using app = await openTestApp();
  const said = await run(hookCall("PreCompact", { trigger: "auto" }), app.service);
  expect(said.output).toEqual(EMPTY_PRE_COMPACT);
  const unread = await run({ body: "{", env: {}, at: 1, name: "pre-compact" }, app.service);
  expect(unread.output).toEqual(EMPTY_PRE_COMPACT);
  const failed = await run(
    hookCall("PreCompact", { trigger: "manual", session_id: "other" }),
    withOneFailedWrite(app),
  );
  expect(failed.output).toEqual(EMPTY_PRE_COMPACT);
});

test("work of Pawl's own that never ends is answered with nothing at the deadline", async () => {
  await using app = await openTestApp();
  const asked = Promise.withResolvers<void>();
  const of = () => {
    asked.resolve();
    return new Promise<never>(() => undefined);
  };
  const sessions = { ...app.service.sessions, lineages: { ...app.service.sessions.lineages, of } };
  jest.useFakeTimers();
  const asks = { prompt: "Rename the parser", cwd: app.dir };
  const running = run(hookCall("UserPromptSubmit", asks), { ...app.service, sessions });
  await asked.promise;
  jest.advanceTimersByTime(DEADLINE_MS);
  expect(await running).toEqual({ output: {} });
  expect(app.service.counts()).toEqual({ hook_deadline: 1 });
  jest.useRealTimers();
});

describe("a start that was not answered in time", () => {
  const at = Date.now();
  async function appWithPast() {
    const app = await openTestApp();
    const past = playing(app, "earlier");
    await past.ask("Rename the parser");
    await past.end();
    return app;
  }
  const send = async (
    app: Awaited<ReturnType<typeof openTestApp>>,
    event: string,
    fields: object = {},
    more: Partial<HookCall> = {},
  ) =>
    JSON.stringify(
      (await run(hookCall(event, { cwd: app.dir, ...fields }, { at, ...more }), app.service)).output,
    );
  const start = { source: "startup" };
  const prompt = (text: string) => ({ prompt: text });

  test("from the spool is made up for at the first prompt, once", async () => {
    await using app = await appWithPast();
    await send(app, "SessionStart", start, { isReplay: true });
    // Its answer is read by no client, and a subagent is not the session.
    expect(await send(app, "Stop", {}, { isReplay: true })).toBe("{}");
    expect(await send(app, "PreToolUse", { agent_id: "a", tool_name: "Grep", tool_use_id: "t0" })).toBe("{}");
    expect(await send(app, "UserPromptSubmit", prompt("hello there"))).toContain("Rename the parser");
    expect(await send(app, "UserPromptSubmit", prompt("and again"))).not.toContain("Rename the parser");
    expect((await recordsIn(app.store).stats()).injections).toBe(1);
  });

  test("of which the client stopped waiting is made up for at the next tool call", async () => {
    await using app = await appWithPast();
    await send(app, "SessionStart", start, { answerBy: 0 });
    // What no client reads was not injected.
    expect((await recordsIn(app.store).stats()).injections).toBe(0);
    expect(await send(app, "PreToolUse", { tool_name: "Grep", tool_use_id: "t1" })).toContain(
      "Rename the parser",
    );
    expect(await send(app, "PreToolUse", { tool_name: "Grep", tool_use_id: "t2" })).toBe("{}");
  });

  test("is made up for once, also if the same start comes from the spool afterwards", async () => {
    await using app = await appWithPast();
    await send(app, "SessionStart", start, { answerBy: 0 });
    expect(await send(app, "UserPromptSubmit", prompt("hello there"))).toContain("Rename the parser");
    await send(app, "SessionStart", start, { isReplay: true });
    expect(await send(app, "UserPromptSubmit", prompt("and again"))).not.toContain("Rename the parser");
  });

  test("is not made up for where it was answered, or the session has ended", async () => {
    await using app = await appWithPast();
    expect(await send(app, "SessionStart", start)).toContain("Rename the parser");
    expect(await send(app, "UserPromptSubmit", prompt("hello there"))).not.toContain("Rename the parser");
    await send(app, "SessionStart", { ...start, session_id: "z" }, { isReplay: true });
    await send(app, "SessionEnd", { session_id: "z", reason: "other" }, { isReplay: true });
    expect(await send(app, "UserPromptSubmit", { ...prompt("late"), session_id: "z" })).toBe("{}");
  });
});

test("prompts of one session at the same moment are all stored", async () => {
  await using app = await openTestApp();
  const prompts = Array.from({ length: 40 }, (_, i) => `prompt ${i}`);
  await Promise.all(
    prompts.map((prompt) =>
      run(hookCall("UserPromptSubmit", { cwd: app.dir, prompt }, { at: 1_700_000_000_000 }), app.service),
    ),
  );
  const stored = await recordsIn(app.store).prompts({ sessionId: "s", limit: 100 });
  expect(stored.map(({ text }) => text).sort()).toEqual(prompts.sort());
});
