/** `pawl uninstall --purge`: removes everything of Pawl and touches nothing else. */
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createScratch } from "./harness/scratch.ts";
import { createPawl } from "./pawl.ts";

const LIMIT = 180_000;

test(
  "removes the hooks from every file they were installed in, and restores each file",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const local = join(scratch.project, ".claude", "settings.local.json");
    mkdirSync(join(scratch.project, ".claude"), { recursive: true });
    writeFileSync(local, '{ "model":"opus" }');
    await pawl.run(["install"]);
    await pawl.run(["install", "--scope", "local"]);
    await pawl.run(["up"]);
    const { removed } = await pawl.json<{ removed: string[] }>(["uninstall", "--purge", "--yes"], {
      cwd: scratch.home,
    });
    expect(removed).toContain("SessionStart");
    expect(readFileSync(local, "utf8")).toBe('{ "model":"opus" }');
    expect(existsSync(join(scratch.home, ".claude", "settings.json"))).toBe(false);
    expect(existsSync(pawl.home)).toBe(false);
  },
  LIMIT,
);

test(
  "deletes the memory even if the home is a link to another disk",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const disk = join(scratch.root, "disk");
    mkdirSync(disk);
    symlinkSync(disk, pawl.home);
    await pawl.run(["up"]);
    expect(readdirSync(disk)).toContain("pawl.db");
    expect((await pawl.run(["uninstall", "--purge", "--yes"])).exitCode).toBe(0);
    expect(existsSync(disk)).toBe(false);
    expect(existsSync(pawl.home)).toBe(false);
  },
  LIMIT,
);

test(
  "refuses to delete a folder that contains more than Pawl: the user's own home, or one above",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    writeFileSync(join(scratch.home, "letters.txt"), "dear");
    for (const home of [scratch.home, scratch.root]) {
      const env = { PAWL_HOME: home };
      await pawl.run(["install"], { env });
      const ran = await pawl.run(["uninstall", "--purge", "--yes"], { env });
      expect(ran.exitCode).toBe(1);
      expect(ran.stderr).toContain(home);
      expect(readFileSync(join(scratch.home, "letters.txt"), "utf8")).toBe("dear");
    }
  },
  LIMIT,
);
