/** The user's hooks as the daemon asks them: twins, terminals, gates that cannot be read, and what is said once. */
import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type KnownInput, parseHookInput } from "../clients/index.ts";
import { messagesFor } from "../locale/index.ts";
import { OWN_ARGUMENT } from "../platform/own-hook.ts";
import { type Home, homeAt } from "../platform/paths.ts";
import { projectSource, readConfig } from "./config/read.ts";
import { refuseWithoutDaemon } from "./gates-without-daemon.ts";
import { HookRuntime } from "./runtime.ts";
import { TrustStore, trustFile } from "./trust.ts";
import { UserHooks } from "./user-hooks.ts";

let dir: string;
let home: Home;
let project: string;
let hooks: UserHooks;
let runtime: HookRuntime;
let logged: unknown[];
let counted: string[];
const words = messagesFor("en");
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "pawl-user-hooks-")));
  home = homeAt(join(dir, "home"));
  project = join(dir, "project");
  for (const folder of [home.dir, join(project, ".claude"), join(dir, "claude")])
    mkdirSync(folder, { recursive: true });
  [logged, counted] = [[], []];
  runtime = new HookRuntime({
    env: { PATH: process.env.PATH },
    log: (...line) => logged.push(line),
    count: (name) => counted.push(name),
  });
  hooks = new UserHooks({ home, trust: new TrustStore(trustFile(home.dir)), runtime });
});
afterEach(async () => {
  jest.useRealTimers();
  await runtime.close();
  rmSync(dir, { recursive: true, force: true });
});

const input = (event: string, more: object = {}) =>
  parseHookInput({ hook_event_name: event, session_id: "s", cwd: project, ...more }) as KnownInput;
const bash = (command = "x") => input("PreToolUse", { tool_name: "Bash", tool_input: { command } });
const occasion = (identity: string, more: object = {}) => ({
  project,
  waitMs: 5000,
  identity,
  words: () => words,
  ...more,
});
const command = (event: string, text: string, more: object = {}) => ({
  hooks: { [event]: [{ hooks: [{ type: "command", command: text, ...more }] }] },
});
const writeUser = (config: object | string) =>
  writeFileSync(home.config, typeof config === "string" ? config : JSON.stringify(config));
const writeProject = (config: object) =>
  writeFileSync(join(project, ".claude", "pawl.json"), JSON.stringify(config));
async function trust(): Promise<void> {
  const book = new TrustStore(trustFile(home.dir));
  const { config, text } = readConfig(projectSource(project));
  book.trust(project, book.pins(project, text ?? "", config.hooks), 1, text);
}
const DENY = `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"},"systemMessage":"said"}'`;

describe("an event that two hooks of the client bring", () => {
  test("is run once; what is refused is refused to both, and said once", async () => {
    writeUser(command("PreToolUse", `echo run >> ${dir}/runs; ${DENY}`));
    const [one, two] = await Promise.all([
      hooks.run(bash(), occasion("a")),
      hooks.run(bash(), occasion("a")),
    ]);
    expect(one).toMatchObject({ deny: "no", message: "said" });
    expect(two).toEqual({ deny: "no" });
    await hooks.run(bash(), occasion("b"));
    expect((await Bun.file(join(dir, "runs")).text()).trim().split("\n")).toHaveLength(2);
  });

  test.each<[string, string, object, object]>([
    [
      "PreToolUse",
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"sure?"}}',
      { ask: "sure?" },
      { ask: "sure?" },
    ],
    ["Stop", '{"decision":"block","reason":"more"}', { block: "more" }, { block: "more" }],
    ["Stop", '{"continue":false,"stopReason":"enough"}', { stop: "enough" }, { stop: "enough" }],
    ["Stop", '{"systemMessage":"said"}', { message: "said" }, {}],
  ])("%s %s: the second hears what was decided, and no words", async (event, answer, first, second) => {
    writeUser(command(event, `echo '${answer}'`));
    const asked = event === "Stop" ? input("Stop") : bash();
    const replies = [hooks.run(asked, occasion("a")), hooks.run(asked, occasion("a"))];
    expect(await Promise.all(replies)).toEqual([first, second]);
  });

  test("is a new one after a second", async () => {
    writeUser(command("PreToolUse", `echo run >> ${dir}/runs`));
    const runs = async () => (await Bun.file(join(dir, "runs")).text()).trim().split("\n").length;
    jest.useFakeTimers();
    await hooks.run(bash(), occasion("a"));
    await Promise.resolve();
    jest.advanceTimersByTime(999);
    expect(await hooks.run(bash(), occasion("a"))).toEqual({});
    expect(await runs()).toBe(1);
    jest.advanceTimersByTime(1);
    await hooks.run(bash(), occasion("a"));
    expect(await runs()).toBe(2);
  });
});

test("a hook has the variables of its session's terminal, as they were last sent", async () => {
  writeUser(command("PreToolUse", `echo "$MARK" >> ${dir}/marks`));
  const at = (id: string, terminal?: Record<string, string>) =>
    hooks.run(bash(id), occasion(id, terminal === undefined ? {} : { terminal }));
  await at("1", { MARK: "one" });
  await at("2");
  await at("3", { MARK: "two" });
  await at("4");
  expect((await Bun.file(join(dir, "marks")).text()).trim().split("\n")).toEqual([
    "one",
    "one",
    "two",
    "two",
  ]);
});

test("of a session that is not recorded only the gates run", async () => {
  writeUser({
    hooks: {
      PreToolUse: [
        { hooks: [{ type: "command", command: `echo plain >> ${dir}/ran` }] },
        { hooks: [{ type: "command", command: `echo gate >> ${dir}/ran`, onError: "deny" }] },
      ],
    },
  });
  await hooks.run(bash(), occasion("a", { gatesOnly: true }));
  expect(await Bun.file(join(dir, "ran")).text()).toBe("gate\n");
});

describe("when a session starts", () => {
  const start = (id: string, more: object = {}) =>
    hooks.run(input("SessionStart", { session_id: id, source: "startup" }), occasion(id, more));

  test("nothing is said where nothing is to be said", async () => {
    expect(await start("a", { claudeDir: join(dir, "claude") })).toEqual({});
    expect(logged).toEqual([]);
  });

  test("hooks that are not trusted are named, once a session", async () => {
    writeProject(command("Stop", "true"));
    const line = words.hooks.untrusted(1, "pawl hooks trust");
    expect(await start("a")).toEqual({ message: line });
    expect(await hooks.run(input("SessionStart", { session_id: "a" }), occasion("again"))).toEqual({});
    expect(await start("b")).toEqual({ message: line });
    expect(await start("c", { gatesOnly: true })).toEqual({});
    await trust();
    expect(await start("d")).toEqual({});
    writeProject(command("Stop", "false"));
    expect(await start("e")).toEqual({
      message: words.hooks.changed(".claude/pawl.json", "pawl hooks trust"),
    });
  });

  test("mistakes, old hooks and events that the client does not send are named, each in a line", async () => {
    writeUser({ hooks: { Stop: [{ hooks: [{ type: "command", command: "true" }, { type: "odd" }] }] } });
    writeFileSync(join(project, ".claude", "hooks.json"), "{}");
    const settings = {
      hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "x", args: [OWN_ARGUMENT] }] }] },
    };
    writeFileSync(join(dir, "claude", "settings.json"), JSON.stringify(settings));
    const mistakes = words.hooks.mistakes(1, "pawl hooks validate");
    const old = words.notices.hooksJson(".claude/hooks.json", "pawl hooks migrate");
    expect(await start("a", { claudeDir: join(dir, "claude") })).toEqual({
      message: [mistakes, words.hooks.unsent("Stop", "pawl install"), old].join("\n"),
    });
    expect(await start("b")).toEqual({ message: [mistakes, old].join("\n") });
    expect(counted).toEqual(["hooks.invalid"]);
    expect(logged).toEqual([
      ["warn", "A hook is not used as it is written", { file: home.config, problem: expect.any(String) }],
    ]);
  });
});

describe("gates", () => {
  const gate = (more: object = {}) => command("PreToolUse", "true", { onError: "deny", ...more });

  test("of a trusted project refuse when their files change, and say why with the rest", async () => {
    writeProject(gate());
    await trust();
    expect(await hooks.run(bash(), occasion("a"))).toEqual({});
    writeProject(gate({ command: "false" }));
    const reply = await hooks.run(bash(), occasion("b"));
    expect(reply).toEqual({
      deny: 'The hook "true" could not decide, and it must: .claude/pawl.json changed since you allowed it. Look at it and run: pawl hooks trust',
    });
    expect(await hooks.run(input("Stop"), occasion("c"))).toEqual({});
    const started = await hooks.run(input("SessionStart", { source: "startup" }), occasion("d"));
    expect(started).toEqual({ message: words.hooks.changed(".claude/pawl.json", "pawl hooks trust") });
  });

  test("that are known from before refuse when nothing can be read; what no gate is about fails", async () => {
    writeUser(gate());
    expect(await hooks.run(bash(), occasion("a"))).toEqual({});
    rmSync(home.config);
    mkdirSync(home.config);
    const broken = new UserHooks({ home, trust: new TrustStore(trustFile(home.dir)), runtime });
    broken.loader.load = () => Promise.reject(new Error("unreadable"));
    const reply = await broken.run(bash(), occasion("b"));
    expect(reply.deny).toContain("Pawl could not read its hooks: unreadable");
    expect(logged).toContainEqual(["error", "Hooks could not be read", { error: "unreadable" }]);
    expect(broken.run(input("Stop"), occasion("c"))).rejects.toThrow("unreadable");
    await broken.run(input("Stop"), occasion("c")).catch(() => undefined);
  });
});

describe("without a daemon", () => {
  const call = (tool_name = "Bash", more: object = {}) => ({
    hook_event_name: "PreToolUse",
    session_id: "s",
    cwd: project,
    tool_name,
    tool_input: { command: "git push --force" },
    ...more,
  });
  const refused = async (event: object) => {
    const output = (await refuseWithoutDaemon(home, event)) as {
      hookSpecificOutput?: { permissionDecision?: string; permissionDecisionReason?: string };
    };
    return output.hookSpecificOutput?.permissionDecisionReason;
  };
  const gate = (matcher: string) => ({
    hooks: {
      PreToolUse: [{ matcher, hooks: [{ type: "command", command: "true", onError: "deny" }] }],
    },
  });

  test("nothing is refused where no gate is, nor an event that nobody knows", async () => {
    expect(await refuseWithoutDaemon(home, call())).toEqual({});
    expect(await refuseWithoutDaemon(home, { hook_event_name: "Tomorrow", session_id: "s" })).toEqual({});
  });

  test("a gate refuses what it is about, and nothing else", async () => {
    writeUser(gate('tool == "Bash"'));
    expect(await refused(call())).toBe(
      'The hook "true" could not decide, and it must: Pawl\'s background process does not answer. Run pawl doctor.',
    );
    expect(await refused(call("Read"))).toBeUndefined();
  });

  test("a rule of the user holds", async () => {
    writeUser({ permissions: { deny: ['tool == "Bash" && tool_input.command =~ /git push/'] } });
    expect(await refused(call())).toBe(
      words.notices.ruleDenies('tool == "Bash" && tool_input.command =~ /git push/'),
    );
    expect(await refused(call("Bash", { tool_input: { command: "git pull" } }))).toBeUndefined();
  });

  test("gates of the project in which the session began walk along", async () => {
    writeProject(gate('tool == "Bash"'));
    await trust();
    const elsewhere = { cwd: dir };
    const before = process.env.CLAUDE_PROJECT_DIR;
    try {
      delete process.env.CLAUDE_PROJECT_DIR;
      expect(await refused(call("Bash", elsewhere))).toBeUndefined();
      process.env.CLAUDE_PROJECT_DIR = "";
      expect(await refused(call("Bash", elsewhere))).toBeUndefined();
      process.env.CLAUDE_PROJECT_DIR = project;
      expect(await refused(call("Bash", elsewhere))).toContain("could not decide");
    } finally {
      if (before === undefined) delete process.env.CLAUDE_PROJECT_DIR;
      else process.env.CLAUDE_PROJECT_DIR = before;
    }
  });
});
