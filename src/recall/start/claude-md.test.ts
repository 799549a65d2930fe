import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claudeMdOf } from "./project-files.ts";

function withProject(work: (dir: string) => void): void {
  const dir = mkdtempSync(join(tmpdir(), "pawl-claude-md-"));
  try {
    work(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

test("the texts of a project's instruction files are read, in their order, AGENTS.md too", () =>
  withProject((dir) => {
    mkdirSync(join(dir, ".claude"));
    writeFileSync(join(dir, "CLAUDE.local.md"), "mine");
    writeFileSync(join(dir, ".claude", "CLAUDE.md"), "ours");
    writeFileSync(join(dir, "CLAUDE.md"), "all");
    expect(claudeMdOf(dir).trim()).toBe("all\nours\nmine");
    writeFileSync(join(dir, "AGENTS.md"), "for every agent");
    expect(claudeMdOf(dir).trim()).toBe("all\nours\nmine\nfor every agent");
  }));

test("what is not there, a folder, or too large imports nothing", () =>
  withProject((dir) => {
    expect(claudeMdOf(join(dir, "gone")).trim()).toBe("");
    mkdirSync(join(dir, "CLAUDE.local.md"));
    writeFileSync(join(dir, "CLAUDE.md"), "x".repeat((1 << 20) + 1));
    expect(claudeMdOf(dir).trim()).toBe("");
    writeFileSync(join(dir, "CLAUDE.md"), "x".repeat(1 << 20));
    expect(claudeMdOf(dir).trim()).toHaveLength(1 << 20);
  }));

test("no project has no files, whatever lies in the folder that the daemon runs in", () =>
  withProject((dir) => {
    writeFileSync(join(dir, "CLAUDE.md"), "another project's");
    const before = process.cwd();
    process.chdir(dir);
    try {
      expect(claudeMdOf("")).toBe("");
    } finally {
      process.chdir(before);
    }
  }));

test("files that CLAUDE.md imports are read too, and what they import, each once", () =>
  withProject((dir) => {
    mkdirSync(join(dir, "docs"));
    writeFileSync(
      join(dir, "CLAUDE.md"),
      "See @docs/rules.md and @./docs/more.md.\n`@docs/code.md` @pawl:project://a",
    );
    writeFileSync(join(dir, "docs", "rules.md"), "rules @pawl:project://b @more.md @../CLAUDE.md");
    writeFileSync(join(dir, "docs", "more.md"), "more");
    writeFileSync(join(dir, "docs", "code.md"), "code");
    const text = claudeMdOf(dir);
    expect(text.match(/more$/m)).toHaveLength(1);
    expect(text).toContain("@pawl:project://b");
    expect(text).not.toContain("code\n");
    expect(text.split("rules @pawl")).toHaveLength(2);
  }));

test("imports are bounded: nothing outside of the project, five levels, no circle", () =>
  withProject((dir) => {
    mkdirSync(join(dir, "in"));
    writeFileSync(join(dir, "outside.md"), "outside");
    writeFileSync(join(dir, "in", "CLAUDE.md"), "@../outside.md @a0.md");
    for (let i = 0; i < 9; i++) writeFileSync(join(dir, "in", `a${i}.md`), `level${i} @a${i + 1}.md`);
    const text = claudeMdOf(join(dir, "in"));
    expect(text).not.toContain("outside\n");
    expect([text.includes("level4"), text.includes("level5")]).toEqual([true, false]);
  }));
