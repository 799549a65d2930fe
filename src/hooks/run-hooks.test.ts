// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell and script text is what this is about
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseHookInput } from "../clients/index.ts";
import { processEnv } from "../platform/env.ts";
import { parseConfig, projectSource } from "./config/read.ts";
import { hookName, runHooks } from "./run-hooks.ts";
import { HookRuntime } from "./runtime.ts";

let project: string;
let runtime: HookRuntime;
let logs: string[];
let counts: Record<string, number>;

beforeEach(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), "pawl-hooks-")));
  await mkdir(join(project, "hooks"));
  logs = [];
  counts = {};
  runtime = new HookRuntime({
    env: processEnv,
    log: (level, message) => level !== "debug" && logs.push(message),
    count: (name) => {
      counts[name] = (counts[name] ?? 0) + 1;
    },
  });
});

afterEach(async () => {
  await runtime.close();
  await rm(project, { recursive: true, force: true });
});

const event = (fields: Record<string, unknown> = {}) =>
  parseHookInput({
    hook_event_name: "PreToolUse",
    session_id: "s1",
    cwd: project,
    tool_name: "Edit",
    tool_input: { file_path: "/a/b.ts" },
    tool_use_id: "t1",
    ...fields,
  });

function run(hooks: unknown, input = event()) {
  const { config, findings } = parseConfig(JSON.stringify({ hooks }), projectSource(project));
  expect(findings.filter(({ level }) => level === "error")).toEqual([]);
  return runHooks(input, config.hooks, { projectDir: project }, runtime);
}

const script = (name: string, source: string) => writeFile(join(project, "hooks", name), source);
const grouped = (...hooks: unknown[]) => ({ PreToolUse: [{ hooks }] });
const command = (text: string, more: object = {}) => ({ type: "command", command: text, ...more });

describe("S0.2 which hooks run", () => {
  test("S0.2 S0.16 those of the event whose matcher applies; the report names each", async () => {
    const { reply, runs } = await run({
      PreToolUse: [
        { matcher: "Edit", hooks: [{ type: "prompt", prompt: "one" }] },
        { matcher: 'tool_input.file_path matches "*.js"', hooks: [{ type: "prompt", prompt: "two" }] },
        { matcher: 'tool_input.file_path matches "*.ts"', hooks: [{ type: "prompt", prompt: "three" }] },
      ],
      Stop: [{ hooks: [{ type: "prompt", prompt: "four" }] }],
    });
    expect(reply).toEqual({ context: "one\nthree", message: "one\nthree" });
    expect(runs.map(({ matched, outcome }) => [matched, outcome])).toEqual([
      [true, "ok"],
      [false, "skipped"],
      [true, "ok"],
    ]);
    expect(counts).toEqual({ "hooks.run": 2 });
  });

  test("an event that nobody knows runs nothing", async () => {
    expect(await run(grouped(command("exit 2")), event({ hook_event_name: "Tomorrow" }))).toEqual({
      reply: {},
      runs: [],
    });
  });

  test("once is once in a session", async () => {
    const hooks = grouped({ type: "prompt", prompt: "hi", once: true });
    expect((await run(hooks)).reply.context).toBe("hi");
    const again = await run(hooks);
    expect(again.reply).toEqual({});
    expect(again.runs[0]).toMatchObject({ matched: true, outcome: "skipped" });
    expect((await run(hooks, event({ session_id: "s2" }))).reply.context).toBe("hi");
  });
});

describe("all three types", () => {
  test("S2.3 S2.18 a prompt has its variables", async () => {
    const { reply } = await run(
      grouped({ type: "prompt", prompt: "$TOOL of $FILE by ${SESSION_ID} in $CLAUDE_PROJECT_DIR" }),
    );
    expect(reply.context).toBe(`Edit of /a/b.ts by s1 in ${project}`);
  });

  test("S2.2 a script gets input, tool use id and signal", async () => {
    await script(
      "a.ts",
      "export default (input, id, { signal }) => ({ systemMessage: [input.tool_name, id, signal.aborted].join() });",
    );
    expect((await run(grouped({ type: "script", script: "./hooks/a.ts" }))).reply.message).toBe(
      "Edit,t1,false",
    );
    expect(
      (await run(grouped({ type: "script", script: "$CLAUDE_PROJECT_DIR/hooks/a.ts" }))).reply.message,
    ).toBe("Edit,t1,false");
  });

  test("S2.1 S1.19 S1.23 a command gets the input and its variables", async () => {
    const echo = command(
      `read -r input; printf '{"systemMessage":"%s %s"}' "$TOOL" $(printf %s "$input" | wc -c)`,
    );
    const { reply } = await run(grouped(echo));
    expect(reply.message).toBe(`Edit ${JSON.stringify(event().raw).length}`);
  });

  test("exec form: variables are in the arguments", async () => {
    const hook = command("printf", { args: ['{"systemMessage":"%s"}', "$TOOL"] });
    expect((await run(grouped(hook))).reply.message).toBe("Edit");
  });

  test("S2.1 a refusal is a reply, not a failure", async () => {
    const { reply, runs } = await run(grouped(command("echo no >&2; exit 2")));
    expect(reply).toEqual({ deny: "no" });
    expect(runs[0]?.outcome).toBe("ok");
    expect(logs).toEqual([]);
  });
});

describe("several at once", () => {
  test("they run in parallel and merge in configuration order", async () => {
    await script(
      "slow.ts",
      'export default async () => { await Bun.sleep(100); return { systemMessage: "first" }; };',
    );
    const wait = (mine: string, other: string) =>
      command(
        `touch ${mine}; while [ ! -e ${other} ]; do sleep 0.01; done; echo '{"systemMessage":"${mine}"}'`,
      );
    const { reply } = await run(
      grouped({ type: "script", script: "hooks/slow.ts" }, wait("a", "b"), wait("b", "a")),
    );
    expect(reply.message).toBe("first\na\nb");
  });

  test("deny wins, and a second updatedInput is reported", async () => {
    const answer = (fields: object) =>
      command(`cat > /dev/null; echo '${JSON.stringify({ hookSpecificOutput: fields })}'`);
    const { reply } = await run(
      grouped(
        answer({ permissionDecision: "allow", updatedInput: { a: 1 } }),
        answer({ permissionDecision: "ask", permissionDecisionReason: "sure?", updatedInput: { a: 2 } }),
      ),
    );
    expect(reply).toEqual({ ask: "sure?", updatedInput: { a: 1 } });
    expect(logs).toHaveLength(1);
    expect(logs[0]).toContain("updatedInput");
  });

  test("S1.19 async hooks are not waited for, and closing ends them", async () => {
    const { reply, runs } = await run(
      grouped(command("sleep 30; touch late", { async: true }), { type: "prompt", prompt: "now" }),
    );
    expect(reply.context).toBe("now");
    expect(runs[0]?.outcome).toBe("background");
    await runtime.close();
    expect(await Bun.file(join(project, "late")).exists()).toBe(false);
  });

  test("S1.19 an async hook does its work, and its answer is nobody's", async () => {
    const { reply } = await run(grouped(command("touch done; echo no >&2; exit 2", { async: true })));
    expect(reply).toEqual({});
    await runtime.settle();
    expect(await Bun.file(join(project, "done")).exists()).toBe(true);
  });
});

describe("what goes wrong is an outcome, a log line and a count", () => {
  test.each<[string, object, string]>([
    ["S2.10 a script outside", { type: "script", script: "./other.ts" }, "refused"],
    ["S2.15 a script that is missing", { type: "script", script: "./hooks/none.ts" }, "failed"],
    ["S2.15 a script that throws", { type: "script", script: "./hooks/throws.ts" }, "failed"],
    ["S2.15 a script that answers nonsense", { type: "script", script: "./hooks/nonsense.ts" }, "failed"],
    ["S2.16 a command past its time", { ...command("sleep 30"), timeoutMs: 100 }, "timeout"],
    ["a command that is not there", command("pawl-no-such-command"), "failed"],
    ["a prompt to judge without a judge", { type: "prompt", prompt: "x", mode: "evaluate" }, "failed"],
  ])("%s", async (_, hook, outcome) => {
    await writeFile(join(project, "other.ts"), "export default () => ({});");
    await script("throws.ts", 'export default () => { throw new Error("broken"); };');
    await script("nonsense.ts", "export default () => 42;");
    const open = await run(grouped(hook, { type: "prompt", prompt: "still here" }));
    expect(open.reply).toEqual({ context: "still here", message: "still here" });
    expect(open.runs[0]).toMatchObject({ outcome, error: expect.any(String) });
    expect(logs).toHaveLength(1);
    expect(counts[`hooks.${outcome}`]).toBe(1);

    const gate = await run(grouped({ ...hook, onError: "deny" }));
    expect(gate.reply.deny).toContain("could not decide");
  });

  test("a part that the event cannot carry is said", async () => {
    await script("a.ts", "export default () => ({ decision: 'block', reason: 'r' });");
    const hooks = { SessionStart: [{ hooks: [{ type: "script", script: "hooks/a.ts" }] }] };
    const { reply } = await run(hooks, event({ hook_event_name: "SessionStart", source: "startup" }));
    expect(reply).toEqual({});
    expect(logs[0]).toContain('SessionStart cannot carry "block"');
  });

  test("S2.18 what the input says does not choose which script runs", async () => {
    await script("Edit.ts", "export default () => ({ systemMessage: 'chosen' });");
    expect((await run(grouped({ type: "script", script: "hooks/$TOOL.ts" }))).runs[0]?.outcome).toBe(
      "failed",
    );
  });
});

test("a hook is called by its description, else by what it runs", () => {
  const entries = [
    { type: "command", command: "make lint", description: "Lint" },
    { type: "command", command: "make lint" },
    { type: "script", script: "./a.ts" },
    { type: "prompt", prompt: "be careful" },
  ];
  const text = JSON.stringify({ hooks: { PreToolUse: [{ hooks: entries }] } });
  const { hooks } = parseConfig(text, projectSource(project)).config;
  expect(hooks.map(hookName)).toEqual(["Lint", "make lint", "./a.ts", "be careful"]);
});

describe("a gate refuses an answer that means nothing", () => {
  test.each([
    ['{ decison: "block", reason: "x" }', "did you mean decision?"],
    ['{ permissionDecision: "deny" }', "permissionDecision belongs in hookSpecificOutput"],
    [
      '{ hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "x" } }',
      "the event is PreToolUse",
    ],
    ['{ continue: "false" }', "continue"],
  ])("%s", async (answer, why) => {
    await script("typo.ts", `export default () => (${answer});`);
    const entry = { type: "script", script: "./hooks/typo.ts" };
    const gate = await run(grouped({ ...entry, onError: "deny" }));
    expect(gate.reply.deny).toContain(why);
    // Not a gate: it goes on, and the log names the field.
    const plain = await run(grouped(entry));
    expect(plain.reply.deny).toBeUndefined();
    expect(logs.join("\n")).toContain(why);
  });

  test("a command that prints something like JSON", async () => {
    const { reply } = await run(grouped(command("echo '{decision: block}'", { onError: "deny" })));
    expect(reply.deny).toContain("begins like JSON");
  });
});

describe("a script's error has its place", () => {
  test.each([
    ["export default (=>", /at .*broken\.ts:1:\d+/],
    ["\n\nthrow new Error('boom at import');", /boom at import[\s\S]*broken\.ts:3/],
    ["export default (input) => {\n  return input.nothing.there;\n};", /broken\.ts:2/],
  ])("%j", async (source, place) => {
    await script("broken.ts", source);
    const { runs } = await run(grouped({ type: "script", script: "./hooks/broken.ts" }));
    expect(runs[0]?.error).toMatch(place);
  });
});

describe("the surroundings of a command", () => {
  const withEnv = (hooks: unknown, env: Record<string, string>) => {
    const { config } = parseConfig(JSON.stringify({ hooks }), projectSource(project));
    const folders = { projectDir: project, pluginRoot: env.CLAUDE_PLUGIN_ROOT };
    return runHooks(event(), config.hooks, folders, runtime, { env });
  };
  const says = (text: string, more: object = {}) =>
    grouped(command(`printf '{"systemMessage":"%s"}' "${text}"`, more));
  const PATH = processEnv.PATH ?? "";

  test("are the terminal's", async () => {
    expect((await withEnv(says("$FOO"), { PATH, FOO: "bar" })).reply.message).toBe("bar");
  });

  test("a gate's programs are not chosen by them", async () => {
    await mkdir(join(project, "evil"));
    await writeFile(join(project, "evil", "true"), "#!/bin/sh\necho '{}'", { mode: 0o755 });
    const terminal = { PATH: join(project, "evil"), FOO: "bar", LD_PRELOAD: "x.so" };
    const gate = await withEnv(says("$FOO $LD_PRELOAD $PATH", { onError: "deny" }), terminal);
    expect(gate.reply.message).toBe(`bar  ${PATH}`);
  });

  test("$CLAUDE_PLUGIN_ROOT is the plugin's folder, or the hook says why it does not run", async () => {
    expect(
      (await withEnv(says("$CLAUDE_PLUGIN_ROOT"), { PATH, CLAUDE_PLUGIN_ROOT: "/plugin" })).reply.message,
    ).toBe("/plugin");
    const { runs } = await withEnv(says("$CLAUDE_PLUGIN_ROOT/bin/x"), { PATH });
    expect(runs[0]?.error).toContain("does not run as a plugin");
  });
});

describe("entries that Claude Code knows", () => {
  test("http: the event is posted, the answer used; headers have only allowed variables", async () => {
    const seen: { body: unknown; key: string | null; other: string | null }[] = [];
    using server = Bun.serve({
      port: 0,
      async fetch(request) {
        if (new URL(request.url).pathname === "/broken") return new Response("no", { status: 500 });
        const { headers } = request;
        seen.push({ body: await request.json(), key: headers.get("x-key"), other: headers.get("x-other") });
        return Response.json({ decision: "block", reason: "over http" });
      },
    });
    const url = `http://127.0.0.1:${server.port}`;
    const headers = { "x-key": "k $KEY", "x-other": "$SECRET" };
    const { config } = parseConfig(
      JSON.stringify({ hooks: grouped({ type: "http", url, headers, allowedEnvVars: ["KEY"] }) }),
      projectSource(project),
    );
    const call = { env: { KEY: "1", SECRET: "2" } };
    const { reply } = await runHooks(event(), config.hooks, { projectDir: project }, runtime, call);
    expect(reply.deny).toBe("over http");
    expect(seen).toEqual([
      { body: expect.objectContaining({ tool_name: "Edit" }), key: "k 1", other: "$SECRET" },
    ]);
    const broken = await run(grouped({ type: "http", url: `${url}/broken`, onFailure: "block" }));
    expect(broken.reply.deny).toContain("status 500");
  });

  test.each([
    ["Edit(*.ts)", "Edit", { file_path: "/a/b.ts" }, true],
    ["Edit(src/**)", "Write", { file_path: "src/a.ts" }, true],
    ["Edit(src/**)", "Write", { file_path: "test/a.ts" }, false],
    ["Bash(git *)", "Bash", { command: "git push" }, true],
    ["Bash(git *)", "Bash", { command: "cd x && git push" }, true],
    ["Bash(git push:*)", "Bash", { command: "git pull" }, false],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://example.com/x" }, true],
    ["mcp__github", "mcp__github__create", {}, true],
  ])("if %s and %s %p: %p", async (rule, tool_name, tool_input, expected) => {
    const { runs } = await run(
      grouped({ type: "prompt", prompt: "x", if: rule }),
      event({ tool_name, tool_input }),
    );
    expect(runs[0]?.matched).toBe(expected);
  });
});
