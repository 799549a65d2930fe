/** The program itself, as it is called: what it prints and how it ends. Nothing here starts a daemon. */

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { homeAt } from "../../src/platform/paths.ts";
import { openStore } from "../../src/store/open.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { asked } from "../contract/fixtures.ts";
import { openProgram, type Program } from "./program.ts";

let program: Program;
beforeEach(async () => {
  program = await openProgram();
});
afterEach(() => program[Symbol.dispose]());

const pawl = (...args: string[]) => program.run(args);

describe("arguments", () => {
  test("one too many, an unknown option and an unknown command are said, and end with 2", async () => {
    for (const [args, words] of [
      [["sessions", "a", "b"], "Unexpected argument: a"],
      [["session", "a", "b"], "Unexpected argument: b"],
      [["sessions", "--nonsense"], "--nonsense"],
      [["sessions", "--limit", "-3"], "--limit must be a whole number of at least 1, not -3."],
      [["nonsense"], "Unknown command: nonsense"],
    ] as const) {
      const { exitCode, stderr } = await pawl(...args);
      expect({ args, exitCode, said: stderr.includes(words) }).toEqual({ args, exitCode: 2, said: true });
    }
  });

  test("a hook takes whatever the client gives it, and ends well", async () => {
    const { exitCode, stderr } = await pawl("hook", "stop", "more", "--from-tomorrow");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  });

  test("help names every command, and a command's own help its usage", async () => {
    const { stdout, exitCode } = await pawl("help");
    for (const name of ["start", "search", "forget", "doctor"]) expect(stdout).toContain(name);
    expect(exitCode).toBe(0);
    expect((await pawl("help", "search")).stdout).toContain("Usage: pawl search");
    expect((await pawl("search", "--help")).stdout).toContain("Usage: pawl search");
  });
});

describe("install", () => {
  test("a trial changes nothing, the first one connects, the second one says that it is connected already", async () => {
    const trial = (await pawl("install", "--dry-run")).stdout;
    expect(trial).toContain("Preview only.");
    expect(trial).not.toContain("To undo:");
    // A summary: which hooks, and how to see every line.
    expect(trial).toMatch(/SessionStart[\s\S]*--diff/);
    expect(trial).not.toContain("+++");
    expect((await pawl("install", "--dry-run", "--diff")).stdout).toMatch(/^\+.*SessionStart/m);
    const first = (await pawl("install")).stdout;
    expect(first).toMatch(/Connected: \d+ hooks in /);
    expect(first).toContain("To undo:");
    expect(first).not.toContain("Already connected");
    const second = (await pawl("install")).stdout;
    expect(second).toContain("Already connected");
    expect(second).not.toContain("To undo:");
  });

  test("another scope than the three is refused", async () => {
    expect(await pawl("install", "--scope", "team")).toMatchObject({ exitCode: 2 });
  });
});

describe("hooks list", () => {
  const configure = (command: string) => {
    const folder = join(program.project, ".claude");
    mkdirSync(folder, { recursive: true });
    const hooks = { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command }] }] };
    writeFileSync(join(folder, "pawl.json"), JSON.stringify({ hooks }));
  };

  test("a project's hook that was not allowed is said not to run, and what to do about it", async () => {
    configure("make lint");
    const { stdout } = await pawl("hooks", "list");
    expect(stdout).toContain("make lint");
    expect(stdout).toContain("not trusted, does not run");
    expect(stdout).toContain("1 hook that you have not allowed. Run pawl hooks trust.");
  });

  test("where there is nothing to allow nothing is said about it", async () => {
    const { stdout } = await pawl("hooks", "list");
    expect(stdout).toContain("No hooks of your own");
    expect(stdout).not.toContain("undefined");
    expect(stdout).not.toContain("trust");
  });
});

describe("restore", () => {
  /** A store in a home; with so many sessions. */
  async function fill(home: string, sessions: number): Promise<void> {
    const { database, dir } = homeAt(home);
    mkdirSync(dir, { recursive: true });
    const store = await openStore({ database });
    for (let i = 0; i < sessions; i++) await recordsIn(store).record(asked(`s${i}`, i + 1, `Task ${i}`));
    await store.close();
  }
  async function backup(): Promise<string> {
    const other = join(program.root, "other");
    await fill(other, 2);
    const file = join(program.root, "copy.db");
    const made = await program.run(["backup", file], { PAWL_HOME: other });
    expect(made.exitCode).toBe(0);
    return file;
  }

  test("onto one remembered session it asks first; with --yes the backup takes its place, which is kept aside", async () => {
    const file = await backup();
    await fill(program.pawlHome, 1);
    const refused = await pawl("restore", file);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain("This would replace 1 session.");
    const done = await pawl("restore", file, "--yes");
    expect(done.stdout).toContain("Restored 2 sessions.");
    expect(done.stdout).toContain("before-restore-");
  });

  test("onto nothing, or a store without sessions, it does not ask", async () => {
    const file = await backup();
    const { restored, ...fresh } = JSON.parse((await pawl("restore", file, "--json")).stdout);
    expect([restored, fresh]).toEqual([file, { sessions: 2, kept: null }]);
    const empty = join(program.root, "empty");
    await fill(empty, 0);
    const { stdout } = await program.run(["restore", file], { PAWL_HOME: empty });
    expect(stdout).toContain("Restored 2 sessions.");
  });
});

test("a broken package.json, tsconfig.json or bunfig.toml of the folder says nothing on stderr, and the folder is the one at hand", async () => {
  const { project, env } = program;
  for (const name of ["package.json", "tsconfig.json", "bunfig.toml"])
    writeFileSync(join(project, name), "{ [");
  const bin = join(import.meta.dir, "..", "..", "bin", "pawl");
  for (const args of [["context"], ["sessions"], ["status"]]) {
    const { stderr } = Bun.spawnSync([bin, ...args], { cwd: project, env });
    expect([args, stderr.toString()]).toEqual([args, ""]);
  }
  const { stdout } = Bun.spawnSync([bin, "context"], { cwd: project, env });
  expect(stdout.toString()).toContain(`Nothing recorded for ${project} yet.`);
});

describe("what happened", () => {
  test("pawl alone welcomes who has not started it, and creates nothing", async () => {
    const { stdout, exitCode } = await pawl();
    expect([exitCode, stdout.includes("start")]).toEqual([0, true]);
    expect((await pawl("status")).stdout).toContain("not connected");
    expect(existsSync(program.pawlHome)).toBe(false);
  });

  test("pawl alone shows today, else the last day with any activity; pawl day any day", async () => {
    const past = new Date(2026, 0, 15, 12).getTime();
    await program.stored((store) => recordsIn(store).record(asked("old", past, "Round the totals")));
    expect((await pawl()).stdout).toMatch(
      /Nothing recorded today\.[\s\S]*January 15, 2026[\s\S]*Round the totals/,
    );
    await program.stored((store) => recordsIn(store).record(asked("new", Date.now(), "Add the tax")));
    const today = (await pawl()).stdout;
    expect(today).toMatch(/^Today · [\s\S]*1 session \(1 running\)[\s\S]*Add the tax/);
    expect(today).not.toContain("Round the totals");
    expect((await pawl("day", "2026-01-15")).stdout).toContain("Round the totals");
    expect((await pawl("day", "2026-01-14")).stdout).toMatch(/Nothing recorded[\s\S]*day 2026-01-15/);
    const day = JSON.parse((await pawl("day", "2026-01-15", "--json")).stdout);
    expect(day).toMatchObject({
      day: "2026-01-15",
      projects: [{ asked: [{ at: new Date(past).toISOString() }] }],
    });
    expect(await pawl("day", "soon")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("Not a day: soon"),
    });
  });

  test("sessions since a day leave out what ended before it", async () => {
    await program.stored(async (store) => {
      await recordsIn(store).record(asked("old", Date.now() - 10 * 86_400_000, "Long ago"));
      await recordsIn(store).record(asked("new", Date.now(), "Just now"));
    });
    const { stdout } = await pawl("sessions", "--since", "3d");
    expect([stdout.includes("Just now"), stdout.includes("Long ago")]).toEqual([true, false]);
    expect((await pawl("sessions", "--since", "3d", "--client", "codex")).stdout).toContain(
      "No sessions match.",
    );
    expect((await pawl("sessions", "--json", "--since", "30d")).stdout).toContain("Long ago");
  });

  test("blame says what is known of a file, and that nothing is", async () => {
    expect((await pawl("blame", "src/app.ts")).stdout).toContain("Nothing recorded about src/app.ts");
    expect((await pawl("blame")).exitCode).toBe(2);
  });
});

test("a mistyped command or option is answered with the one that was meant", async () => {
  expect((await pawl("sesions")).stderr).toContain("Did you mean pawl sessions?");
  expect((await pawl("sessions", "--limt", "3")).stderr).toContain("Did you mean --limit?");
  expect((await pawl("xyzzy")).stderr).toContain("pawl help");
});
