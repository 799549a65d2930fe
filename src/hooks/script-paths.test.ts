import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import nodePath, { join } from "node:path";
import type { ConfigSource } from "./config/hooks.ts";
import { DEFAULT_SCRIPT_PATHS } from "./config/schema.ts";
import { isInside } from "./paths/spellings.ts";
import { checkScript } from "./script-paths.ts";

let root: string;
let project: string;
let source: ConfigSource;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "pawl-paths-")));
  project = join(root, "project");
  source = { file: join(project, ".claude/pawl.json"), kind: "project", baseDir: project };
  for (const folder of [".claude/hooks/deep", "hooks", "hooks-evil", "src"])
    await mkdir(join(project, folder), { recursive: true });
  for (const file of [
    ".claude/hooks/a.ts",
    ".claude/hooks/deep/b.ts",
    "hooks/c.js",
    "hooks-evil/d.ts",
    "src/e.ts",
    "../outside.ts",
  ]) {
    await writeFile(join(project, file), "");
  }
});

afterEach(() => rm(root, { recursive: true, force: true }));

const check = (script: string, paths: readonly string[] = DEFAULT_SCRIPT_PATHS) =>
  checkScript(script, source, paths);

describe("S2.10 S2.11 inside the default folders", () => {
  test.each([
    ["./.claude/hooks/a.ts", ".claude/hooks/a.ts"],
    [".claude/hooks/deep/b.ts", ".claude/hooks/deep/b.ts"],
    ["hooks/c.js", "hooks/c.js"],
    ["src/../hooks/./c.js", "hooks/c.js"],
  ])("S2.11 %s runs", (script, file) => {
    expect(check(script)).toEqual({ ok: true, file: join(project, file) });
  });

  test("S2.10 an absolute path inside runs", () => {
    expect(check(join(project, "hooks/c.js"))).toMatchObject({ ok: true });
  });
});

describe("S2.10 refuses a script outside hookScriptPaths", () => {
  test.each(["src/e.ts", "hooks/../src/e.ts", "hooks-evil/d.ts", "../outside.ts", "hooks/../../outside.ts"])(
    "S2.10 %s",
    (script) => {
      expect(check(script)).toMatchObject({
        ok: false,
        reason: expect.stringContaining("outside hookScriptPaths"),
      });
    },
  );

  test("S2.10 a link inside that leads outside", async () => {
    await symlink(join(root, "outside.ts"), join(project, "hooks/link.ts"));
    expect(check("hooks/link.ts")).toMatchObject({
      ok: false,
      reason: expect.stringContaining(join(root, "outside.ts")),
    });
  });

  test("S2.10 a linked folder inside that leads outside", async () => {
    await symlink(root, join(project, "hooks/up"));
    expect(check("hooks/up/outside.ts")).toMatchObject({ ok: false });
  });

  test("S2.10 a project's hooks folder that is itself a link to outside", async () => {
    await rm(join(project, "hooks"), { recursive: true });
    await symlink(root, join(project, "hooks"));
    expect(check("hooks/outside.ts")).toMatchObject({ ok: false });
    // The user's own folder may be a link: nobody else made it.
    source = { ...source, kind: "user" };
    expect(check("hooks/outside.ts")).toMatchObject({ ok: true });
  });

  test("S2.10 a link from outside to inside is fine: the real path counts", async () => {
    await symlink(join(project, "hooks/c.js"), join(project, "src/link.js"));
    expect(check("src/link.js")).toEqual({ ok: true, file: join(project, "hooks/c.js") });
  });

  test("S2.15 what is missing or no file is said so", () => {
    expect(check("hooks/none.ts")).toEqual({
      ok: false,
      reason: "The script hooks/none.ts does not exist.",
      missing: true,
    });
    expect(check("hooks")).toEqual({ ok: false, reason: "The script hooks is not a file." });
    expect(check("hooks/c.js/x.ts")).toMatchObject({ ok: false });
    expect(check("hooks/c.js", [])).toMatchObject({ ok: false });
  });

  test("S2.10 an absolute folder that was configured outside the project is allowed", () => {
    expect(check("../outside.ts", [root])).toMatchObject({ ok: true });
  });
});

describe("S2.10 the system's own rules for paths", () => {
  const { win32, posix } = nodePath;

  test.each([
    ["C:\\p\\hooks\\a.ts", "C:\\p\\hooks", true],
    ["c:\\P\\Hooks\\a.ts", "C:\\p\\hooks", true],
    ["D:\\p\\hooks\\a.ts", "C:\\p\\hooks", false],
    ["C:\\p\\hooks-evil\\a.ts", "C:\\p\\hooks", false],
    ["C:\\p\\hooks", "C:\\p\\hooks", false],
    ["\\\\server\\share\\a.ts", "C:\\p\\hooks", false],
    ["C:\\p\\hooks\\..a.ts", "C:\\p\\hooks", true],
  ])("S2.10 Windows: %s in %s is %p", (file, folder, expected) => {
    expect(isInside(file, folder, win32)).toBe(expected);
  });

  test.each([
    ["/p/hooks/a.ts", "/p/hooks", true],
    ["/p/Hooks/a.ts", "/p/hooks", false],
    ["/p/hooks-evil/a.ts", "/p/hooks", false],
    ["/p/a.ts", "/p/hooks", false],
    ["/p/hooks/..a/b.ts", "/p/hooks", true],
    ["/a.ts", "/", true],
  ])("S2.10 POSIX: %s in %s is %p", (file, folder, expected) => {
    expect(isInside(file, folder, posix)).toBe(expected);
  });
});
