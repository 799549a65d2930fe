import { afterEach, beforeEach, expect, test } from "bun:test";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { HOOK_EVENTS } from "../../src/clients/claude-code/events.ts";
import { PAWL_EVENTS } from "../../src/clients/index.ts";
import {
  bun,
  hasClient,
  openModel,
  openScratch,
  repository,
  runClaude,
  type Scratch,
} from "./real-client.ts";
import { createRecordingProgram, plantTraps } from "./recording-program.ts";

const plugin = join(repository, "plugin");
const hooksFile = await Bun.file(join(plugin, "hooks", "hooks.json")).json();
const schemaFile = await Bun.file(join(plugin, "hooks", hooksFile.$schema)).json();
const MINUTE = 60_000;

let scratch: Scratch;
beforeEach(() => {
  scratch = openScratch();
});
afterEach(() => scratch.remove());

/** The marketplace as in a checkout, without the rest of the repository. */
function copyMarketplace(): string {
  const dir = join(scratch.home, "checkout");
  cpSync(join(repository, ".claude-plugin"), join(dir, ".claude-plugin"), { recursive: true });
  cpSync(plugin, join(dir, "plugin"), { recursive: true });
  return dir;
}

test.skipIf(!hasClient)(
  "the client's validator accepts the plugin and the marketplace",
  async () => {
    const dir = copyMarketplace();
    for (const target of [join(dir, "plugin"), dir]) {
      const { code, output } = await runClaude(scratch, ["plugin", "validate", target, "--strict"]);
      expect(output).toContain("Validation passed");
      expect(code).toBe(0);
    }
  },
  MINUTE,
);

test.skipIf(!hasClient)(
  "S1.20 S4.2 installed from the marketplace, offline, its hooks reach the program saved by pawl up",
  async () => {
    const added = await runClaude(scratch, ["plugin", "marketplace", "add", copyMarketplace()]);
    expect({ code: added.code, output: added.output }).toMatchObject({ code: 0 });
    const installed = await runClaude(scratch, ["plugin", "install", "pawl@pawl"]);
    expect({ code: installed.code, output: installed.output }).toMatchObject({ code: 0 });

    const packageDir = join(scratch.home, "a package");
    const program = createRecordingProgram(packageDir);
    mkdirSync(join(scratch.home, ".pawl"));
    writeFileSync(join(scratch.home, ".pawl", "program"), `${bun}\n${packageDir}\n`);
    const traps = plantTraps(scratch.project);
    const model = openModel();
    const session = await runClaude(scratch, ["-p", "hello"], model.env);
    model.close();

    expect(session.output).toContain("ok");
    const calls = program.calls();
    // The client also starts the plugin's MCP server, any number of times.
    expect(calls.some(({ args }) => args.includes("mcp"))).toBe(true);
    const hooks = calls.filter(({ args }) => !args.includes("mcp"));
    expect(hooks.map(({ event, args }) => `${event} ${args}`).sort()).toEqual([
      "SessionEnd session-end",
      "SessionStart context",
      "SessionStart user-message",
      "Stop summarize",
      "UserPromptSubmit session-init",
    ]);
    expect(calls.filter(({ secret }) => secret !== undefined)).toEqual([]);
    expect(traps.sprung()).toBe(false);
  },
  MINUTE,
);

test("the plugin sends the events that pawl install sends", () => {
  expect(Object.keys(hooksFile.hooks).sort()).toEqual([...PAWL_EVENTS].sort());
});

test("S0.14 the schema that hooks.json names is shipped with it, validates it, and rejects errors", () => {
  const schema = z.fromJSONSchema(schemaFile);
  expect(schema.safeParse(hooksFile).error).toBeUndefined();
  const mistakes = [
    {},
    { hooks: { SessionBegin: [] } },
    { hooks: { Stop: [{ hooks: [{ type: "script", path: "a.ts" }] }] } },
    { hooks: { Stop: [{ hooks: [{ type: "command" }] }] } },
    { hooks: { Stop: { hooks: [] } } },
  ];
  expect(mistakes.filter((mistake) => schema.safeParse(mistake).success)).toEqual([]);
});

test("the schema has every event of the protocol and no other", () => {
  expect(Object.keys(schemaFile.properties.hooks.properties)).toEqual([...HOOK_EVENTS]);
});

test("S0.2 S3.14 S4.2 the plugin's hooks: SessionStart first, PreCompact second, each with a timeout", () => {
  expect(Object.keys(hooksFile.hooks).slice(0, 2)).toEqual(["SessionStart", "PreCompact"]);
  expect(hooksFile.hooks.SessionStart[0].matcher).toBe("startup|resume|clear|compact|fork");
  for (const [group] of Object.values<{ hooks: { command: string; timeout: number }[] }[]>(hooksFile.hooks)) {
    for (const hook of group?.hooks ?? []) {
      expect(hook.timeout).toBeLessThanOrEqual(5);
      expect(hook.command).toMatch(
        /^\[ -x ("\$\{CLAUDE_PLUGIN_ROOT\}\/bin\/pawl") \] && exec \1 hook [a-z-]+(?: --gate)?; exit 0$/,
      );
    }
  }
});

test("S0.15 every entry of the plugin's hooks has a description", () => {
  for (const [group] of Object.values<{ description?: string }[]>(hooksFile.hooks)) {
    expect(group?.description).toMatch(/^[A-Z].+\.$/);
  }
});

test("the plugin and the package have the same version", async () => {
  const manifest = await Bun.file(join(plugin, ".claude-plugin", "plugin.json")).json();
  expect(manifest.version).toBe((await Bun.file(join(repository, "package.json")).json()).version);
});
