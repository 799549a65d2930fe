import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { claudeMdOf, packageManagerOf } from "./project-files.ts";

/** A project with these files; the user's own Claude folder is `user/`. */
function withFiles<T>(files: Record<string, string>, use: (project: string, claude: string) => T): T {
  const root = mkdtempSync(join(tmpdir(), "pawl-pm-"));
  const project = join(root, "project");
  mkdirSync(project);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  try {
    return use(project, join(root, "user"));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Each line is one source more than the one below it: the first that answers wins. */
const everything: [string, string, string][] = [
  ["project/.claude/package-manager.json", '{"packageManager":"yarn"}', "yarn"],
  ["project/package.json", '{"packageManager":"pnpm@9.1.0+sha512.abc"}', "pnpm"],
  ["project/bun.lock", "", "bun"],
  ["project/yarn.lock", "", "yarn"],
  ["project/package-lock.json", "", "npm"],
  ["user/package-manager.json", '{"packageManager":"bun"}', "bun"],
];

test("S0.3 the first source that answers names the package manager", () => {
  for (let i = 0; i < everything.length; i++) {
    const files = Object.fromEntries(everything.slice(i).map(([name, text]) => [name, text]));
    withFiles(files, (project, claude) => {
      expect(packageManagerOf(project, { CLAUDE_CONFIG_DIR: claude }).name).toBe(everything[i]?.[2] as "npm");
      const env = { CLAUDE_CONFIG_DIR: claude, CLAUDE_PACKAGE_MANAGER: "pnpm" };
      expect(packageManagerOf(project, env)).toEqual({ name: "pnpm", from: "CLAUDE_PACKAGE_MANAGER" });
    });
  }
});

test("S0.3 pnpm's lock file is stronger than bun's, bun's than yarn's, yarn's than npm's", () => {
  const locks = {
    "project/pnpm-lock.yaml": "",
    "project/bun.lockb": "",
    "project/yarn.lock": "",
    "project/package-lock.json": "",
  };
  withFiles(locks, (project) => expect(packageManagerOf(project, {}).name).toBe("pnpm"));
});

test("S0.3 npm where nothing says otherwise, and a source that makes no sense is passed over", () => {
  const odd = {
    "project/.claude/package-manager.json": "{ broken",
    "project/package.json": '{"packageManager":"cargo@1"}',
    "user/package-manager.json": '"yarn"',
  };
  withFiles(odd, (project, claude) => {
    const env = { CLAUDE_CONFIG_DIR: claude, CLAUDE_PACKAGE_MANAGER: "make" };
    expect(packageManagerOf(project, env)).toEqual({ name: "npm", from: "default" });
  });
});

test("the nearest folder that says something wins, up to the project or the root of a worktree", () => {
  const files = {
    "project/yarn.lock": "",
    "project/packages/a/pnpm-lock.yaml": "",
    "project/packages/b/src/index.ts": "",
    "tree/.git": "gitdir: elsewhere",
    "tree/bun.lock": "",
    "tree/src/x.ts": "",
    "outside/package-lock.json": "",
    "outside/deep/x.ts": "",
  };
  withFiles(files, (project, claude) => {
    const root = dirname(project);
    const at = (cwd: string) => packageManagerOf(project, { CLAUDE_CONFIG_DIR: claude }, cwd).name;
    expect(at(project)).toBe("yarn");
    expect(at("")).toBe("yarn");
    expect(at(join(project, "packages", "a"))).toBe("pnpm");
    expect(at(join(project, "packages", "b", "src"))).toBe("yarn");
    expect(at(join(root, "tree", "src"))).toBe("bun");
    // A session that has walked out of its project is told nothing of other folders.
    expect(at(join(root, "outside", "deep"))).toBe("yarn");
  });
});

test("notes follow imports five deep and inside the project only; too large a file is no note", () => {
  const chain = Object.fromEntries(
    Array.from({ length: 8 }, (_, n) => [`project/docs/n${n}.md`, `Note ${n}. @n${n + 1}.md`]),
  );
  const files = {
    ...chain,
    "project/CLAUDE.md": "Top. @docs/n0.md and @../outside.md and `@docs/code.md`",
    "project/docs/code.md": "In code.",
    "outside.md": "Outside.",
    "project/AGENTS.md": "Agents.",
    "project/.claude/rules/one.md": "Rule one.",
    "project/.claude/rules/two.txt": "No rule.",
    "project/CLAUDE.local.md": "x".repeat((1 << 20) + 1),
  };
  withFiles(files, (project) => {
    const text = claudeMdOf(project);
    for (const said of ["Top.", "Note 0.", "Note 4.", "Agents.", "Rule one."]) expect(text).toContain(said);
    for (const not of ["Note 5.", "Outside.", "In code.", "No rule.", "xxx"]) expect(text).not.toContain(not);
    writeFileSync(join(project, "CLAUDE.local.md"), "x".repeat(1 << 20));
    expect(claudeMdOf(project)).toContain("xxx");
  });
  expect(claudeMdOf("")).toBe("");
});
