/** `pawl install`, `pawl install` again, `pawl uninstall`: the real program, on realistic files. */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createScratch } from "./harness/scratch.ts";
import { createPawl } from "./pawl.ts";

const FILES: [string, string | undefined][] = [
  ["absent", undefined],
  ["empty object", "{}"],
  ["odd formatting", '{ "model":"opus",\n\t\t"permissions" : {"allow":[ "Read" ]\n }}'],
  ["CRLF", '{\r\n  "model": "opus"\r\n}\r\n'],
  [
    "somebody else's hook with the word pawl in it",
    '{\n  "hooks": {\n    "Stop": [{ "hooks": [{ "type": "command", "command": "/opt/pawl-lookalike/pawl hook" }] }]\n  }\n}\n',
  ],
];

describe("install, install, uninstall", () => {
  test.each(FILES)(
    "%s: the second changes nothing, the third restores byte for byte",
    async (_what, original) => {
      await using scratch = await createScratch();
      await using pawl = await createPawl(scratch);
      const file = join(scratch.home, ".claude", "settings.json");
      if (original !== undefined) {
        mkdirSync(join(scratch.home, ".claude"));
        writeFileSync(file, original);
      }
      const first = await pawl.json<{ file: string; added: string[]; unchanged: string[] }>(["install"]);
      expect(first.file).toBe(file);
      expect(first.added).toContain("SessionStart");
      const installed = readFileSync(file, "utf8");
      const changedAt = statSync(file).mtimeMs;

      const second = await pawl.json<{ added: string[]; unchanged: string[] }>(["install"]);
      expect(second.added).toEqual([]);
      expect(second.unchanged.toSorted()).toEqual(first.added.toSorted());
      expect(statSync(file).mtimeMs).toBe(changedAt);
      expect(readFileSync(file, "utf8")).toBe(installed);

      const third = await pawl.json<{ removed: string[] }>(["uninstall"]);
      expect(third.removed.toSorted()).toEqual(first.added.toSorted());
      if (original === undefined) expect(existsSync(join(scratch.home, ".claude"))).toBe(false);
      else expect(readFileSync(file, "utf8")).toBe(original);
    },
  );

  test("an invalid settings file is refused and not changed", async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const file = join(scratch.home, ".claude", "settings.json");
    mkdirSync(join(scratch.home, ".claude"));
    writeFileSync(file, '{"model": ');
    const ran = await pawl.run(["install"]);
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toContain(file);
    expect(ran.stderr.trim().split("\n")).toHaveLength(1);
    expect(readFileSync(file, "utf8")).toBe('{"model": ');
  });

  test("--dry-run --diff shows the difference without the token and writes nothing", async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const first = await pawl.run(["install", "--dry-run", "--diff"]);
    expect(first.stdout).toContain("+");
    expect(first.stdout).toContain("SessionStart");
    expect(existsSync(pawl.home)).toBe(false);
    // And if there is a token to show:
    await pawl.run(["up"]);
    const { stdout } = await pawl.run(["install", "--dry-run", "--diff"]);
    expect(stdout).toContain("SessionStart");
    expect(stdout).not.toContain(readFileSync(join(pawl.home, "hook-token"), "utf8").trim());
    expect(existsSync(join(scratch.home, ".claude"))).toBe(false);
  });

  test("a committed file gets no token", async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install", "--scope", "project"]);
    const text = readFileSync(join(scratch.project, ".claude", "settings.json"), "utf8");
    expect(text).toContain("SessionStart");
    expect(text).not.toContain("Bearer");
    await pawl.run(["install", "--scope", "local"]);
    expect(readFileSync(join(scratch.project, ".claude", "settings.local.json"), "utf8")).toContain("Bearer");
  });

  test("no event is registered that could delay the user", async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const { added } = await pawl.json<{ added: string[] }>(["install"]);
    for (const event of ["WorktreeCreate", "MessageDisplay", "PreModelSwitch", "Elicitation"]) {
      expect(added).not.toContain(event);
    }
    const settings = await Bun.file(join(scratch.home, ".claude", "settings.json")).json();
    const hooks = Object.values(settings.hooks as Record<string, { hooks: { timeout?: number }[] }[]>).flat();
    for (const {
      hooks: [hook],
    } of hooks)
      expect(hook?.timeout).toBeLessThanOrEqual(5);
  });
});

test("npm start without a terminal connects nothing and says how to", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  const ran = await pawl.run(["start"]);
  expect(ran.exitCode).toBe(0);
  expect(ran.stdout).toContain(`http://127.0.0.1:${pawl.port}/?code=`);
  expect(ran.stdout).toContain("pawl install");
  expect(existsSync(join(scratch.home, ".claude"))).toBe(false);
  expect((await pawl.run(["start", "--yes"])).stdout).toContain("Connected");
  expect(existsSync(join(scratch.home, ".claude", "settings.json"))).toBe(true);
  expect((await pawl.run(["start"])).stdout).toContain("Sessions are recorded");
});

describe("a wrong call", () => {
  test.each([
    [["nonsense"], "Unknown command: nonsense"],
    [["status", "--colour"], "Unknown option"],
    [["search"], "Missing search text. Usage: pawl search QUERY"],
    [["sessions", "--limit", "many"], "--limit"],
    [["install", "--scope", "world"], "--scope"],
    [["session"], "Missing session id"],
  ])("%p exits 2 and reports what is wrong", async (args, says) => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const ran = await pawl.run(args);
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toContain(says);
  });

  test("every command has help with an example", async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const { stdout } = await pawl.run(["help"]);
    const commands = [...stdout.matchAll(/^ {2}(\w+) /gm)].map(([, name = ""]) => name);
    expect(commands.length).toBeGreaterThan(10);
    const helps = await Promise.all(commands.map((name) => pawl.run([name, "--help"])));
    for (const help of helps)
      expect(help).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("Example:") });
  }, 180_000);
});
