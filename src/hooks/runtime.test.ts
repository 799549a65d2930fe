import { afterEach, beforeEach, expect, test } from "bun:test";
import { HookRuntime } from "./runtime.ts";

let runtime: HookRuntime;

beforeEach(() => {
  runtime = new HookRuntime({ env: {}, log: () => undefined, count: () => undefined });
});

afterEach(() => runtime.close());

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
