/** Who started a program, as the environments and parents of real processes show it. */
import { describe, expect, test } from "bun:test";
import { isInsideSession, wasStartedBy, wasStartedInSession } from "./inside-session.ts";

const isLinux = process.platform === "linux";

/** A shell with these variables that starts another one with its own; both wait until the test is over. */
async function startShells(outer: Record<string, string>, inner: Record<string, string> = {}) {
  const own = Object.entries(inner).map(([name, value]) => `${name}=${value}`);
  const child = Bun.spawn(["/bin/sh", "-c", `env -i ${own.join(" ")} /bin/sh -c 'echo $$; read x'; :`], {
    env: outer,
    stdin: "pipe",
    stdout: "pipe",
  });
  const { value } = await child.stdout.getReader().read();
  return {
    outer: child.pid,
    inner: Number(Buffer.from(value ?? []).toString()),
    async [Symbol.asyncDispose]() {
      await child.stdin.end();
      await child.exited;
    },
  };
}

test("the own environment says it, by either of two variables that is not empty", () => {
  expect(isInsideSession({ CLAUDECODE: "1" }, 1)).toBe(true);
  expect(isInsideSession({ CLAUDE_CODE_SESSION_ID: "abc" }, 1)).toBe(true);
  expect(isInsideSession({}, 1)).toBe(false);
  expect(isInsideSession({ CLAUDECODE: "", CLAUDE_CODE_SESSION_ID: "" }, 1)).toBe(false);
  expect(isInsideSession({ CLAUDECODE: "", CLAUDE_CODE_SESSION_ID: "abc" }, 1)).toBe(true);
  expect(isInsideSession({ HOME: "/home/dev" }, 1)).toBe(false);
});

describe.if(isLinux)("a parent's environment", () => {
  test("says it too, over a process that has lost the variable", async () => {
    await using shells = await startShells({ A: "x=y", CLAUDECODE: "1" });
    expect(isInsideSession({}, shells.inner)).toBe(true);
    expect(isInsideSession({}, shells.outer)).toBe(true);
    expect([wasStartedInSession(shells.inner), wasStartedInSession(shells.outer)]).toEqual([false, true]);
  });

  test("with an empty variable, or another one's, says nothing", async () => {
    await using shells = await startShells({ CLAUDECODE: "", X: "CLAUDECODE=1" }, { XCLAUDECODE: "1" });
    expect([wasStartedInSession(shells.inner), wasStartedInSession(shells.outer)]).toEqual([false, false]);
  });

  test("of a process that has ended, or that is none, says nothing", async () => {
    await using marked = await startShells({ CLAUDECODE: "1" });
    for (const pid of [0, 1, -1, 1.5, Number.NaN, 2 ** 22 + 1]) expect(wasStartedInSession(pid)).toBe(false);
    expect(wasStartedInSession(marked.outer + 0.5)).toBe(false);
    expect(isInsideSession({}, 2 ** 22 + 1)).toBe(false);
  });
});

describe.if(isLinux)("a process was started by another", () => {
  test("that is its parent, or the parent's parent, or itself the caller's", async () => {
    await using shells = await startShells({});
    expect(wasStartedBy(shells.outer, shells.inner)).toBe(true);
    expect(wasStartedBy(process.pid, shells.inner)).toBe(true);
    expect(wasStartedBy(process.pid, shells.outer)).toBe(true);
    expect(wasStartedBy(shells.inner, shells.inner)).toBe(true);
    expect(wasStartedBy(process.ppid)).toBe(true);
  });

  test("not by its child, by one that is none, or by the first of all", async () => {
    await using shells = await startShells({});
    expect(wasStartedBy(shells.inner, shells.outer)).toBe(false);
    expect(wasStartedBy(2 ** 22 + 1, shells.inner)).toBe(false);
    for (const pid of [1, 0, -5]) expect(wasStartedBy(pid, pid)).toBe(false);
    expect(wasStartedBy(1, shells.inner)).toBe(false);
  });
});
