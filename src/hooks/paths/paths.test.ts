/** Which file a condition is about: docs/hooks.md has the same table. */
import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { realpathSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { compileMatcher } from "../matcher/matcher.ts";
import { compilePathGlob } from "./spellings.ts";

let root: string;
let project: string;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "pawl-paths-")));
  project = join(root, "project");
  for (const dir of ["secrets", "src/deep", ".git", "other"])
    await mkdir(join(project, dir), { recursive: true });
  await mkdir(join(root, "worktree", ".git"), { recursive: true });
  await writeFile(join(project, "secrets", "k"), "");
  await symlink(join(project, "secrets"), join(project, "src", "way"));
  await symlink(join(project, "src"), join(root, "src-link"));
  await symlink("../secrets/new", join(project, "src", "dangling"));
  await symlink(project, join(root, "project-link"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const input = (path: string, more: Record<string, unknown> = {}) => ({
  hook_event_name: "PreToolUse",
  tool_name: "Write",
  cwd: project,
  tool_input: { file_path: path },
  ...more,
});
const call = (tool: string, tool_input: object) => ({ ...input(""), tool_name: tool, tool_input });
const place = () => ({ projectDir: project });
const matches = (glob: string, path: string, more = {}) =>
  compileMatcher(`tool_input.file_path matches "${glob}"`)(input(path, more), place());

describe("S0.16 a glob over files", () => {
  test.each([
    ["*.ts", "src/deep/a.ts", true],
    [".env*", ".env.local", true],
    ["**/src/**/*.ts", "src/deep/a.ts", true],
    ["src/**/*.ts", "src/deep/a.ts", true],
    ["./src/**/*.ts", "src/deep/a.ts", true],
    ["src/*", "src/a.ts", true],
    ["src/", "src/deep/a.ts", true],
    ["secrets/*", "secrets/k", true],
    ["secrets/**", "secrets", true],
    ["secrets/**", "other/secrets/k", false],
    ["src/*", "src/deep/a.ts", false],
    ["../worktree/**", "../worktree/x", true],
  ])("%s and %s: %p", (glob, path, expected) => {
    expect(matches(glob, join(project, path))).toBe(expected);
    expect(matches(glob, path)).toBe(expected);
  });

  test.each([
    "./secrets/k",
    "src/../secrets/k",
    "secrets//k",
    "src/way/k",
    "src/dangling",
    "src\\..\\secrets\\k",
  ])("secrets/** is found under the name %s", (path) => {
    expect(matches("secrets/**", path)).toBe(true);
    expect(matches("secrets/**", `${project}/${path}`)).toBe(true);
  });

  test("an absolute glob, one in the home, a project behind a link, and a relative path after cd", () => {
    expect(matches(`${project}/secrets/**`, "secrets/k")).toBe(true);
    expect(matches("~/.ssh/**", join(homedir(), ".ssh", "id"))).toBe(true);
    expect(matches("~/.ssh/**", "~/.ssh/id")).toBe(true);
    expect(matches("secrets/**", join(root, "project-link", "secrets", "k"))).toBe(true);
    expect(matches("secrets/**", "../secrets/k", { cwd: join(project, "src") })).toBe(true);
    expect(matches("secrets/**", "secrets/k", { cwd: join(project, "src") })).toBe(false);
  });

  test("in a git worktree the glob is relative to the worktree too", () => {
    const cwd = join(root, "worktree");
    expect(matches("secrets/**", join(cwd, "secrets", "k"), { cwd })).toBe(true);
  });

  test("where the file system ignores case, so does the glob; composed and decomposed letters are one", () => {
    const here = { cwd: project, projectDir: project };
    expect(compilePathGlob("Secrets/**", () => true).some({ path: "sEcReTs/K", ...here })).toBe(true);
    expect(compilePathGlob("Secrets/**", () => false).some({ path: "sEcReTs/K", ...here })).toBe(false);
    expect(compilePathGlob("caf\u00e9/**").some({ path: "cafe\u0301/k", ...here })).toBe(true);
  });
});

test("the links of a file are followed once for an event, however many hooks ask about it", () => {
  const hooks = Array.from({ length: 20 }, (_, i) =>
    compileMatcher(`tool_input.file_path matches "src/part-${i}/**"`),
  );
  const follow = spyOn(realpathSync, "native");
  const looksFor = (event: ReturnType<typeof input>, asked: typeof hooks): number => {
    follow.mockClear();
    for (const hook of asked) expect(hook(event, place())).toBe(false);
    return follow.mock.calls.length;
  };
  try {
    // The folders themselves are looked up with the first event.
    looksFor(input("src/way/k"), hooks);
    const once = looksFor(input("src/way/k"), hooks.slice(0, 1));
    expect(once).toBeGreaterThan(0);
    expect(looksFor(input("src/way/k"), hooks)).toBe(once);
  } finally {
    follow.mockRestore();
  }
});

describe("a gate is about the file, whatever the tool", () => {
  const gate = (condition: string) => compileMatcher(condition, { gate: true });
  const secrets = 'tool_input.file_path matches "secrets/**"';

  test.each([
    ["NotebookEdit", { notebook_path: "secrets/n.ipynb" }],
    ["mcp__files__write", { path: "secrets/k" }],
    ["mcp__files__move", { sources: ["a", "secrets/k"] }],
    ["Bash", { command: "echo x > secrets/k" }],
    ["Bash", { command: "true && cat a 2>> src/../secrets/k" }],
    ["Bash", { command: "rm -rf ." }],
  ])("%s %p", (tool, fields) => {
    expect(gate(secrets)(call(tool, fields), place())).toBe(true);
    expect(compileMatcher(secrets)(call(tool, fields), place())).toBe(false);
  });

  test.each([
    "echo x > src/k",
    "ls -la && npm test",
    "grep -rn secret src",
    "git commit -m 'no secrets'",
    "for f in *.md; do wc -l $f; done",
  ])("%s is not about secrets", (command) => {
    expect(gate(secrets)(call("Bash", { command }), place())).toBe(false);
  });

  test("a tool filter stays a filter", () => {
    const narrow = gate(`tool in ["Write", "Edit"] && ${secrets}`);
    expect(narrow(call("Bash", { command: "echo x > secrets/k" }), place())).toBe(false);
  });

  test("'only in src' is not met by a second name, by a link that leads out, nor by a command that hides its target", () => {
    const outside = gate('!(tool_input.file_path matches "src/**")');
    expect(outside(input("src/deep/a.ts"), place())).toBe(false);
    expect(outside(input("src/../secrets/k"), place())).toBe(true);
    expect(outside(input("src/way/k"), place())).toBe(true);
    expect(outside(input(join(root, "src-link", "a.ts")), place())).toBe(false);
    expect(outside(call("Bash", { command: 'echo x > "$(mktemp)"' }), place())).toBe(true);
  });

  test("equality and regular expressions look at every name too", () => {
    expect(gate('tool_input.file_path == "secrets/k"')(input(`${project}/src/../secrets/k`), place())).toBe(
      true,
    );
    expect(
      gate("tool_input.file_path =~ /^secrets\\//")(input(join(project, "src", "way", "k")), place()),
    ).toBe(true);
  });
});
