import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  HOOK_AT_HEADER,
  HOOK_ENV_HEADER,
  HOOK_NAME_HEADER,
  HOOK_WAIT_HEADER,
} from "../platform/hook-request.ts";
import { markOff } from "../platform/off.ts";
import { addToSpool } from "../platform/spool.ts";
import { recordsIn } from "../store/records/queries.ts";
import { openTestApp } from "./test-app.ts";

type App = Awaited<ReturnType<typeof openTestApp>>;
const fixtures = join(import.meta.dir, "..", "..", "test", "fixtures", "events");
const recorded = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(fixtures, `${name}.json`), "utf8"));

const hook = async (app: App, event: unknown, name?: string) => {
  const answer = await app.post(
    "/hook",
    event,
    name === undefined ? {} : { headers: { [HOOK_NAME_HEADER]: name } },
  );
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, never>;
};

/** Records a session from which the next one gets context. */
async function earlierSession(app: App): Promise<void> {
  const base = { session_id: "earlier", cwd: app.dir };
  await hook(app, {
    ...base,
    hook_event_name: "UserPromptSubmit",
    prompt: "Rename the parser",
    prompt_id: "p",
  });
  await hook(app, { ...base, hook_event_name: "SessionEnd", reason: "other" });
}

describe("S1.24 bad input gets a JSON answer and a log line, and the next good event works", () => {
  const nested = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
  const cases: [string, string][] = [
    ["nothing", ""],
    ["a truncated event", '{"hook_event_name":"Stop","session_'],
    [
      "deep nesting",
      `{"hook_event_name":"PostToolUse","session_id":"s","tool_name":"Bash","tool_input":${nested}}`,
    ],
    ["a list", "[1,2,3]"],
    ["wrong types", '{"hook_event_name":7,"session_id":{}}'],
    ["no session", '{"hook_event_name":"Stop"}'],
    ["an unknown event", '{"hook_event_name":"Tomorrow","session_id":"s"}'],
    ["NUL bytes", "\u0000\u0000\u0000"],
    ["bytes that are not UTF-8", Buffer.from([0x7b, 0xff, 0xfe, 0x7d]).toString("latin1")],
  ];
  test.each(cases)("%s", async (_what, body) => {
    await using app = await openTestApp();
    expect(await hook(app, body)).toEqual({});
    const log = readFileSync(app.home.log, "utf8");
    expect(log).toMatch(/"level":"(error|warn)"/);
    await hook(app, recorded("UserPromptSubmit.typed"));
    expect(await recordsIn(app.store).prompts({ limit: 10 })).toHaveLength(1);
  });

  test("NUL characters and lone surrogates in a good event are kept as far as text allows", async () => {
    await using app = await openTestApp();
    const event = { ...recorded("UserPromptSubmit.typed"), prompt: "a\u0000b\ud800c" };
    expect(await hook(app, event)).toEqual({});
    const [prompt] = await recordsIn(app.store).prompts({ limit: 1 });
    expect(prompt?.text).toStartWith("a");
    expect(prompt?.text).toEndWith("c");
  });
});

describe("what an event stores", () => {
  test("every recorded event of the real client is accepted and answered with JSON", async () => {
    await using app = await openTestApp();
    for (const file of new Bun.Glob("*.json").scanSync(fixtures))
      await hook(app, recorded(file.replace(".json", "")));
    expect(app.service.counts()).toEqual({});
    const stats = await recordsIn(app.store).stats();
    expect(stats.observations).toBeGreaterThan(8);
    expect(stats.events).toBeGreaterThan(30);
  });

  test("text that nobody typed is not a prompt", async () => {
    await using app = await openTestApp();
    await hook(app, recorded("UserPromptSubmit.task-notification"));
    expect((await recordsIn(app.store).stats()).prompts).toBe(0);
  });

  test("the same tool call sent twice is one observation", async () => {
    await using app = await openTestApp();
    await hook(app, recorded("PostToolUse.Bash"));
    await hook(app, { ...recorded("PostToolUse.Bash"), duration_ms: 99 });
    expect((await recordsIn(app.store).stats()).observations).toBe(1);
  });

  test("a secret in a command is nowhere in the store", async () => {
    await using app = await openTestApp();
    const secret = ["ghp", "x7Qm2Vb9Lk4Rt8Zp1Wn5Yc3Hd6Jf0SgAeUi2"].join("_");
    await hook(app, {
      ...recorded("PostToolUse.Bash"),
      tool_input: { command: `git clone https://${secret}@github.com/a/b` },
    });
    const [kept] = await recordsIn(app.store).observations({ limit: 1 });
    expect(kept?.input).toContain("[redacted:");
    expect(kept?.input).not.toContain(secret);
  });
});

describe("S0.3 S4.5 SessionStart", () => {
  const start = (app: App) => ({ ...recorded("SessionStart.startup"), cwd: app.dir });

  test("injects earlier prompts for the model and shows a notice to the user", async () => {
    await using app = await openTestApp();
    await earlierSession(app);
    const output = await hook(app, start(app));
    expect(output).toMatchObject({
      systemMessage: expect.stringContaining("1 earlier session"),
      hookSpecificOutput: {
        hookEventName: "SessionStart",
        additionalContext: expect.stringContaining("Rename the parser"),
      },
    });
    const [injected] = await recordsIn(app.store).injections({ limit: 1 });
    expect(injected).toMatchObject({ event: "SessionStart", sources: [{ uri: "session://earlier" }] });
  });

  test("names the project's package manager, even in its first session", async () => {
    await using app = await openTestApp();
    writeFileSync(join(app.dir, "pnpm-lock.yaml"), "");
    const output = await hook(app, start(app));
    expect(JSON.stringify(output)).toContain("Package manager: pnpm");
  });

  test("S4.2 S4.11 `context` loads and `user-message` shows; together they are one session start", async () => {
    await using app = await openTestApp();
    await earlierSession(app);
    const loaded = await hook(app, start(app), "context");
    const shown = await hook(app, start(app), "user-message");
    expect(loaded.systemMessage).toBeUndefined();
    expect(loaded.hookSpecificOutput).toBeDefined();
    expect(Object.keys(shown)).toEqual(["systemMessage"]);
  });

  test("plugin and installed hooks together record once and inject once", async () => {
    await using app = await openTestApp();
    await earlierSession(app);
    const before = (await recordsIn(app.store).stats()).events;
    const outputs = [
      await hook(app, start(app), "session-start"),
      await hook(app, start(app), "context"),
      await hook(app, start(app), "user-message"),
    ];
    expect(outputs.filter((output) => output.hookSpecificOutput !== undefined)).toHaveLength(1);
    expect(outputs.filter((output) => output.systemMessage !== undefined)).toHaveLength(1);
    expect((await recordsIn(app.store).stats()).events).toBe(before + 1);
  });

  test("a resumed session gets only what is new to it", async () => {
    await using app = await openTestApp();
    await earlierSession(app);
    await hook(app, start(app));
    const resumed = { ...recorded("SessionStart.resume"), cwd: app.dir };
    expect(await hook(app, resumed)).toEqual({});
  });

  test("S4.10 hooks with claude-mem's names answer that the client may continue", async () => {
    await using app = await openTestApp();
    expect(await hook(app, recorded("PostToolUse.Bash"), "observation")).toEqual({ continue: true } as never);
    expect(await hook(app, recorded("UserPromptSubmit.typed"), "session-init")).toEqual({
      continue: true,
    } as never);
    expect(await hook(app, recorded("Stop.first"), "summarize")).toEqual({ continue: true } as never);
  });
});

test("a session with PAWL_OFF stores nothing, and is recorded again once it continues without it", async () => {
  await using app = await openTestApp();
  const call = recorded("PostToolUse.Bash");
  markOff(app.home.off, String(call.session_id), 1);
  await hook(app, call);
  expect((await recordsIn(app.store).stats()).observations).toBe(0);
  await hook(app, { ...recorded("SessionStart.resume"), session_id: call.session_id });
  await hook(app, call);
  expect((await recordsIn(app.store).stats()).observations).toBe(1);
});

test("spooled events are recorded once, in order, and inject nothing", async () => {
  await using app = await openTestApp();
  await earlierSession(app);
  const injected = (await recordsIn(app.store).stats()).injections;
  mkdirSync(app.home.spool, { recursive: true });
  addToSpool(app.home.spool, 1000, JSON.stringify({ ...recorded("SessionStart.startup"), cwd: app.dir }));
  addToSpool(app.home.spool, 2000, JSON.stringify(recorded("PostToolUse.Bash")));
  addToSpool(app.home.spool, 3000, "garbage");
  expect(await app.service.drain()).toBe(3);
  expect(await app.service.drain()).toBe(0);
  const stats = await recordsIn(app.store).stats();
  expect(stats.observations).toBe(1);
  expect(stats.injections).toBe(injected);
});

test("a hook's own time counts while it is within a minute of ours; any other is ours", async () => {
  await using app = await openTestApp();
  const now = Date.now();
  const timeOf = async (sent: string): Promise<number> => {
    const session_id = `s${sent}`.replace(/[^A-Za-z0-9]/g, "_");
    const prompt = { hook_event_name: "UserPromptSubmit", session_id, prompt: "when" };
    await app.post("/hook", prompt, { headers: { [HOOK_AT_HEADER]: sent } });
    const [kept] = await recordsIn(app.store).prompts({ sessionId: session_id, limit: 1 });
    return kept?.at ?? 0;
  };
  expect(await timeOf(String(now - 30_000))).toBe(now - 30_000);
  for (const sent of [String(now - 3_600_000), String(now + 3_600_000), "0", "nonsense", `${now}.5`])
    expect(await timeOf(sent)).toBeGreaterThanOrEqual(now);
  expect(await timeOf(String(now + 3_600_001))).toBeLessThan(now + 1_800_000);
});

test("the session's variables come with the call; what is no text, or no JSON, is left out", async () => {
  await using app = await openTestApp();
  const envOf = async (session_id: string, header: string) => {
    const start = { hook_event_name: "SessionStart", session_id, source: "startup" };
    await app.post("/hook", start, { headers: { [HOOK_ENV_HEADER]: header } });
    return app.service.sessions.notes.env(session_id);
  };
  const sent = encodeURIComponent(JSON.stringify({ PAWL_LOCALE: "ko", COMPACT_THRESHOLD: 7 }));
  expect(await envOf("a", sent)).toEqual({ PAWL_LOCALE: "ko" });
  for (const [i, header] of ["%", "{", "null", "[", "7"].entries())
    expect(await envOf(`b${i}`, header)).toEqual({});
});

describe("an empty answer", () => {
  const event = {
    hook_event_name: "PostToolUse",
    session_id: "s",
    cwd: "/p",
    tool_name: "Read",
    tool_input: {},
    tool_response: "x",
    tool_use_id: "t",
  };
  const ask = async (app: App, headers: Record<string, string>, more: object = {}) =>
    (await app.post("/hook", { ...event, ...more }, { headers })).json();

  test("leaves no trace in Claude Code, whose HTTP hooks are recognised by their library", async () => {
    await using app = await openTestApp();
    expect(await ask(app, { "user-agent": "axios/1.15.2" })).toEqual({ async: true });
    expect(await ask(app, { "user-agent": "axios/1.15.2" }, { hook_event_name: "Stop" })).toEqual({
      async: true,
    });
  });

  test("is as it always was for other programs, other clients and PreCompact", async () => {
    await using app = await openTestApp();
    expect(await ask(app, {})).toEqual({});
    expect(await ask(app, { "user-agent": "axios/1.15.2", "x-pawl-client": "codex" })).toEqual({});
    const compact = { hook_event_name: "PreCompact", trigger: "auto" };
    expect(await ask(app, { "user-agent": "axios/1.15.2" }, compact)).toEqual({ result: "" });
  });
});

test("a start that pawl hook still waits for is answered, not made up for later, however long it looked for a daemon", async () => {
  await using app = await openTestApp();
  await earlierSession(app);
  const base = { session_id: "cold", cwd: app.dir };
  const headers = { [HOOK_AT_HEADER]: String(app.service.now() - 1200), [HOOK_WAIT_HEADER]: "900" };
  const start = { ...base, hook_event_name: "SessionStart", source: "startup" };
  expect(await (await app.post("/hook", start, { headers })).text()).toContain("Rename the parser");
  const prompt = { ...base, hook_event_name: "UserPromptSubmit", prompt: "hello there", prompt_id: "q" };
  expect(JSON.stringify(await hook(app, prompt))).not.toContain("Rename the parser");
});
