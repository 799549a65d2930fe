/** People's own hooks through the daemon's real app. */
import { describe, expect, test } from "bun:test";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseHookInput } from "../clients/index.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { createSessionProjects } from "../history/sessions/sessions.ts";
import { projectSource, readConfig } from "../hooks/config/read.ts";
import { indexGates } from "../hooks/project-hooks.ts";
import { TrustStore, trustFile } from "../hooks/trust.ts";
import { HOOK_NAME_HEADER, HOOK_WAIT_HEADER } from "../platform/hook-request.ts";
import { markOff, setMachineOff } from "../platform/off.ts";
import { addToSpool } from "../platform/spool.ts";

type App = Awaited<ReturnType<typeof openTestApp>>;
type Output = {
  systemMessage?: string;
  hookSpecificOutput?: {
    permissionDecision?: string;
    permissionDecisionReason?: string;
    additionalContext?: string;
  };
};

async function send(app: App, event: object, headers: Record<string, string> = {}): Promise<Output> {
  const answer = await app.post("/hook", event, { headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Output;
}

const place = (app: App) => join(app.dir, "project");
const start = (app: App, more: object = {}) => ({
  hook_event_name: "SessionStart",
  session_id: "s1",
  source: "startup",
  cwd: place(app),
  ...more,
});
const call = (app: App, more: object = {}) => ({
  hook_event_name: "PreToolUse",
  session_id: "s1",
  cwd: place(app),
  tool_name: "Bash",
  tool_input: { command: "rm -rf build" },
  tool_use_id: `t${Math.random()}`,
  ...more,
});

async function configure(app: App, who: "user" | "project", hooks: object): Promise<void> {
  const file = who === "user" ? app.home.config : join(place(app), ".claude", "pawl.json");
  await mkdir(join(place(app), ".claude"), { recursive: true });
  await writeFile(file, JSON.stringify({ hooks }));
}

async function trust(app: App): Promise<void> {
  const { text = "", config } = readConfig(projectSource(place(app)));
  const book = new TrustStore(trustFile(app.home.dir));
  book.trust(place(app), book.pins(place(app), text, config.hooks), 1, text);
}

/** As `pawl hooks trust --user` does: a person says that the configuration is as it should be. */
const giveUpGates = (app: App) =>
  indexGates(app.home, new TrustStore(trustFile(app.home.dir)), { force: true });

const GATE = {
  PreToolUse: [
    {
      matcher: "tool_input.command =~ /rm -rf/",
      description: "no deletions",
      hooks: [
        { type: "command", command: "echo asked >> asked; echo Not here >&2; exit 2", onError: "deny" },
      ],
    },
  ],
};
const say = (prompt: string, more: object = {}) => [{ hooks: [{ type: "prompt", prompt, ...more }] }];
const decision = (output: Output) => output.hookSpecificOutput?.permissionDecision;
const asked = async (app: App) =>
  (await readFile(join(place(app), "asked"), "utf8").catch(() => "")).split("\n").length - 1;

describe("whose hooks run", () => {
  test("the user's own at once, and a change of the file from the next event on", async () => {
    await using app = await openTestApp();
    await configure(app, "user", GATE);
    const output = await send(app, call(app));
    expect(output.hookSpecificOutput).toMatchObject({
      permissionDecision: "deny",
      permissionDecisionReason: "Not here",
    });
    await configure(app, "user", { PreToolUse: say("careful") });
    // Of what was changed, only the gate that is gone needs a person.
    expect((await send(app, call(app))).hookSpecificOutput).toMatchObject({
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringContaining("pawl hooks trust --user"),
      additionalContext: "careful",
    });
    await giveUpGates(app);
    const agreed = await send(app, call(app));
    expect(agreed.hookSpecificOutput).toMatchObject({ additionalContext: "careful" });
    expect(decision(agreed)).toBeUndefined();
    await rm(app.home.config);
    expect(await send(app, call(app))).toEqual({});
  });

  test("S2.14 a project's only when trusted; the user hears of it once a session, in their language", async () => {
    await using app = await openTestApp();
    await configure(app, "project", { ...GATE, Stop: [{ hooks: [{ type: "comand" }] }] });
    const { systemMessage = "" } = await send(app, start(app));
    expect(systemMessage.split("\n")).toEqual([
      expect.stringContaining("1 hook that you have not trusted yet"),
      expect.stringContaining("1 error in the hooks configuration"),
    ]);
    expect(systemMessage).toContain("pawl hooks trust");
    expect(await send(app, start(app, { source: "resume" }))).toEqual({});
    expect(await send(app, call(app))).toEqual({});
    const korean = { "x-pawl-env": encodeURIComponent(JSON.stringify({ PAWL_LOCALE: "ko" })) };
    expect((await send(app, start(app, { session_id: "s2" }), korean)).systemMessage).toContain("신뢰");
    await trust(app);
    expect(decision(await send(app, call(app)))).toBe("deny");
    expect((await send(app, start(app, { session_id: "s3" }))).systemMessage).not.toContain("trust");
  });

  test("a session keeps its hooks wherever it walks to, also after the daemon was started again", async () => {
    await using app = await openTestApp();
    await configure(app, "project", GATE);
    await trust(app);
    const inside = join(place(app), "nested");
    await mkdir(join(inside, ".git"), { recursive: true });
    await send(app, start(app));
    expect(decision(await send(app, call(app, { cwd: inside })))).toBe("deny");
    expect(decision(await send(app, call(app, { cwd: "/" })))).toBe("deny");
    // Compaction is no new start.
    await send(app, start(app, { cwd: inside, source: "compact" }));
    expect(decision(await send(app, call(app, { cwd: inside })))).toBe("deny");
    // Another daemon knows nothing but what was recorded.
    const fallback = app.home.dir;
    const restarted = createSessionProjects({ store: app.store, projectOf: (cwd) => cwd, fallback });
    const input = parseHookInput(call(app, { cwd: inside }));
    expect(input.event === "Unknown" ? "" : await restarted(input)).toBe(place(app));
  });

  test("a repository cannot break the user's own hooks with its configuration", async () => {
    await using app = await openTestApp();
    await configure(app, "user", GATE);
    await mkdir(place(app), { recursive: true });
    await rm(join(place(app), ".claude"), { recursive: true, force: true });
    await writeFile(join(place(app), ".claude"), "a file");
    expect(decision(await send(app, call(app)))).toBe("deny");
    await rm(join(place(app), ".claude"));
    await configure(app, "project", {
      PreToolUse: [{ hooks: [{ type: "command", command: "asked/x \u0000/y" }] }],
    });
    expect(decision(await send(app, call(app)))).toBe("deny");
  });

  test("none for a session that is off, none for events that were spooled, none for user-message", async () => {
    await using app = await openTestApp();
    await configure(app, "user", { ...GATE, SessionStart: say("told") });
    addToSpool(app.home.spool, 1, JSON.stringify(call(app, { session_id: "spooled" })));
    await app.service.drain();
    expect(await send(app, start(app), { [HOOK_NAME_HEADER]: "user-message" })).toEqual({
      continue: true,
    } as object);
    markOff(app.home.off, "off", Date.now());
    expect(await send(app, call(app, { session_id: "off" }))).toEqual({});
    expect(await asked(app)).toBe(0);
  });
});

test("paused, gates refuse and no other hook runs", async () => {
  await using app = await openTestApp();
  await configure(app, "user", {
    PreToolUse: [...GATE.PreToolUse, ...say("careful")],
    SessionStart: say("told"),
  });
  setMachineOff(app.home.off, true, 1);
  expect(decision(await send(app, call(app)))).toBe("deny");
  expect(
    (await send(app, call(app, { tool_use_id: "t2" }))).hookSpecificOutput?.additionalContext,
  ).toBeUndefined();
  expect(await send(app, start(app))).toEqual({});
});

describe("one event from two registered hooks", () => {
  test("runs each hook once, says things once, and refuses both times", async () => {
    await using app = await openTestApp();
    await configure(app, "user", { PreToolUse: [...GATE.PreToolUse, ...say("careful")] });
    const event = JSON.stringify(call(app));
    const both = await Promise.all([app.post("/hook", event), app.post("/hook", `${event}\n`)]);
    const outputs = (await Promise.all(both.map((one) => one.json()))) as Output[];
    expect(outputs.map(decision)).toEqual(["deny", "deny"]);
    expect(outputs.filter((one) => one.hookSpecificOutput?.additionalContext === "careful")).toHaveLength(1);
    expect(await asked(app)).toBe(1);
  });
});

describe("time", () => {
  test("a gate that is not done when the client leaves refuses; anything else runs on without a caller", async () => {
    await using app = await openTestApp();
    const slow = (more: object) => ({
      PreToolUse: [{ hooks: [{ type: "command", command: "sleep 1; touch done", ...more }] }],
    });
    await configure(app, "user", slow({ onError: "deny" }));
    const refused = await send(app, call(app), { [HOOK_WAIT_HEADER]: "150" });
    expect(refused.hookSpecificOutput?.permissionDecisionReason).toContain("run pawl install");
    // Where the installed time is that of the hook, another installation would not help.
    await configure(app, "user", slow({ onError: "deny", timeoutMs: 1500 }));
    await giveUpGates(app);
    const late = await send(app, call(app, { tool_use_id: "t2" }), { [HOOK_WAIT_HEADER]: "150" });
    expect(late.hookSpecificOutput?.permissionDecisionReason).toContain("did not answer within");
    expect(late.hookSpecificOutput?.permissionDecisionReason).not.toContain("pawl install");
    await configure(app, "user", slow({}));
    await giveUpGates(app);
    expect(await send(app, call(app), { [HOOK_WAIT_HEADER]: "150" })).toEqual({});
    expect(app.service.counts()).toMatchObject({ "hooks.late": 3 });
  });

  test("a late hook takes nothing away from one that was in time", async () => {
    await using app = await openTestApp();
    await configure(app, "user", {
      PreToolUse: [...GATE.PreToolUse, { hooks: [{ type: "command", command: "sleep 60" }] }],
    });
    const output = await send(app, call(app), { [HOOK_WAIT_HEADER]: "4000" });
    expect(output.hookSpecificOutput?.permissionDecisionReason).toBe("Not here");
  });

  test("an end of the daemon ends hooks that run, and whoever waits is answered", async () => {
    await using app = await openTestApp();
    await configure(app, "user", {
      PreToolUse: [{ hooks: [{ type: "command", command: "touch started; sleep 60", onError: "deny" }] }],
    });
    const waiting = send(app, call(app), { [HOOK_WAIT_HEADER]: "60000" });
    while (!(await Bun.file(join(place(app), "started")).exists())) await Bun.sleep(5);
    await app.service.endHooks();
    expect(decision(await waiting)).toBe("deny");
  });
});

describe("together with Pawl", () => {
  test("S1.22 both speak, Pawl first; the user's words stand behind", async () => {
    await using app = await openTestApp();
    await configure(app, "user", { SessionStart: say("ADDED BY THE USER") });
    const earlier = { session_id: "earlier", cwd: place(app) };
    await send(app, { ...earlier, hook_event_name: "UserPromptSubmit", prompt: "Rename it", prompt_id: "p" });
    await send(app, { ...earlier, hook_event_name: "SessionEnd", reason: "other" });
    const { hookSpecificOutput, systemMessage } = await send(app, start(app));
    expect(hookSpecificOutput?.additionalContext).toMatch(
      /^<pawl-context>[\s\S]*Rename it[\s\S]*ADDED BY THE USER$/,
    );
    expect(systemMessage).toMatch(/^Pawl: added[\s\S]*\nADDED BY THE USER$/);
  });

  test("S1.24 what goes wrong in Pawl takes no gate along", async () => {
    await using app = await openTestApp();
    await configure(app, "user", GATE);
    await send(app, start(app));
    await app.store.close();
    expect(decision(await send(app, call(app)))).toBe("deny");
    expect(app.service.counts().handler_error).toBeGreaterThan(0);
  });
});

test("a project's gate stays shut once its files change, and opens when the user looked again", async () => {
  await using app = await openTestApp();
  await configure(app, "project", GATE);
  await trust(app);
  expect(decision(await send(app, call(app)))).toBe("deny");
  // Somebody takes the gate out of the file.
  await configure(app, "project", { Stop: say("harmless") });
  const shut = await send(app, call(app));
  expect(shut.hookSpecificOutput?.permissionDecisionReason).toContain(
    ".claude/pawl.json changed since you allowed it",
  );
  expect(await send(app, call(app, { tool_input: { command: "ls" } }))).toEqual({});
  await trust(app);
  expect(await send(app, call(app))).toEqual({});
});
