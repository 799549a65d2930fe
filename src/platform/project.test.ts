import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isProject, projectRoot } from "./project.ts";

function inFolder(use: (root: string) => void): void {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pawl-project-")));
  try {
    use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

test("a folder inside a repository belongs to the repository's root", () =>
  inFolder((root) => {
    mkdirSync(join(root, ".git"));
    mkdirSync(join(root, "src", "deep"), { recursive: true });
    expect(projectRoot(join(root, "src", "deep"))).toBe(root);
  }));

test("a worktree belongs to its main repository, wherever it is", () =>
  inFolder((root) => {
    const main = join(root, "main");
    const side = join(root, "side");
    const gitDir = join(main, ".git", "worktrees", "side");
    mkdirSync(gitDir, { recursive: true });
    mkdirSync(side);
    writeFileSync(join(gitDir, "commondir"), "../..\n");
    writeFileSync(join(side, ".git"), `gitdir: ${gitDir}\n`);
    expect(projectRoot(side)).toBe(main);
  }));

test("a submodule is its own project", () =>
  inFolder((root) => {
    mkdirSync(join(root, ".git", "modules", "lib"), { recursive: true });
    mkdirSync(join(root, "lib"));
    writeFileSync(join(root, "lib", ".git"), "gitdir: ../.git/modules/lib\n");
    expect(projectRoot(join(root, "lib"))).toBe(join(root, "lib"));
  }));

test("without a repository the folder itself is the project, even if it no longer exists", () =>
  inFolder((root) => {
    expect(projectRoot(join(root, "nowhere"))).toBe(join(root, "nowhere"));
  }));

test("a symlink leads to the same project", () =>
  inFolder((root) => {
    mkdirSync(join(root, "real", ".git"), { recursive: true });
    symlinkSync(join(root, "real"), join(root, "link"));
    expect(projectRoot(join(root, "link"))).toBe(join(root, "real"));
  }));

test("S0.11 a project has version control, a manifest or a .claude folder, in it or above it, below the home", () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "pawl-home-")));
  try {
    const inside = join(home, "code", "app", "src");
    mkdirSync(inside, { recursive: true });
    mkdirSync(join(home, ".claude"));
    expect([home, inside, "/", join(home, "gone")].map((dir) => isProject(dir, home))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    writeFileSync(join(home, "code", "app", "go.mod"), "");
    expect(isProject(inside, home)).toBe(true);
    expect(isProject(join(home, "code"), home)).toBe(false);
    for (const mark of [".git", ".claude"]) {
      const dir = join(home, mark.slice(1));
      mkdirSync(join(dir, mark), { recursive: true });
      expect(isProject(dir, home)).toBe(true);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
