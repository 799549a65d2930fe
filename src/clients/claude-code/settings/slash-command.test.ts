import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openCli } from "../../../../test/cli-call.ts";
import { connections } from "../../setups.ts";
import { hasPlugin } from "./plugin.ts";
import { installSlashCommand, uninstallSlashCommand } from "./slash-command.ts";

describe("the slash command", () => {
  let dir: string;
  let file: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "pawl-slash-"));
    file = join(dir, "commands", "pawl", "workflow.md");
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  test("is written once, readable by all, with the program's own name", () => {
    expect(installSlashCommand(dir, "/opt/pawl")).toBe(true);
    const text = readFileSync(file, "utf8");
    expect(text).toContain("/opt/pawl workflow");
    expect(text).not.toContain("mcp__plugin_pawl_pawl__");
    expect(statSync(file).mode & 0o777).toBe(0o644);
    expect(installSlashCommand(dir, "/opt/pawl")).toBe(false);
    expect(installSlashCommand(dir, "pawl")).toBe(true);
  });

  test("goes with the folders that were made for it, and leaves others' commands", () => {
    installSlashCommand(dir, "pawl");
    expect(uninstallSlashCommand(dir)).toBe(true);
    expect([existsSync(join(dir, "commands")), existsSync(dir)]).toEqual([false, true]);
    expect(uninstallSlashCommand(dir)).toBe(false);
    installSlashCommand(dir, "pawl");
    writeFileSync(join(dir, "commands", "mine.md"), "mine");
    uninstallSlashCommand(dir);
    expect([existsSync(dirname(file)), existsSync(join(dir, "commands", "mine.md"))]).toEqual([false, true]);
  });

  test("somebody else's of the same name stays as it is", () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "mine");
    expect([installSlashCommand(dir, "pawl"), uninstallSlashCommand(dir)]).toEqual([false, false]);
    expect(readFileSync(file, "utf8")).toBe("mine");
  });
});

describe("what Pawl is connected to", () => {
  let cli: Awaited<ReturnType<typeof openCli>>;
  beforeEach(async () => {
    cli = await openCli();
  });
  afterEach(() => cli[Symbol.dispose]());
  const settings = (value: unknown) => {
    const file = join(cli.root, "home", ".claude", "settings.json");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));
  };
  const claude = () => connections(cli.project)[0];

  test("the plugin counts where it is switched on or was seen, and not where it is switched off", () => {
    expect(hasPlugin()).toBe(false);
    for (const [value, has] of [
      [{ enabledPlugins: { "pawl@store": true } }, true],
      [{ enabledPlugins: { "pawl@store": false } }, false],
      [{ enabledPlugins: { "other@store": true } }, false],
      [{ enabledPlugins: ["pawl@store"] }, false],
      ["{ broken", false],
    ] as const) {
      settings(value);
      expect([value, hasPlugin()]).toEqual([value, has]);
    }
    const plugin = join(cli.root, "plugin");
    writeFileSync(cli.home.plugin, `${plugin}\n`);
    expect(hasPlugin()).toBe(false);
    mkdirSync(join(plugin, "hooks"), { recursive: true });
    writeFileSync(join(plugin, "hooks", "hooks.json"), "{}");
    expect(hasPlugin()).toBe(true);
    expect(claude()).toMatchObject({ isConnected: true, by: "plugin" });
  });

  test("hooks in a settings file count, a file that is no JSON does not", async () => {
    expect(claude()).toMatchObject({ client: "claude-code", isConnected: false });
    expect(claude()).not.toHaveProperty("by");
    settings("{ broken");
    expect(claude()).toMatchObject({ isConnected: false, isInstalled: true });
    settings({});
    expect(claude()).toMatchObject({ isConnected: false });
    await cli.run("install", "--scope", "local");
    expect(claude()).toMatchObject({
      isConnected: true,
      by: { file: join(cli.project, ".claude", "settings.local.json") },
    });
    expect(connections(cli.project)[1]).toMatchObject({ client: "codex", isConnected: false });
    await cli.run("install", "--client", "codex");
    expect(connections(cli.project)[1]).toMatchObject({
      isConnected: true,
      by: { file: join(cli.root, "home", ".codex", "hooks.json") },
    });
  });
});
