import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processEnv } from "../platform/env.ts";
import { HookRuntime } from "./runtime.ts";

let runtime: HookRuntime;

beforeEach(() => {
  runtime = new HookRuntime({ env: {}, log: () => undefined, count: () => undefined });
});

afterEach(() => runtime.close());

test("what a script prints is in the log", async () => {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "pawl-printed-")));
  const logged: unknown[] = [];
  const mine = new HookRuntime({
    env: processEnv,
    log: (level, message, fields) => logged.push([level, message, fields]),
    count: () => undefined,
  });
  try {
    const file = join(dir, "a.ts");
    writeFileSync(file, 'export default () => { console.log("from the script"); return {}; };');
    await mine.scripts.run({ file, input: {}, toolUseID: undefined, timeoutMs: 10_000, folder: dir });
    while (logged.length === 0) await Bun.sleep(5);
    expect(logged).toEqual([["info", "A script printed", { text: "from the script\n" }]]);
  } finally {
    await mine.close();
    rmSync(dir, { recursive: true });
  }
});

test("once is claimed per session and hook, and free again after the session's end", () => {
  expect(runtime.claimOnce("s1", "h1")).toBe(true);
  expect(runtime.claimOnce("s1", "h1")).toBe(false);
  expect(runtime.claimOnce("s1", "h2")).toBe(true);
  expect(runtime.claimOnce("s2", "h1")).toBe(true);
  runtime.forgetSession("s1");
  expect(runtime.claimOnce("s1", "h1")).toBe(true);
});

test("what is remembered for once has an end; sessions in use stay", () => {
  runtime.claimOnce("in use", "h");
  for (let i = 0; i < 3000; i++) {
    runtime.claimOnce(`s${i}`, "h");
    expect(runtime.claimOnce("in use", "h")).toBe(false);
  }
  expect(runtime.claimOnce("s0", "h")).toBe(true);
});

test("close waits for what was detached, also when that fails, and tells it to end", async () => {
  let ended = false;
  const work = new Promise<void>((resolve) => {
    runtime.signal.addEventListener("abort", () => setTimeout(resolve, 20));
  }).then(() => {
    ended = true;
    throw new Error("late");
  });
  runtime.detach(work);
  await runtime.close();
  expect(ended).toBe(true);
});
