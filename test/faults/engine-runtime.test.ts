/**
 * Misbehaving scripts, through the whole runtime: the event is answered, logged and counted; the next one works.
 */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
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
  await mkdir(join(project, "hooks"));
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

async function run(source: string, more: object = {}) {
  const name = `h${Bun.hash(source)}.ts`;
  const file = join(project, "hooks", name);
  // A file that is written again has a new stamp, and gets a new process.
  if (!existsSync(file)) await writeFile(file, source);
  const hooks = { Stop: [{ hooks: [{ type: "script", script: `./hooks/${name}`, ...more }] }] };
  const { config } = parseConfig(JSON.stringify({ hooks }), projectSource(project));
  const input = parseHookInput({ hook_event_name: "Stop", session_id: "s" });
  return runHooks(input, config.hooks, { projectDir: project }, runtime);
}

test.each([
  ["throws", 'export default () => { throw new Error("broken"); };', "failed"],
  ["hangs in while (true)", "export default () => { while (true); };", "timeout"],
  ["never answers", "export default () => new Promise(() => {});", "timeout"],
  ["exits the process", "export default () => process.exit(1);", "failed"],
  ["answers garbage", 'export default () => "garbage";', "failed"],
  ["answers a wrong shape", "export default () => ({ decision: 7 });", "failed"],
  [
    "allocates without end",
    "export default () => { const a = []; for (;;) a.push(new Uint8Array(4 << 20).fill(1)); };",
    "failed",
  ],
])(
  "S2.15 a script that %s leaves the session running, a log entry and a counter",
  async (_, source, outcome) => {
    const timeoutMs = outcome === "timeout" ? 400 : 30_000;
    const { reply, runs } = await run(source, { timeoutMs });
    expect(reply).toEqual({});
    expect(runs[0]).toMatchObject({ outcome, error: expect.any(String) });
    expect(counts).toEqual(["hooks.run", `hooks.${outcome}`]);
    // What the runtime itself printed at its end is a line of its own.
    expect(logs.filter((message) => message !== "A script printed")).toHaveLength(1);
    const next = await run("export default () => ({ decision: 'block', reason: 'fine' });");
    expect(next.reply).toEqual({ block: "fine" });
    // A gate denies instead.
    const gate = await run(`${source} //`, { timeoutMs, onError: "deny" });
    expect(gate.reply.block).toContain("could not decide");
  },
  180_000,
);

test("a script that leaves a rejected promise and a throwing timer behind does no harm", async () => {
  const source = `export default () => { Promise.reject(new Error("x")); setTimeout(() => { throw new Error("y"); }, 1); return {}; };`;
  expect((await run(source)).runs[0]?.outcome).toBe("ok");
  const first = runtime.scripts.pids;
  expect(first).toHaveLength(1);
  await Bun.sleep(50);
  expect((await run(source)).runs[0]?.outcome).toBe("ok");
  expect(runtime.scripts.pids).toEqual(first);
});

test("a script that closes its connection to us is abandoned, and the next one runs", async () => {
  const cut = await run("export default () => { process.disconnect(); return {}; };", { timeoutMs: 2000 });
  expect(cut.runs[0]?.outcome).not.toBe("ok");
  expect((await run("export default () => ({ decision: 'block', reason: 'fine' });")).reply).toEqual({
    block: "fine",
  });
});

test("100 events at once get 100 answers, in one process", async () => {
  const source =
    "export default async (input) => { await Bun.sleep(1); return { decision: 'block', reason: 'fine' }; };";
  const answers = await Promise.all(Array.from({ length: 100 }, () => run(source)));
  expect(answers.every(({ reply }) => reply.block === "fine")).toBe(true);
});
