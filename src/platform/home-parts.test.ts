/** What Pawl reads of its home and of the system before anything else runs. */

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isStopped, modelVariables, takeModelVariables } from "./daemon-process.ts";
import { branchOf } from "./git.ts";
import { readHooked, writeHooked } from "./hooked-events.ts";
import { openTokens, refuseForeign, takeHome } from "./own-home.ts";
import { homeAt } from "./paths.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-home-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const isPosix = process.platform !== "win32";

describe("a home", () => {
  test("is created private, and one that others could read is made so", () => {
    const home = homeAt(join(dir, "a", "home"));
    takeHome(home);
    expect(statSync(home.dir).mode & 0o777).toBe(0o700);
    chmodSync(home.dir, 0o755);
    takeHome(home);
    expect(statSync(home.dir).mode & 0o777).toBe(0o700);
  });

  test.if(isPosix && process.getuid?.() === 0)("of another user is refused and not touched", () => {
    const home = homeAt(join(dir, "home"));
    mkdirSync(home.dir, { mode: 0o755 });
    chownSync(home.dir, 12_345, 12_345);
    expect(() => takeHome(home)).toThrow(`${home.dir} belongs to another user (id 12345)`);
    expect(() => refuseForeign(home)).toThrow(
      expect.objectContaining({
        code: "home_foreign",
        hint: "Point PAWL_HOME at a folder of your own.",
        params: { dir: home.dir, owner: 12_345 },
      }),
    );
    expect(statSync(home.dir).mode & 0o777).toBe(0o755);
  });
});

test("the events with a hook are kept in a file that is written only when they change", () => {
  const path = join(dir, "hooked.json");
  expect(readHooked(path)).toEqual([]);
  writeHooked(path, ["Stop", "PreToolUse"]);
  expect(readHooked(path)).toEqual(["Stop", "PreToolUse"]);
  expect(readFileSync(path, "utf8")).toBe('["Stop","PreToolUse"]\n');
  const { ino } = statSync(path);
  writeHooked(path, ["Stop", "PreToolUse"]);
  expect(statSync(path).ino).toBe(ino);
  for (const text of ["{", "{}", "null", '"Stop"']) {
    writeFileSync(path, text);
    expect(readHooked(path)).toEqual([]);
  }
});

describe("the account's variables", () => {
  const env = { ANTHROPIC_API_KEY: "key", AWS_REGION: "", HOME: "/home/dev", NO_PROXY: undefined };

  test("are handed on only where the settings have Pawl ask a model", () => {
    const account = { ANTHROPIC_API_KEY: "key", AWS_REGION: "" };
    expect(modelVariables('{"summaries":{"provider" : "claude"}}', env)).toEqual(account);
    expect(modelVariables('{"hooks":[{"mode":"evaluate"}]}', env)).toEqual(account);
    for (const config of [undefined, "", "{}", '{"summaries":{"provider":"none"}}'])
      expect(modelVariables(config, env)).toEqual({});
  });

  test("are taken out of the environment", () => {
    const own: Record<string, string | undefined> = { ...env };
    expect(takeModelVariables(own)).toEqual({ ANTHROPIC_API_KEY: "key", AWS_REGION: "" });
    expect(own).toEqual({ HOME: "/home/dev" });
  });
});

test.if(process.platform === "linux")(
  "a stopped process is told from one that waits, whatever its name",
  async () => {
    await using child = Bun.spawn(["/bin/sh", "-c", "echo ready; read x"], { stdin: "pipe", stdout: "pipe" });
    await child.stdout.getReader().read();
    expect(isStopped(child.pid)).toBe(false);
    child.kill("SIGSTOP");
    while (!isStopped(child.pid)) await Bun.sleep(1);
    child.kill("SIGCONT");
    while (isStopped(child.pid)) await Bun.sleep(1);
    child.kill("SIGKILL");
    await child.exited;
    expect(isStopped(child.pid)).toBe(false);
  },
);

describe("a token", () => {
  test("with space around it is known; one of another shape is replaced", () => {
    const home = homeAt(join(dir, "home"));
    mkdirSync(home.dir);
    const known = "0123456789abcdef".repeat(4);
    writeFileSync(home.token, `  ${known}\n\n`);
    for (const odd of ["", "x", known.toUpperCase(), `${known}0`]) {
      writeFileSync(home.hookToken, odd);
      const { api, hook } = openTokens(home);
      expect(api).toBe(known);
      expect(hook).toMatch(/^[0-9a-f]{64}$/);
      expect(readFileSync(home.hookToken, "utf8")).toBe(`${hook}\n`);
    }
  });

  test("that cannot be written is an error, and leaves no draft", () => {
    const home = homeAt(join(dir, "home"));
    mkdirSync(join(home.dir, "token"), { recursive: true });
    expect(() => openTokens(home)).toThrow();
    expect([...new Bun.Glob("*").scanSync({ cwd: home.dir, onlyFiles: false, dot: true })]).toEqual([
      "token",
    ]);
  });
});

describe("the branch of a folder", () => {
  const head = (text: string, git = join(dir, ".git")) => {
    mkdirSync(git, { recursive: true });
    writeFileSync(join(git, "HEAD"), text);
  };

  test("is the repository's around it; a detached HEAD, no repository and no folder have none", () => {
    expect(branchOf("")).toBeUndefined();
    mkdirSync(join(dir, "a", "b"), { recursive: true });
    expect(branchOf(join(dir, "a", "b"))).toBeUndefined();
    head("ref: refs/heads/feature/one\n");
    expect(branchOf(join(dir, "a", "b"))).toBe("feature/one");
    head("0123456789012345678901234567890123456789\n");
    expect(branchOf(dir)).toBeUndefined();
  });

  test("in a worktree is the worktree's own, by a path from its folder", () => {
    head("ref: refs/heads/main\n");
    head("ref: refs/heads/other\n", join(dir, ".git", "worktrees", "w"));
    mkdirSync(join(dir, "w"));
    writeFileSync(join(dir, "w", ".git"), "gitdir: ../.git/worktrees/w\n");
    expect(branchOf(join(dir, "w"))).toBe("other");
    writeFileSync(join(dir, "w", ".git"), "nothing of git\n");
    expect(branchOf(join(dir, "w"))).toBeUndefined();
  });

  test("is unknown where its file cannot be read", () => {
    mkdirSync(join(dir, ".git", "HEAD"), { recursive: true });
    expect(branchOf(dir)).toBeUndefined();
  });
});
