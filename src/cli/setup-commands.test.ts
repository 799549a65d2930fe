/** `pawl install`, `uninstall` and `--purge` on folders of their own: what is written, taken back and kept. */

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openCli } from "../../test/cli-call.ts";
import { asked } from "../../test/contract/fixtures.ts";
import { memory } from "../../test/temp-store.ts";
import { CLIENT_NAMES } from "../clients/index.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";
import { backUpBeforePurge, purgePlan } from "./purge.ts";

let cli: Awaited<ReturnType<typeof openCli>>;
let settings: string;
beforeEach(async () => {
  cli = await openCli();
  settings = join(cli.root, "home", ".claude", "settings.json");
  mkdirSync(dirname(settings), { recursive: true });
});
afterEach(() => cli[Symbol.dispose]());

const ORIGINAL = '{\n  "model": "large"\n}\n';

describe("uninstall", () => {
  test("restores the settings as they were, to the byte, and keeps what was recorded", async () => {
    writeFileSync(settings, ORIGINAL);
    await cli.run("install");
    expect(readFileSync(settings, "utf8")).toContain("SessionStart");
    await cli.withStore((store) => recordsIn(store).record(asked("one", 1, "Keep me")));
    expect(shown(await cli.text("uninstall"))).toMatchInlineSnapshot(`
      "Removed <n> hooks from ~/home/.claude/settings.json.
      The file is byte for byte as it was before.
      Removed Pawl's MCP server from ~/home/.claude/.claude.json.
      Your data is still in ~/pawl (--purge deletes it)."
    `);
    expect(readFileSync(settings, "utf8")).toBe(ORIGINAL);
    expect(existsSync(cli.home.database)).toBe(true);
  });

  test("settings that changed meanwhile keep the change", async () => {
    writeFileSync(settings, ORIGINAL);
    await cli.run("install");
    writeFileSync(settings, readFileSync(settings, "utf8").replace('"large"', '"small"'));
    await cli.run("uninstall");
    expect(readFileSync(settings, "utf8")).toBe(ORIGINAL.replace("large", "small"));
  });

  test("a dry run says what would go and changes nothing", async () => {
    expect(shown(await cli.text("uninstall", "--dry-run"))).toMatchInlineSnapshot(`
      "Pawl's hooks are not installed in ~/home/.claude/settings.json.
      Nothing changed."
    `);
    await cli.run("install");
    const before = readFileSync(settings, "utf8");
    expect(shown(await cli.text("uninstall", "--dry-run"))).toMatchInlineSnapshot(`
      "Would remove <n> hooks from ~/home/.claude/settings.json.
      Nothing changed."
    `);
    const { dryRun, removed, purge } = await cli.json("uninstall", "--dry-run");
    expect({ dryRun, purge, some: (removed as string[]).length > 5 }).toEqual({
      dryRun: true,
      purge: null,
      some: true,
    });
    expect(readFileSync(settings, "utf8")).toBe(before);
  });

  test("where Pawl is not connected it says so, and a scope is one of three", async () => {
    expect(await cli.json("uninstall")).toMatchObject({ client: "claude-code", removed: [] });
    expect(await cli.json("uninstall", "--client", "all")).toMatchObject({
      clients: CLIENT_NAMES.map((client) => ({ client })),
    });
    expect((await cli.run("uninstall", "--scope", "team")).exitCode).toBe(2);
  });

  test("who has connected one client hears nothing of the others", async () => {
    await cli.run("install", "--client", "codex");
    for (const args of [["--dry-run"], []])
      expect(await cli.text("uninstall", ...args)).not.toMatch(/claude|gemini|copilot|opencode/i);
  });

  test("from a project's own settings only", async () => {
    await cli.run("install");
    await cli.run("install", "--scope", "local");
    const local = join(cli.project, ".claude", "settings.local.json");
    expect(existsSync(local)).toBe(true);
    expect(await cli.json("uninstall", "--scope", "local")).toMatchObject({
      file: local,
      mcp: { removed: false },
    });
    expect(existsSync(local)).toBe(false);
    expect(readFileSync(settings, "utf8")).toContain("SessionStart");
  });
});

describe("purge", () => {
  const fill = () =>
    cli.withStore(async (store) => {
      await recordsIn(store).record(asked("one", 1, "Forget me", { project: cli.project, cwd: cli.project }));
      await memoriesIn(store).saveMemory(memory("project://a", "One."));
    });

  test("names all that goes; nothing goes without a word of the user's", async () => {
    await fill();
    await cli.run("install");
    await cli.run("install", "--scope", "local");
    const plan = (await cli.json("uninstall", "--purge", "--dry-run")).purge as Record<string, unknown>;
    expect(plan).toMatchObject({ home: cli.home.dir, sessions: 1, memories: 1, kept: [] });
    expect(plan.settings).toContain(join(cli.project, ".claude", "settings.local.json"));
    expect(Number(plan.bytes)).toBeGreaterThan(1000);
    expect(shown(await cli.text("uninstall", "--purge", "--dry-run"))).toContain("1 session, 1 memory");
    for (const more of [[], ["--json"]])
      expect((await cli.run("uninstall", "--purge", ...more)).exitCode).toBe(1);
    expect(existsSync(cli.home.database)).toBe(true);
  });

  test("takes everything: the home, the hooks in every settings file, the server", async () => {
    await fill();
    await cli.run("install");
    await cli.run("install", "--scope", "local");
    expect((await cli.run("uninstall", "--purge", "--yes")).exitCode).toBe(0);
    expect(existsSync(cli.home.dir)).toBe(false);
    expect(existsSync(join(cli.project, ".claude", "settings.local.json"))).toBe(false);
    const left = readdirSync(join(cli.root, "home"), { recursive: true, encoding: "utf8" });
    for (const name of left.filter((one) => /\.json$/.test(one)))
      expect(readFileSync(join(cli.root, "home", name), "utf8")).not.toContain("pawl");
  });

  test("a backup that the user asked for stays, and only it", async () => {
    await fill();
    const kept = join(cli.home.dir, "safe", "mine.db");
    mkdirSync(dirname(kept), { recursive: true });
    await cli.run("backup", kept);
    expect((await purgePlan(cli.home)).kept).toEqual([kept]);
    const { stdout } = await cli.run("uninstall", "--purge", "--yes");
    expect(stdout).toContain(kept);
    expect(readdirSync(cli.home.dir, { recursive: true, encoding: "utf8" }).sort()).toEqual([
      "safe",
      "safe/mine.db",
    ]);
  });

  test("a home without a database, or with a broken one, can be left too", async () => {
    expect(await purgePlan(cli.home)).toMatchObject({ sessions: 0, memories: 0 });
    writeFileSync(
      cli.home.database,
      "this is no database, and long enough to be looked at as one".repeat(20),
    );
    expect(await purgePlan(cli.home)).toMatchObject({ sessions: 0, memories: 0 });
  });

  test("a home that holds the user's own folders is never deleted", async () => {
    process.env.PAWL_HOME = cli.root;
    expect((await cli.run("uninstall", "--purge", "--yes")).exitCode).toBe(1);
    process.env.PAWL_HOME = join(cli.root, "home");
    expect((await cli.run("uninstall", "--purge", "--yes")).exitCode).toBe(1);
    expect(existsSync(settings.replace("settings.json", ""))).toBe(true);
  });

  test("the backup before it takes a name that is free, and removes what a killed one left", async () => {
    await fill();
    const day = new Date(Date.UTC(2026, 0, 15));
    const first = await backUpBeforePurge(cli.home, day);
    const killed = Bun.spawnSync(["true"]).pid;
    const left = join(cli.root, "home", `.pawl-backup-2026-01-15.db.${killed}-${crypto.randomUUID()}.tmp`);
    writeFileSync(left, "half a backup");
    const second = await backUpBeforePurge(cli.home, day);
    expect(existsSync(left)).toBe(false);
    expect([first, second].map((file) => file.replace(cli.root, "~"))).toMatchInlineSnapshot(`
      [
        "~/home/pawl-backup-2026-01-15.db",
        "~/home/pawl-backup-2026-01-15-2.db",
      ]
    `);
    expect(existsSync(second)).toBe(true);
  });
});

const shown = (text: string) => text.replace(/\d+ hooks/g, "<n> hooks");
