import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bun, openScratch, repository, type Scratch } from "./real-client.ts";
import { createRecordingProgram, plantTraps } from "./recording-program.ts";

let scratch: Scratch;
let plugin: string;
beforeEach(() => {
  scratch = openScratch();
  plugin = join(scratch.home, "the cache", "pawl");
  cpSync(join(repository, "plugin"), plugin, { recursive: true });
});
afterEach(() => scratch.remove());

async function launch(
  args: string[],
  options: { path?: string; env?: Record<string, string>; via?: string } = {},
) {
  const launcher = options.via ?? join(plugin, "bin", "pawl");
  const child = Bun.spawn(["sh", launcher, ...args], {
    cwd: scratch.project,
    env: { HOME: scratch.home, PATH: `${options.path ?? ""}:/usr/bin:/bin`, ...options.env },
    stdin: Buffer.from('{"hook_event_name":"Stop"}'),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}

function writeProgram(home: string, packageDir: string) {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "program"), `${bun}\n${packageDir}\n`);
  return createRecordingProgram(packageDir);
}

test("without a program a hook answers an empty object, and the session start says what to do", async () => {
  expect(await launch(["hook", "observation"])).toEqual({ out: "{}\n", err: "", code: 0 });
  expect(await launch(["hook", "context"])).toEqual({ out: "{}\n", err: "", code: 0 });
  const { out, code } = await launch(["hook", "user-message"]);
  expect(code).toBe(0);
  expect(JSON.parse(out).systemMessage).toContain("npm install");
});

test("without a program any other command fails and says what to do", async () => {
  const { code, err } = await launch(["search", "x"]);
  expect(code).toBe(1);
  expect(err).toContain("npm install");
});

test("the program saved by pawl up comes first; hooks start in its folder, commands in the project's", async () => {
  const packageDir = join(scratch.home, "a $b package");
  const program = writeProgram(join(scratch.home, ".pawl"), packageDir);
  const traps = plantTraps(scratch.project);
  expect(await launch(["hook", "observation"])).toMatchObject({ code: 0, err: "" });
  expect(await launch(["search", "two words", "--json"])).toMatchObject({ code: 0, err: "" });
  expect(program.calls()).toEqual([
    { args: ["observation"], cwd: join(packageDir, "src", "cli", "hook"), event: "Stop" },
    { args: ["search", "two words", "--json"], cwd: scratch.project },
  ]);
  expect(traps.sprung()).toBe(false);
});

test("it looks in PAWL_HOME", async () => {
  const home = join(scratch.home, "elsewhere");
  const program = writeProgram(home, join(scratch.home, "package"));
  await launch(["hook", "summarize"], { env: { PAWL_HOME: home } });
  expect(program.calls().length).toBe(1);
});

test("a program that no longer exists is skipped silently", async () => {
  mkdirSync(join(scratch.home, ".pawl"));
  writeFileSync(join(scratch.home, ".pawl", "program"), "/gone/bun\n/gone\n");
  expect(await launch(["hook", "observation"])).toEqual({ out: "{}\n", err: "", code: 0 });
});

test("the checkout around the plugin comes second, even if the plugin's folder is a link", async () => {
  const checkout = join(scratch.home, "checkout");
  const program = createRecordingProgram(checkout);
  cpSync(plugin, join(checkout, "plugin"), { recursive: true });
  mkdirSync(join(checkout, "node_modules", "bun", "bin"), { recursive: true });
  symlinkSync(bun, join(checkout, "node_modules", "bun", "bin", "bun.exe"));
  const link = join(scratch.home, "link");
  symlinkSync(join(checkout, "plugin"), link);
  await launch(["hook", "observation"], { via: join(link, "bin", "pawl") });
  expect(program.calls().length).toBe(1);
});

test("a checkout that was installed without scripts runs Bun from its platform's package, not the placeholder", async () => {
  const checkout = join(scratch.home, "checkout");
  const program = createRecordingProgram(checkout);
  cpSync(plugin, join(checkout, "plugin"), { recursive: true });
  const placeholder = join(checkout, "node_modules", "bun", "bin", "bun.exe");
  mkdirSync(dirname(placeholder), { recursive: true });
  writeFileSync(placeholder, 'echo "placeholder" >&2\nexit 1\n');
  chmodSync(placeholder, 0o755);
  const platform = join(checkout, "node_modules", "@oven", "bun-this-machine", "bin");
  mkdirSync(platform, { recursive: true });
  symlinkSync(bun, join(platform, "bun"));
  const ran = await launch(["hook", "observation"], { via: join(checkout, "plugin", "bin", "pawl") });
  expect(ran).toMatchObject({ code: 0, err: "" });
  expect(program.calls().length).toBe(1);
});

test("a pawl on the PATH comes last, and the plugin's own launcher there does not call itself", async () => {
  const bin = join(scratch.home, "my bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "pawl"), '#!/bin/sh\necho "found $*"\n');
  chmodSync(join(bin, "pawl"), 0o755);
  const own = join(plugin, "bin");
  expect((await launch(["hook", "context"], { path: `${own}:${bin}` })).out).toBe("found hook context\n");
  expect((await launch(["hook", "context"], { path: own })).out).toBe("{}\n");
});
