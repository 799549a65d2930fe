import { expect, test } from "bun:test";
import { join } from "node:path";
import { hookCall, inputOf } from "../../test/hook-call.ts";
import { openTestApp } from "../daemon/test-app.ts";
import type { LiveEvent } from "../history/live/live.ts";
import { PawlError } from "../platform/errors.ts";
import { SPOOL_MARK } from "../platform/hook-request.ts";
import { recordsIn } from "../store/records/queries.ts";
import { override } from "../store/store.ts";
import { record } from "./record.ts";
import type { HookCall, Services } from "./services.ts";

type App = Awaited<ReturnType<typeof openTestApp>>;
const save = (call: HookCall, services: Services) => record(inputOf(call), call, services);

function watch(app: App): LiveEvent[] {
  const seen: LiveEvent[] = [];
  app.service.live.watch({ send: (event) => void seen.push(event), end: () => undefined });
  return seen;
}

test("an event is in the store when the stage is over, secrets removed, and watchers hear of it", async () => {
  await using app = await openTestApp();
  const seen = watch(app);
  const secret = ["ghp", "x7Qm2Vb9Lk4Rt8Zp1Wn5Yc3Hd6Jf0SgAeUi2"].join("_");
  await save(hookCall("UserPromptSubmit", { cwd: app.dir, prompt: `token ${secret}` }), app.service);
  const [prompt] = await recordsIn(app.store).prompts({ limit: 2 });
  expect(prompt).toMatchObject({ sessionId: "s", at: 1_700_000_000_000 });
  expect(prompt?.text).toContain("[redacted:");
  expect(seen).toMatchObject([{ type: "event", event: "UserPromptSubmit" }]);
  expect(JSON.stringify(seen)).not.toContain(secret);
});

test("PreToolUse is stored after the answer: the client waits for it", async () => {
  await using app = await openTestApp();
  await save(hookCall("PreToolUse", { tool_name: "Bash", tool_input: {}, tool_use_id: "t" }), app.service);
  expect((await recordsIn(app.store).stats()).events).toBe(0);
  await app.service.idle();
  expect((await recordsIn(app.store).session("s"))?.events.map(({ event }) => event)).toEqual(["PreToolUse"]);
});

test("a call that the transcript can restore is stored when the answer is ready, not before", async () => {
  await using app = await openTestApp();
  const transcript_path = join(app.dir, "s.jsonl");
  await Bun.write(transcript_path, "");
  const read = (tool_use_id: string) =>
    hookCall("PostToolUse", {
      cwd: app.dir,
      transcript_path,
      tool_name: "Read",
      tool_input: { file_path: "/p/a.ts" },
      tool_use_id,
    });
  const stored = async () => (await recordsIn(app.store).stats()).observations;
  // With this one the store learns where the transcript is.
  await save(read("t1"), app.service);
  expect(await stored()).toBe(1);
  const storeRest = await save(read("t2"), app.service);
  await app.service.idle();
  expect(await stored()).toBe(1);
  storeRest?.();
  expect(await stored()).toBe(1);
  await app.service.idle();
  expect(await stored()).toBe(2);
});

test("a replayed event is stored at once, with its own time, and nobody hears of it", async () => {
  await using app = await openTestApp();
  const seen = watch(app);
  const call = hookCall("PreToolUse", { tool_name: "Bash", tool_input: {}, tool_use_id: "t" });
  await save({ ...call, at: 1234, isReplay: true }, app.service);
  expect((await recordsIn(app.store).session("s"))?.events).toMatchObject([
    { event: "PreToolUse", at: 1234 },
  ]);
  expect(seen).toEqual([]);
});

test("the session's variables are kept by SessionStart, not by a replayed one", async () => {
  await using app = await openTestApp();
  const env = { COMPACT_THRESHOLD: "7" };
  await save(hookCall("SessionStart", { source: "startup" }, { env, isReplay: true }), app.service);
  expect(app.service.sessions.notes.env("s")).toEqual({});
  await save(hookCall("SessionStart", { source: "startup" }, { env }), app.service);
  expect(app.service.sessions.notes.env("s")).toEqual(env);
});

test("a spooled prompt is the same prompt by its mark, however it was redacted; an invented mark is not taken", async () => {
  await using app = await openTestApp();
  const spooled = (prompt: string, mark: string) =>
    hookCall("UserPromptSubmit", { prompt, prompt_id: "p", [SPOOL_MARK]: mark }, { isReplay: true });
  await save(spooled("The key is [redacted:a]", "1k-0a1b2"), app.service);
  await save(spooled("The key is [redacted:b]", "1k-0a1b2"), app.service);
  expect((await recordsIn(app.store).stats()).prompts).toBe(1);
  await save(spooled("Something else", "../../etc/passwd"), app.service);
  const keys = (await recordsIn(app.store).prompts({ limit: 9 })).map(({ key }) => key);
  expect(keys).toHaveLength(2);
  expect(keys.join()).not.toContain("passwd");
});

test("the mark of an event of now is not looked at: the text itself is there", async () => {
  await using app = await openTestApp();
  const live = (prompt: string) =>
    hookCall("UserPromptSubmit", { prompt, prompt_id: "p", [SPOOL_MARK]: "1k-0a1b2" });
  await save(live("One thing"), app.service);
  await save(live("Another thing"), app.service);
  expect((await recordsIn(app.store).stats()).prompts).toBe(2);
});

test("a damaged store is reported to the daemon, a full one is not; both fail the stage", async () => {
  await using app = await openTestApp();
  let damaged = 0;
  const fails = (code: string): Services => ({
    ...app.service,
    store: override(app.store, recordsIn, { record: () => Promise.reject(new PawlError(code, "no")) }),
    onDamage: () => void damaged++,
  });
  await expect(save(hookCall("Stop"), fails("store_full"))).rejects.toThrow("no");
  expect(damaged).toBe(0);
  await expect(save(hookCall("Stop"), fails("store_corrupt"))).rejects.toThrow("no");
  expect(damaged).toBe(1);
});

test("SessionStart, UserPromptSubmit and SubagentStop are followed by a look into the transcript", async () => {
  await using app = await openTestApp();
  const read: string[] = [];
  const services: Services = {
    ...app.service,
    catchUps: { ...app.service.catchUps, session: async (id, path) => void read.push(`${id} ${path}`) },
  };
  const transcript_path = join(app.dir, "s.jsonl");
  const fields = { transcript_path, source: "startup", prompt: "x", tool_name: "Bash", tool_input: {} };
  for (const event of [
    "SessionStart",
    "UserPromptSubmit",
    "SubagentStop",
    "Stop",
    "SessionEnd",
    "PostToolUse",
  ])
    await save(hookCall(event, { ...fields, session_id: event }), services);
  await save(hookCall("SessionStart", { source: "startup", session_id: "without" }), services);
  await app.service.idle();
  expect(read.sort()).toEqual(
    ["SessionStart", "SubagentStop", "UserPromptSubmit"].map((event) => `${event} ${transcript_path}`),
  );
});
