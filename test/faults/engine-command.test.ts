// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this file tests shell and script text
/**
 * Misbehaving commands, through the whole runtime: the event is answered, logged and counted; the next one works.
 */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseHookInput } from "../../src/clients/index.ts";
import { parseConfig, projectSource } from "../../src/hooks/config/read.ts";
import { runHooks } from "../../src/hooks/run-hooks.ts";
import { HookRuntime } from "../../src/hooks/runtime.ts";
import { processEnv } from "../../src/platform/env.ts";

let project: string;
let runtime: HookRuntime;
let logs: string[];
let counts: string[];

beforeEach(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), "pawl-faults-")));
  logs = [];
  counts = [];
  runtime = new HookRuntime({
    env: processEnv,
    log: (level, message) => level !== "debug" && logs.push(message),
    count: (name) => counts.push(name),
  });
});

afterEach(async () => {
  await runtime.close();
  await rm(project, { recursive: true, force: true });
});

function run(hook: object, toolInput: object = {}) {
  const text = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [hook] }] } });
  const { config } = parseConfig(text, projectSource(project));
  const fields = { session_id: "s", cwd: project, tool_name: "Edit", tool_input: toolInput };
  return runHooks(
    parseHookInput({ hook_event_name: "PreToolUse", ...fields }),
    config.hooks,
    { projectDir: project },
    runtime,
  );
}

async function expectUsable(outcome: string): Promise<void> {
  expect(counts).toEqual(["hooks.run", `hooks.${outcome}`]);
  expect(logs).toHaveLength(1);
  const { reply } = await run({ type: "command", command: `echo '{"systemMessage":"fine"}'` });
  expect(reply).toEqual({ message: "fine" });
}

/** An ended process that nobody has reaped yet is not running. */
async function isRunning(pid: number): Promise<boolean> {
  const state = await Bun.$`ps -o stat= -p ${pid}`.nothrow().quiet().text();
  return state.trim() !== "" && !state.trim().startsWith("Z");
}

describe.skipIf(process.platform === "win32")("processes", () => {
  test.each([
    ["sleeps", "echo $$ > pids; sleep 60"],
    ["ignores SIGTERM", "trap '' TERM; echo $$ > pids; while :; do sleep 1; done"],
    [
      "forks a child that ignores it as well",
      "trap '' TERM; (trap '' TERM; while :; do sleep 1; done) & echo $! > pids; echo $$ >> pids; wait",
    ],
    [
      "ends itself but leaves a child that ignores it",
      "(trap '' TERM; sleep 60) & echo $! > pids; exec sleep 60",
    ],
    ["prints without end", "echo $$ > pids; yes"],
  ])("S2.16 a command that %s is killed with all its child processes", async (_, command) => {
    const { reply, runs } = await run({ type: "command", command, timeoutMs: 2000 });
    expect(reply).toEqual({});
    expect(runs[0]?.outcome).toBe("timeout");
    const pids = (await Bun.file(join(project, "pids")).text()).trim().split("\n").map(Number);
    for (const pid of pids) expect([pid, await isRunning(pid)]).toEqual([pid, false]);
    await expectUsable("timeout");
  });

  test("a command that prints 100 MB comes to its end, and its answer is refused as too long", async () => {
    const command = "yes | head -c 100000000; echo done > end";
    const { reply, runs } = await run({ type: "command", command });
    expect(reply).toEqual({});
    expect(runs[0]).toMatchObject({ outcome: "failed", error: expect.stringContaining("printed more than") });
    expect(await readdir(project)).toEqual(["end"]);
    await expectUsable("failed");
  });

  test("a prompt of megabytes does not keep a command from starting", async () => {
    const { reply } = await run(
      { type: "command", command: `printf '{"systemMessage":"%s"}' "\${#COMMAND}"` },
      { command: "x".repeat(3_000_000) },
    );
    expect(reply).toEqual({ message: "30000" });
  });
});

describe.skipIf(process.platform === "win32")("S2.18 a value is never shell syntax", () => {
  const names = [
    "$(touch pwned).ts",
    "`touch pwned`.ts",
    "a; touch pwned; #.ts",
    "a && touch pwned",
    "a | touch pwned",
    "a\ntouch pwned\n.ts",
    "'; touch pwned; '",
    '"; touch pwned; "',
    '"$(touch pwned)"',
    "${x:=$(touch pwned)}",
    "two  spaces and\ttab.ts",
    "*",
    "?wned ~ $HOME",
    "-rf",
    "back\\slash\\",
    "日本語 😀.ts",
    "> pwned",
    "$FILE",
    "%FILE% !x!",
  ];
  const ways = [
    ["without quotes", 'printf "%s" $FILE > out'],
    ["with braces", 'printf "%s" ${FILE} > out'],
    ["in quotes", 'printf "%s" "$FILE" > out'],
    ["inside a substitution", 'printf "%s" "$(printf "%s." $FILE)" > out; truncate -s -1 out'],
    ["through a variable", 'X=$FILE; printf "%s" "$X" > out'],
    ["handed to another shell", 'sh -c \'printf "%s" "$1" > out\' _ $FILE'],
    ["in a here document", "head -c -1 > out <<END\n$FILE\nEND"],
  ] as const;

  test.each(ways)("S2.18 %s every name arrives exactly", async (_, command) => {
    for (const name of names) {
      await run({ type: "command", command }, { file_path: name });
      expect(await Bun.file(join(project, "out")).text()).toBe(name);
      await rm(join(project, "out"));
      expect([name, await readdir(project)]).toEqual([name, []]);
    }
  });

  test("S2.18 in exec form every name arrives exactly", async () => {
    for (const name of names) {
      const { reply } = await run(
        {
          type: "command",
          command: process.execPath,
          args: ["-e", "console.log(JSON.stringify({ systemMessage: process.argv.at(-1) }))", "--", "x$FILE"],
        },
        { file_path: name },
      );
      expect(reply.message).toBe(`x${name}`);
      expect(await readdir(project)).toEqual([]);
    }
  }, 180_000);

  test("S2.18 in a prompt it is text", async () => {
    for (const name of names) {
      expect((await run({ type: "prompt", prompt: "see $FILE" }, { file_path: name })).reply.context).toBe(
        `see ${name}`,
      );
    }
  });
});
