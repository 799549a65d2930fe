// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell and script text is what this is about
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processEnv } from "../../platform/env.ts";
import { runCommand, toArgv } from "./command.ts";

let dir: string;

beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), "pawl-command-")));
});

afterEach(() => rm(dir, { recursive: true, force: true }));

const run = (command: string, more: Partial<Parameters<typeof runCommand>[0]> = {}) =>
  runCommand({
    command,
    input: "{}",
    env: processEnv,
    variables: {},
    cwd: dir,
    fallbackCwd: dir,
    timeoutMs: 10_000,
    ...more,
  });

describe.skipIf(process.platform === "win32")("on POSIX", () => {
  test("S1.23 the input is on stdin, the answer on stdout, the reason on stderr", async () => {
    expect(await run("cat; echo why >&2; exit 3", { input: '{"a":1}' })).toEqual({
      kind: "exited",
      code: 3,
      stdout: '{"a":1}',
      stderr: "why\n",
      cut: false,
    });
  });

  test("a command that does not read its input is fine, however long that is", async () => {
    expect(await run("exec <&-; exit 0", { input: "x".repeat(3_000_000) })).toMatchObject({
      kind: "exited",
      code: 0,
    });
  });

  test("S1.19 S1.20 it has the variables, the guard and its folder", async () => {
    const variables = { FILE: "a b.ts", CLAUDE_PROJECT_DIR: "/p" };
    expect(await run('printf "%s|" $FILE $CLAUDE_PROJECT_DIR $PAWL_GUARD; pwd', { variables })).toMatchObject(
      {
        stdout: `a b.ts|/p|1|${dir}\n`,
      },
    );
  });

  test("a folder that is gone is replaced by the project's", async () => {
    expect(await run("pwd", { cwd: join(dir, "gone") })).toMatchObject({ stdout: `${dir}\n` });
  });

  test("with args no shell is used", async () => {
    expect(await run("printf", { args: ["%s|", "$(id)", "a b"] })).toMatchObject({ stdout: "$(id)|a b|" });
  });

  test("a program that is not there fails to start", async () => {
    expect(await run(join(dir, "none"), { args: [] })).toMatchObject({ kind: "failed" });
    expect(await run("cat $FILE", { cwd: join(dir, "x"), fallbackCwd: join(dir, "y") })).toMatchObject({
      kind: "failed",
    });
  });

  test("S2.18 a command that would run a value as code does not start", async () => {
    expect(await run('eval "$COMMAND"', { variables: { COMMAND: "touch pwned" } })).toMatchObject({
      kind: "failed",
    });
  });

  test("one that is ended by a signal is not one that exited", async () => {
    expect(await run("kill -9 $$")).toEqual({ kind: "killed", signal: "SIGKILL" });
  });

  test("a child left in the background does not hold the answer up, and is left alone", async () => {
    const result = await run("sleep 60 & echo $!");
    expect(result).toMatchObject({ kind: "exited", code: 0 });
    const pid = result.kind === "exited" ? Number(result.stdout) : 0;
    expect(process.kill(pid, "SIGKILL")).toBe(true);
  });

  test("closing ends it", async () => {
    const controller = new AbortController();
    const running = run("sleep 30", { signal: controller.signal });
    controller.abort();
    expect(await running).toEqual({ kind: "aborted" });
    expect(await run("sleep 30", { signal: controller.signal })).toEqual({ kind: "aborted" });
  });
});

test("S0.9 on Windows it is Git Bash where there is one, else PowerShell, never cmd", () => {
  const command = "cat $FILE";
  expect(toArgv({ command, args: undefined, env: {} }, "win32")).toEqual([
    "powershell.exe",
    "-NoProfile",
    "-NonInteractive",
    "-Command",
    "cat ${env:FILE}\nexit $LASTEXITCODE",
  ]);
  const env = { CLAUDE_CODE_GIT_BASH_PATH: "C:\\Git\\bash.exe" };
  expect(toArgv({ command, args: undefined, env }, "win32")).toEqual([
    "C:\\Git\\bash.exe",
    "-c",
    'cat "$FILE"',
  ]);
  expect(toArgv({ command: "node", args: ["a b"], env }, "win32")).toEqual(["node", "a b"]);
});
