import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeAt } from "../platform/paths.ts";
import { findOldHooks, projectSource, readConfig } from "./config/read.ts";
import { updateGateIndex } from "./gates.ts";
import { HookLoader, indexGates } from "./project-hooks.ts";
import { TrustStore, trustFile } from "./trust.ts";

let root: string;
let project: string;
let book: TrustStore;
let loader: HookLoader;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "pawl-loader-")));
  project = join(root, "project");
  const home = homeAt(join(root, "home"));
  await mkdir(join(project, ".claude"), { recursive: true });
  await mkdir(home.dir);
  book = new TrustStore(trustFile(home.dir));
  loader = new HookLoader(home, book);
});

afterEach(() => rm(root, { recursive: true, force: true }));

const prompt = (text: string) => ({ hooks: { Stop: [{ hooks: [{ type: "prompt", prompt: text }] }] } });
const names = async () =>
  (await loader.load(project)).hooks.map(({ action }) => action.type === "prompt" && action.prompt);
const writeProject = (value: unknown) => writeFile(join(project, ".claude/pawl.json"), JSON.stringify(value));
const writeUser = (value: unknown) => writeFile(join(root, "home/config.json"), JSON.stringify(value));

async function trust(): Promise<void> {
  const { config, text } = readConfig(projectSource(project));
  book.trust(project, book.pins(project, text ?? "", config.hooks), 1, text);
}

test("nothing is in use until the user writes a hook or trusts a project's; then it stays so", async () => {
  await writeProject(prompt("theirs"));
  expect(loader.isUnused()).toBe(true);
  await writeUser(prompt("mine"));
  expect(loader.isUnused()).toBe(false);
  await rm(join(root, "home/config.json"));
  expect(loader.isUnused()).toBe(false);
});

test("without files there are no hooks", async () => {
  const { hooks, trust, findings } = await loader.load(project);
  expect({ hooks, trust, findings }).toEqual({ hooks: [], trust: { state: "empty" }, findings: [] });
});

describe("a project's hooks", () => {
  test("do not run until they are trusted; the user's do", async () => {
    await writeUser(prompt("mine"));
    await writeProject(prompt("theirs"));
    expect(await names()).toEqual(["mine"]);
    expect(await loader.load(project)).toMatchObject({
      trust: { state: "unknown" },
      projectHooks: [{ event: "Stop" }],
    });
    await trust();
    expect(await names()).toEqual(["mine", "theirs"]);
  });

  test("stop running when they change, until they are trusted again", async () => {
    await writeProject(prompt("theirs"));
    await trust();
    expect(await names()).toEqual(["theirs"]);
    await writeProject(prompt("other"));
    expect(await names()).toEqual([]);
    expect((await loader.load(project)).trust).toEqual({ state: "changed", changes: [".claude/pawl.json"] });
    await trust();
    expect(await names()).toEqual(["other"]);
  });
});

test("S2.14 findings of both files are there, and the good entries too", async () => {
  await writeUser({ locael: "en", ...prompt("mine") });
  await writeProject({ hooks: { Stopp: [] } });
  const { findings, hooks } = await loader.load(project);
  expect(findings.map(({ path }) => path)).toEqual(["locael", "hooks.Stopp"]);
  expect(hooks).toHaveLength(1);
});

test("a file that cannot be read is a finding", async () => {
  await mkdir(join(project, ".claude/pawl.json"));
  const { findings } = await loader.load(project);
  expect(findings).toMatchObject([{ message: expect.stringMatching(/^Expected a readable file/) }]);
});

test("S2.12 S2.13 a project's .claude/hooks.json is a warning and nothing else", async () => {
  expect(findOldHooks(project)).toBeUndefined();
  await writeFile(join(project, ".claude/hooks.json"), JSON.stringify(prompt("old")));
  expect(findOldHooks(project)).toMatchObject({
    level: "warning",
    message: expect.stringContaining("pawl hooks migrate"),
  });
  expect(await names()).toEqual([]);
});

describe("a gate of the user's own", () => {
  const gate = (script: string) => ({
    hooks: { PreToolUse: [{ hooks: [{ type: "script", script, onError: "deny" }] }] },
    hookScriptPaths: ["./hooks"],
  });
  const write = async (name: string, text: string) => {
    await mkdir(join(root, "home", "hooks"), { recursive: true });
    await writeFile(join(root, "home", "hooks", name), text);
  };
  const look = async () => {
    const { hooks, shut } = await loader.load(project);
    return { hooks: hooks.length, why: shut.map(({ why }) => why) };
  };
  const allow = async () =>
    book.trustUserFiles(
      (await loader.load(project)).shut.flatMap(({ gates }) => gates),
      project,
    );

  test("is shut when its script, or what that imports, is changed, until the user has looked", async () => {
    await write("gate.ts", 'import { no } from "./no";\nexport default no;\n');
    await write("no.ts", 'export const no = () => ({ decision: "block" });\n');
    await writeUser(gate("./hooks/gate.ts"));
    expect(await look()).toEqual({ hooks: 1, why: [] });
    await write("no.ts", "export const no = () => ({});\n");
    const shut = await look();
    expect(shut.hooks).toBe(0);
    expect(shut.why[0]).toMatch(/no\.ts changed since this gate was last allowed.*pawl hooks trust --user/);
    // A new process, and a record that was destroyed in this one, know it as well.
    book = new TrustStore(trustFile(join(root, "home")));
    loader = new HookLoader(homeAt(join(root, "home")), book);
    expect((await look()).hooks).toBe(0);
    await writeFile(trustFile(join(root, "home")), "{");
    expect((await look()).hooks).toBe(0);
    await allow();
    expect(await look()).toEqual({ hooks: 1, why: [] });
  });

  test("that is added later is pinned when it is first seen; hooks that are no gates are free to change", async () => {
    await write("a.ts", "export default () => ({});\n");
    const plain = gate("./hooks/a.ts");
    plain.hooks.PreToolUse[0]?.hooks.map((hook) => Object.assign(hook, { onError: "allow" }));
    await writeUser(plain);
    expect((await look()).hooks).toBe(1);
    await write("a.ts", "export default () => ({ continue: true });\n");
    expect((await look()).hooks).toBe(1);
    await writeUser(gate("./hooks/a.ts"));
    expect((await look()).hooks).toBe(1);
    await write("a.ts", "export default () => undefined;\n");
    expect((await look()).hooks).toBe(0);
  });
});

describe("a gate of the user's own configuration", () => {
  const gate = (matcher: string, command: string, more = {}) => ({
    hooks: { PreToolUse: [{ matcher, hooks: [{ type: "command", command, onError: "deny", ...more }] }] },
  });
  const home = () => homeAt(join(root, "home"));
  const shut = async () => (await loader.load(project)).shut.flatMap(({ gates }) => gates);

  beforeEach(async () => {
    loader = new HookLoader(home(), book, ({ hooks }) => {
      updateGateIndex({ home: home(), trust: book, user: { hooks, permissions: { deny: [], ask: [] } } });
    });
    await writeUser(gate("Bash", "judge"));
    expect(await shut()).toEqual([]);
  });

  test.each<[string, unknown]>([
    ["is deleted", {}],
    ["lets failures pass", gate("Bash", "judge", { onError: "allow" })],
    ["matches less", gate("Bash && agent_id", "judge")],
    ["runs something else", gate("Bash", "true")],
    ["runs once", gate("Bash", "judge", { once: true })],
    ["has an if", gate("Bash", "judge", { if: "Bash(git *)" })],
    ["is switched off", gate("Bash", "judge", { enabled: false })],
  ])("that %s stays shut until a person agrees", async (_, changed) => {
    await writeUser(changed);
    expect(await shut()).toMatchObject([{ matcher: "Bash" }]);
    // Also for a program that starts later.
    loader = new HookLoader(home(), book);
    expect(await shut()).toMatchObject([{ matcher: "Bash" }]);
    await indexGates(home(), book, { force: true });
    expect(await shut()).toEqual([]);
  });

  test("gets others beside it at once", async () => {
    const { hooks } = gate("Bash", "judge");
    await writeUser({
      hooks: { PreToolUse: [...gate("Write", "look").hooks.PreToolUse, ...hooks.PreToolUse] },
    });
    const { shut: refused, hooks: asked } = await loader.load(project);
    expect(refused).toEqual([]);
    expect(asked.map(({ matcher }) => matcher)).toEqual(["Write", "Bash"]);
  });

  test("that is restored, moved or described otherwise is asked as before", async () => {
    await writeUser({});
    expect(await shut()).toHaveLength(1);
    await writeUser(gate("Bash", "judge", { description: "Mine" }));
    expect(await shut()).toEqual([]);
  });
});
