import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { mkdir, mkdtemp, readdir, realpath, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseConfig, projectSource } from "./config/read.ts";
import { CONFIG_PIN, TrustStore, trustFile } from "./trust.ts";

let root: string;
let project: string;
let book: TrustStore;
let text: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "pawl-trust-")));
  project = join(root, "project");
  book = new TrustStore(trustFile(join(root, "home")));
  await mkdir(join(project, "hooks"), { recursive: true });
  await writeFile(join(project, "hooks/gate.ts"), 'import { x } from "./part"; export default () => x;');
  await writeFile(join(project, "hooks/part.ts"), "export const x = {};");
  await writeFile(join(project, "run.sh"), "echo hi");
  text = JSON.stringify({
    hooks: {
      PreToolUse: [
        {
          hooks: [
            { type: "script", script: "./hooks/gate.ts" },
            { type: "command", command: "sh ./run.sh $FILE && bin/later -x" },
            { type: "prompt", prompt: "be careful" },
          ],
        },
      ],
    },
  });
});

afterEach(() => rm(root, { recursive: true, force: true }));

function look() {
  const { hooks } = parseConfig(text, projectSource(project)).config;
  const pins = book.pins(project, text, hooks);
  return { pins, state: book.state(project, hooks, pins) };
}

const trust = () => book.trust(project, look().pins, 1, text);

test("the configuration, its scripts with their imports, and files that its commands name are pinned", () => {
  const { pins, state } = look();
  expect(Object.keys(pins).sort()).toEqual([
    ".claude/pawl.json",
    "bin/later",
    "hooks/gate.ts",
    "hooks/part.ts",
    "run.sh",
  ]);
  expect(pins["bin/later"]).toBe("missing");
  expect(state).toEqual({ state: "unknown" });
});

test("of a configuration that was damaged only that is named, not the scripts that it no longer names", () => {
  trust();
  text = "{ damaged";
  expect(look().state).toEqual({ state: "changed", changes: [".claude/pawl.json"] });
});

test("what the user said yes to is trusted, also by another program that reads the file", () => {
  trust();
  expect(look().state).toEqual({ state: "trusted" });
  book = new TrustStore(trustFile(join(root, "home")));
  expect(look().state).toEqual({ state: "trusted" });
});

describe("a change asks again", () => {
  test.each<[string, () => Promise<unknown>]>([
    [
      "hooks/gate.ts",
      () =>
        writeFile(join(project, "hooks/gate.ts"), 'import { x } from "./part"; export default () => [x];'),
    ],
    ["hooks/part.ts", () => writeFile(join(project, "hooks/part.ts"), "export const x = { evil: 1 };")],
    ["run.sh", () => writeFile(join(project, "run.sh"), "echo no")],
    ["run.sh", () => rm(join(project, "run.sh"))],
  ])("of %s", async (name, change) => {
    trust();
    await change();
    expect(look().state).toEqual({ state: "changed", changes: [name] });
  });

  test("of the configuration, and back again is trusted again", () => {
    trust();
    const before = text;
    text = text.replace("be careful", "be reckless");
    expect(look().state).toEqual({ state: "changed", changes: [".claude/pawl.json"] });
    text = before;
    expect(look().state).toEqual({ state: "trusted" });
  });

  test("and so does a file that was missing and appears", async () => {
    trust();
    await mkdir(join(project, "bin"));
    await writeFile(join(project, "bin/later"), "evil");
    expect(look().state).toEqual({ state: "changed", changes: ["bin/later"] });
  });
});

test("without hooks there is nothing to trust", () => {
  text = '{ "locale": "en" }';
  expect(look().state).toEqual({ state: "empty" });
});

test("a project is known by its real path, and trust can be taken back", async () => {
  trust();
  await symlink(project, join(root, "link"));
  const { hooks } = parseConfig(text, projectSource(project)).config;
  expect(book.state(join(root, "link"), hooks, look().pins)).toEqual({ state: "trusted" });
  book.revoke(project);
  expect(look().state).toEqual({ state: "unknown" });
});

test("the file is the user's alone, written whole, and keeps other projects", async () => {
  book.trust(join(root, "other"), { a: "b" }, 1, undefined);
  trust();
  const file = trustFile(join(root, "home"));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(root, "home"))).toEqual(["trust.json"]);
  expect(Object.keys((await Bun.file(file).json()).projects)).toEqual([join(root, "other"), project]);
});

test.each(["", "{", '{"version":2}', '{"version":1,"projects":{"x":{"pins":3}}}'])(
  "a damaged file (%j) says yes to nothing",
  async (content) => {
    trust();
    await writeFile(trustFile(join(root, "home")), content);
    expect(look().state).toEqual({ state: "unknown" });
    trust();
    expect(look().state).toEqual({ state: "trusted" });
  },
);

test("a configuration written to break the check costs itself only", async () => {
  const hostile = ["README.md/x run", "a\u0000/b", `${"x/".repeat(3000)}y`];
  await writeFile(join(project, "README.md"), "x");
  const text = JSON.stringify({
    hooks: {
      Stop: [
        {
          hooks: [
            ...hostile.map((command) => ({ type: "command", command })),
            ...hostile.map((name) => ({ type: "script", script: `./hooks/${name}.ts` })),
          ],
        },
      ],
    },
  });
  const { hooks } = parseConfig(text, projectSource(project)).config;
  expect(hooks).toHaveLength(6);
  expect(Object.keys(book.pins(project, text, hooks))).toContain(CONFIG_PIN);
});

test("a file that was changed in place is noticed, its size and its time of change being the same", async () => {
  const file = join(project, "run.sh");
  const before = statSync(file);
  const trusted = look().pins;
  // Its inode's own time is the one that nobody can set; it only has to have moved on by a tick of the clock.
  do {
    await writeFile(file, "echo ho");
    await utimes(file, before.atimeMs / 1000, before.mtimeMs / 1000);
  } while (statSync(file).ctimeMs === before.ctimeMs);
  expect(statSync(file)).toMatchObject({ ino: before.ino, size: before.size });
  expect(look().pins["run.sh"]).not.toBe(trusted["run.sh"]);
});
