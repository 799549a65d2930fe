import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asOrdinaryUser } from "../../../test/as-ordinary-user.ts";
import { installedHooks } from "../claude-code/settings/hooks.ts";
import { setup } from "../claude-code/setup.ts";
import { jsonHooks } from "./edit.ts";
import type { SettingsScope } from "./entries.ts";
import { install as installIn, uninstall as uninstallFrom } from "./install.ts";

let dir: string;
let file: string;
let installsDir: string;
const posix = process.platform !== "win32";

beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "pawl-settings-")));
  file = join(dir, ".claude", "settings.json");
  installsDir = join(dir, "home", "installs");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function entries(port = 47_100, scope: SettingsScope = "user") {
  return installedHooks({
    launcher: "/home/me/.pawl/hook",
    port,
    hookToken: "t0ken",
    scope,
  });
}

function install(options: { port?: number; scope?: SettingsScope; dryRun?: boolean } = {}) {
  return installEntries(entries(options.port, options.scope), options.dryRun);
}

function installEntries(wanted: ReturnType<typeof entries>, dryRun = false) {
  const isPrivate = wanted.some(({ hook }) => hook.type === "http");
  const { report, ...done } = installIn({ file, installsDir, edit: jsonHooks, wanted, dryRun, isPrivate });
  return { ...done, ...report };
}

const uninstall = () => uninstallFrom(file, jsonHooks, installsDir);

function write(text: string | Uint8Array, mode = 0o600) {
  mkdirSync(join(dir, ".claude"), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
}

const read = () => readFileSync(file, "utf8");
const modeOf = (path: string) => statSync(path).mode & 0o777;

test("where there was no file, uninstalling takes it and the folder away", () => {
  const result = install();
  expect(result).toMatchObject({ file, changed: true, tightened: false, unchanged: [] });
  expect(result.added[0]).toBe("SessionStart");
  if (posix) expect(modeOf(file)).toBe(0o600);
  expect(uninstall()).toEqual({ file, removed: result.added, restored: true });
  expect(existsSync(join(dir, ".claude"))).toBe(false);
  expect(readdirSync(installsDir)).toEqual([]);
});

test("a folder that was made for the file stays if others put something into it", () => {
  install();
  writeFileSync(join(dir, ".claude", "notes.md"), "mine");
  uninstall();
  expect(readdirSync(join(dir, ".claude"))).toEqual(["notes.md"]);
});

test.each([
  [""],
  [" \n\n"],
  ["{}"],
  ["{ }\r\n"],
  ["{\n\n}"],
  ['{"hooks":{}}'],
  ['{"hooks": { "Stop": [ ] , "PreToolUse":[\n] } }'],
  ['{"a":1,\t"b" : [ ]}'],
  ['{\n\t"model": "x"\n\n\n}'],
  ['\uFEFF{\r\n  "model": "x" }'],
  ['{ // mine\n "model": "x", /* y */ }'],
])("%j comes back byte for byte after installing twice", (text) => {
  write(text);
  install();
  install();
  expect(install().changed).toBe(false);
  expect(uninstall().restored).toBe(true);
  expect(read()).toBe(text);
});

test("the second installation does not touch the file", () => {
  write('{"model":"x"}');
  install();
  utimesSync(file, new Date(1_000_000), new Date(1_000_000));
  const second = install();
  expect(second).toMatchObject({ changed: false, added: [], updated: [], diff: "" });
  expect(second.unchanged.length).toBeGreaterThan(10);
  expect(statSync(file).mtimeMs).toBe(1_000_000);
});

test("an installation on another port is an update, and the first original comes back", () => {
  write('{ "model" : "x" }');
  const first = install();
  const second = install({ port: 50_000 });
  expect(second.added).toEqual([]);
  expect(second.updated.length + second.unchanged.length).toBe(first.added.length);
  expect(read()).not.toContain("47100");
  uninstall();
  expect(read()).toBe('{ "model" : "x" }');
});

test("what others change after the installation survives, ours goes", () => {
  write('{\n  "model": "x"\n}\n');
  install();
  write(read().replace('"model": "x"', '"model": "y",\n  "theme": "dark"'));
  expect(uninstall()).toMatchObject({ restored: false });
  expect(read()).toBe('{\n  "model": "y",\n  "theme": "dark"\n}\n');
});

test("what others change between two installations survives the uninstallation too", () => {
  write('{\n  "model": "x"\n}\n');
  install();
  write(read().replace('"x"', '"y"'));
  install({ port: 50_000 });
  uninstall();
  expect(read()).toBe('{\n  "model": "y"\n}\n');
});

test("an edited file that was absent at first goes once nothing of others is left in it", () => {
  install();
  write(`${read()}\n\n`);
  uninstall();
  expect(existsSync(join(dir, ".claude"))).toBe(false);
});

test("an empty object that was there before stays, whatever was edited meanwhile", () => {
  write("{}");
  install();
  write(`${read()}\n`);
  uninstall();
  expect(JSON.parse(read())).toEqual({});
});

test("without the record just our entries are taken out", () => {
  write('{\n  "model": "x"\n}\n');
  install();
  rmSync(installsDir, { recursive: true });
  const result = uninstall();
  expect(result.restored).toBe(false);
  expect(result.removed).toContain("Stop");
  expect(read()).toBe('{\n  "model": "x"\n}\n');
});

test("a damaged record is as good as none", () => {
  install();
  const [name] = readdirSync(installsDir);
  writeFileSync(join(installsDir, String(name)), '{"version":1');
  uninstall();
  expect(existsSync(file)).toBe(false);
});

test("uninstalling where nothing is installed changes nothing", () => {
  expect(uninstall()).toEqual({ file, removed: [], restored: false });
  write('{"hooks":{}}');
  expect(uninstall().removed).toEqual([]);
  expect(read()).toBe('{"hooks":{}}');
});

test("after our entries were deleted by hand, the file as it is then becomes the original", () => {
  write('{"model":"x"}');
  install();
  write('{ "model": "by hand" }');
  install();
  expect(uninstall().restored).toBe(true);
  expect(read()).toBe('{ "model": "by hand" }');
});

test("a dry run shows the difference and writes nothing", () => {
  const result = install({ dryRun: true });
  expect(result.changed).toBe(true);
  expect(result.diff).toContain('+  "hooks": {');
  expect(existsSync(join(dir, ".claude"))).toBe(false);
  expect(existsSync(installsDir)).toBe(false);
});

test("the difference names the changed lines and hides the token", () => {
  write('{\n  "a": 1,\n  "b": 2,\n  "c": 3,\n  "d": 4,\n  "e": 5\n}\n');
  const { diff } = install();
  expect(diff.split("\n").slice(0, 7)).toEqual([
    `--- ${file}`,
    `+++ ${file}`,
    expect.stringMatching(/^@@ -3,5 \+3,\d+ @@$/),
    '   "b": 2,',
    '   "c": 3,',
    '   "d": 4,',
    '-  "e": 5',
  ]);
  expect(diff).toContain("Bearer …");
  expect(diff).not.toContain("t0ken");
});

test.each([["{ not json"], ['{"hooks":[]}'], [new Uint8Array([0x7b, 0xff, 0x7d])]])(
  "%p is refused and left alone",
  (content) => {
    write(content);
    expect(() => install()).toThrow(expect.objectContaining({ code: "settings_unreadable" }));
    expect(readFileSync(file)).toEqual(Buffer.from(content));
    expect(existsSync(installsDir)).toBe(false);
  },
);

test("a broken file is refused by uninstalling too, which keeps the record for later", () => {
  install();
  const good = read();
  write(good.slice(0, -5));
  expect(() => uninstall()).toThrow(expect.objectContaining({ code: "settings_unreadable" }));
  write(good);
  expect(uninstall().restored).toBe(true);
});

test("a directory in place of the file is said in a plain sentence", () => {
  mkdirSync(file, { recursive: true });
  expect(() => install()).toThrow(expect.objectContaining({ code: "settings_unreadable" }));
});

test("a file in place of the folder is said in a plain sentence", () => {
  writeFileSync(join(dir, ".claude"), "");
  expect(() => install()).toThrow(expect.objectContaining({ name: "PawlError" }));
});

test.skipIf(!posix)("a folder that may not be written to leaves the file alone", async () => {
  write("{}");
  chmodSync(join(dir, ".claude"), 0o500);
  await asOrdinaryUser(dir, () => {
    expect(() => install()).toThrow(expect.objectContaining({ code: "settings_unwritable" }));
  });
  chmodSync(join(dir, ".claude"), 0o700);
  expect(read()).toBe("{}");
});

test("no temporary file stays behind", () => {
  install();
  expect(readdirSync(join(dir, ".claude"))).toEqual(["settings.json"]);
});

test.skipIf(!posix)("a linked settings file stays a link; what it points to is edited and restored", () => {
  const real = join(dir, "dotfiles", "claude.json");
  mkdirSync(join(dir, "dotfiles"));
  mkdirSync(join(dir, ".claude"));
  writeFileSync(real, '{"model":"x"}');
  symlinkSync(join("..", "dotfiles", "claude.json"), file);
  install();
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(readFileSync(real, "utf8")).toContain("SessionStart");
  uninstall();
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(readFileSync(real, "utf8")).toBe('{"model":"x"}');
});

test.skipIf(!posix)("a link to a file that is not there yet is written through", () => {
  mkdirSync(join(dir, ".claude"));
  symlinkSync(join(dir, "dotfiles", "claude.json"), file);
  install();
  expect(existsSync(join(dir, "dotfiles", "claude.json"))).toBe(true);
  uninstall();
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(existsSync(join(dir, "dotfiles"))).toBe(false);
});

test.skipIf(!posix)(
  "a file that others can read is closed when a token goes in, and opened again after",
  () => {
    write("{}", 0o644);
    expect(install().tightened).toBe(true);
    expect(modeOf(file)).toBe(0o600);
    expect(install().tightened).toBe(false);
    uninstall();
    expect(modeOf(file)).toBe(0o644);
  },
);

test.skipIf(!posix)("a file that somebody opened after the installation is closed by the next one", () => {
  write("{}");
  install();
  chmodSync(file, 0o644);
  expect(install()).toMatchObject({ changed: false, tightened: true });
  expect(modeOf(file)).toBe(0o600);
});

test.skipIf(!posix)("a project's file keeps its mode, because no token goes in", () => {
  write("{}", 0o644);
  expect(install({ scope: "project" }).tightened).toBe(false);
  expect(modeOf(file)).toBe(0o644);
  expect(read()).not.toContain("t0ken");
});

test.skipIf(!posix)("the record, which holds the original settings, is for the user only", () => {
  write('{"env":{"SECRET":"x"}}');
  install();
  const [name] = readdirSync(installsDir);
  expect(modeOf(join(installsDir, String(name)))).toBe(0o600);
});

test("each scope has the file that Claude Code reads for it", () => {
  const { home, hooksFile } = setup;
  expect(hooksFile("user", "p")).toBe(join(home(), "settings.json"));
  expect(hooksFile("project", "p")).toBe(join("p", ".claude", "settings.json"));
  expect(hooksFile("local", "p")).toBe(join("p", ".claude", "settings.local.json"));
});

/** As version 0.2 wrote its entries. */
function oldHook(event: string, more: string[] = []) {
  const args = ["-c", '[ -x "$0" ] && . "$0"; exit 0', "/home/me/.pawl/hook", "--installed-by=pawl", ...more];
  return { type: "command", command: "/bin/sh", args: [...args, event], timeout: 7 };
}

test("entries of version 0.2 are replaced by an installation and removed by an uninstallation", () => {
  const original =
    '{"model": "large",\n "hooks": {"Stop": [ {"hooks": [{"type": "command", "command": "mine"}]} ]}}';
  write(original);
  const old = (hook: object) =>
    [{ event: "UserPromptSubmit", hook }] as unknown as ReturnType<typeof entries>;
  installEntries(old(oldHook("session-init")));
  expect(install().updated).toEqual(["UserPromptSubmit"]);
  expect(read()).not.toContain('"args"');
  uninstall();
  installEntries(old(oldHook("session-init")));
  expect(uninstall()).toMatchObject({ removed: ["UserPromptSubmit"], restored: true });
  expect(read()).toBe(original);
});
