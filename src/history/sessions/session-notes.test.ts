import { expect, test } from "bun:test";
import { observation, seen } from "../../../test/contract/fixtures.ts";
import { type Fields, hookCall, inputOf } from "../../../test/hook-call.ts";
import { openTempStore, PROJECT } from "../../../test/temp-store.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { override } from "../../store/store.ts";
import { createSessionMemory, type SessionMemory } from "./sessions.ts";

const ref = (id = "s", at = 5) => ({ id, project: PROJECT, cwd: PROJECT, at });
const saw = (memory: SessionMemory, event: string, fields: Fields = {}, env = {}, at = 5) =>
  memory.saw(inputOf(hookCall(event, fields)), env, ref("s", at));
const call = (tool_use_id: string, more: Fields = {}) => ({
  tool_name: "Bash",
  tool_input: {},
  tool_use_id,
  ...more,
});

test("the variables of a session's start and of its prompts are kept, also for the next daemon", async () => {
  await using temp = await openTempStore();
  const memory = createSessionMemory(temp.store, 1);
  expect(memory.env("s")).toEqual({});
  await saw(memory, "SessionStart", { source: "startup" }, { COMPACT_THRESHOLD: "7" });
  await saw(memory, "PostToolUse", call("t1"), { COMPACT_THRESHOLD: "9" });
  expect(memory.env("s")).toEqual({ COMPACT_THRESHOLD: "7" });
  await saw(memory, "UserPromptSubmit", { prompt: "x" }, { COMPACT_THRESHOLD: "8" }, 6);
  const next = createSessionMemory(temp.store, 1);
  expect(await next.counted("s")).toMatchObject({ env: { COMPACT_THRESHOLD: "8" } });
});

test("variables that stay as they were leave no second line in the store", async () => {
  await using temp = await openTempStore();
  const memory = createSessionMemory(temp.store, 1);
  await saw(memory, "SessionStart", { source: "startup" });
  expect((await recordsIn(temp.store).stats()).events).toBe(0);
  for (const at of [5, 6, 7])
    await saw(memory, "UserPromptSubmit", { prompt: "x" }, { PAWL_LOCALE: "ko" }, at);
  expect((await recordsIn(temp.store).stats()).events).toBe(1);
});

test("tool calls of the conversation are counted once each, those of a subagent not, earlier ones too", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  await recordsIn(store).record({
    session: seen("s", 1),
    observations: [
      observation("s", 1, { toolUseId: "old" }),
      observation("s", 2, { toolUseId: "agents", agentId: "a1" }),
    ],
    events: [
      {
        key: "s/event/PreToolUse/announced",
        sessionId: "s",
        at: 3,
        redaction: 1,
        event: "PreToolUse",
        body: "{}",
      },
      { key: "s/event/PreToolUse/old", sessionId: "s", at: 1, redaction: 1, event: "PreToolUse", body: "{}" },
    ],
  });
  const memory = createSessionMemory(store, 1);
  await saw(memory, "PreToolUse", call("new"));
  await saw(memory, "PostToolUse", call("new"));
  await saw(memory, "PreToolUse", call("sub", { agent_id: "a1" }));
  expect((await memory.counted("s")).calls).toBe(3);
  expect((await memory.counted("nobody")).calls).toBe(0);
});

test("what was said to the user is kept with the session, change by change", async () => {
  await using temp = await openTempStore();
  const memory = createSessionMemory(temp.store, 1);
  expect(await memory.notes("s")).toMatchObject({ progress: "" });
  await memory.note(ref(), { progress: "half" });
  expect(await memory.notes("s")).toMatchObject({ progress: "half" });
  const next = createSessionMemory(temp.store, 1);
  expect(await next.notes("s")).toMatchObject({ progress: "half" });
  expect(await next.notes("other")).toMatchObject({ progress: "" });
});

test("an ended session is no longer kept in memory; its notes are in the store", async () => {
  await using temp = await openTempStore();
  const memory = createSessionMemory(temp.store, 1);
  await saw(memory, "SessionStart", { source: "startup" }, { PAWL_LOCALE: "ko" });
  await memory.note(ref(), { progress: "half" });
  await saw(memory, "SessionEnd", { reason: "other" });
  expect(memory.env("s")).toEqual({});
  expect(await memory.notes("s")).toMatchObject({ progress: "half" });
});

test("a store that fails once is asked again", async () => {
  await using temp = await openTempStore();
  let isDown = true;
  const session = (id: string) =>
    isDown ? Promise.reject(new Error("down")) : recordsIn(temp.store).session(id);
  const memory = createSessionMemory(override(temp.store, recordsIn, { session }), 1);
  await expect(memory.notes("s")).rejects.toThrow("down");
  isDown = false;
  expect(await memory.notes("s")).toMatchObject({ progress: "" });
});
