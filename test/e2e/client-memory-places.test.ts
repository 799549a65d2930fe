/** The client's own memory where it is rare: other folders of the project, deleted files, memories of other programs. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  ASKS,
  BODY,
  INDEX,
  memoryDir,
  OTHER,
  RULE,
  session,
  times,
  writeMemory,
} from "./client-memory-story.ts";
import { createScratch } from "./harness/client.ts";
import { callTool, say } from "./harness/model.ts";
import { createPawl } from "./pawl.ts";

const LIMIT = 240_000;

function git(cwd: string, ...args: string[]): void {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
  const env = { PATH: process.env.PATH ?? "", HOME: cwd };
  const ran = Bun.spawnSync(["git", ...identity, ...args], { cwd, env });
  if (ran.exitCode !== 0) throw new Error(`git ${args.join(" ")}: ${ran.stderr.toString()}`);
}

test(
  "worktree, clone and renamed checkout share; so do all of them after the first is gone",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    await pawl.run(["up"]);
    git(scratch.project, "init", "-q", "-b", "main");
    await writeFile(join(scratch.project, "a.txt"), "a");
    git(scratch.project, "add", ".");
    git(scratch.project, "commit", "-qm", "first");
    await writeMemory(scratch);
    const tree = join(scratch.root, "tree");
    git(scratch.project, "worktree", "add", "-q", tree, "-b", "topic");
    const clone = join(scratch.root, "clone");
    git(scratch.root, "clone", "-q", scratch.project, clone);
    const renamed = join(scratch.root, "renamed");
    for (const folder of [tree, clone]) {
      const { texts } = await session(scratch, ASKS, [say("Half up.")], folder);
      expect(times(texts[0], RULE)).toBe(1);
    }
    git(scratch.project, "worktree", "remove", "--force", tree);
    await rename(scratch.project, renamed);
    const { texts } = await session(scratch, ASKS, [say("Half up.")], renamed);
    expect(times(texts[0], RULE)).toBe(1);
    await rm(renamed, { recursive: true });
    const last = await session(scratch, ASKS, [say("Half up.")], clone);
    expect(times(last.texts[0], RULE)).toBe(1);
    await mkdir(scratch.project, { recursive: true });
  },
  LIMIT,
);

test(
  "a memory that names a deleted file is marked, for the prompt and for the file; one of line 390 is recalled",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    await pawl.run(["up"]);
    const dir = memoryDir(scratch);
    await mkdir(dir, { recursive: true });
    await mkdir(join(scratch.project, "src"));
    await writeFile(join(scratch.project, "src", "kept.ts"), "export {};\n");
    const index: string[] = [];
    for (let i = 1; i <= 400; i++) {
      const [name, hook] =
        i === 390 ? ["coupon-stacking", "Coupons never stack"] : [`topic-${i}`, `Topic number ${i}`];
      index.push(`- [${name}](${name}.md) — ${hook}`);
      const body =
        i === 390
          ? "Coupons never stack: the larger discount wins. See `src/gone.ts` and src/kept.ts."
          : `Nothing about ${i}.`;
      await writeFile(join(dir, `${name}.md`), `---\nname: ${name}\ndescription: ${hook}\n---\n\n${body}\n`);
    }
    await writeFile(join(dir, "MEMORY.md"), `${index.join("\n")}\n`);
    const { texts } = await session(scratch, "Two coupons in one cart: which discount wins, do they stack?", [
      callTool("Read", { file_path: join(scratch.project, "src", "kept.ts") }),
      say("The larger."),
    ]);
    expect(texts[0]).not.toContain("coupon-stacking.md");
    expect(times(texts[0], "the larger discount wins")).toBe(1);
    expect(texts[0]).toContain("src/gone.ts”: the file no longer exists");
    expect(texts[0]).not.toContain("src/kept.ts”: the file no longer exists");
    expect(times(texts[1], "the larger discount wins")).toBe(1);
    const file = await session(scratch, OTHER, [
      callTool("Read", { file_path: join(scratch.project, "src", "kept.ts") }),
      say("Read."),
    ]);
    expect(times(file.texts[0], "the larger discount wins")).toBe(0);
    expect(times(file.texts[1], "the larger discount wins")).toBe(1);
    expect(await readFile(join(dir, "coupon-stacking.md"), "utf8")).toContain("`src/gone.ts`");
  },
  LIMIT,
);

test(
  "what CLAUDE.md says is not injected again; claude-mem's memories are; forgetting asks for the client's files by name",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    await pawl.run(["up"]);
    await writeMemory(scratch);
    const dir = memoryDir(scratch);
    await writeFile(join(scratch.project, "CLAUDE.md"), "# Rules\n\n- Answer in short sentences.\n");
    await pawl.run(["remember", "Answer in short sentences.", "--priority", "0"]);
    await pawl.run(["remember", "Name every file that you touched.", "--priority", "0"]);

    const database = join(scratch.root, "claude-mem.db");
    const db = new Database(database);
    db.run(`create table sdk_sessions (id integer primary key, content_session_id text, memory_session_id text, project text,
      started_at text, started_at_epoch integer)`);
    db.run(`create table observations (id integer primary key, memory_session_id text, project text, type text, title text,
      narrative text, facts text, created_at_epoch integer)`);
    db.run("insert into sdk_sessions values (1, 'old', 'm', 'project', '', 1700000000000)");
    db.run(`insert into observations values (1, 'm', 'project', 'discovery', 'Warehouse scanner drops packets on channel 11',
      'The warehouse scanner loses packets on channel 11; channel 6 works.', '[]', 1700000000000)`);
    db.close();
    const preview = await pawl.run(["import", "--from", "claude-mem", database, "--dry-run"]);
    expect(preview.stdout).toContain(`project belongs to ${scratch.project}`);
    const imported = await pawl.json<{ observations: number }>(["import", "--from", "claude-mem", database]);
    expect(imported.observations).toBe(1);

    const { texts } = await session(
      scratch,
      "The warehouse scanner drops packets, which channel should it use?",
      [say("6.")],
    );
    expect(texts[0]).toContain("channel 6 works");
    expect(texts[0]).toContain("Name every file that you touched.");
    expect(times(texts[0], "Answer in short sentences.")).toBe(1);

    const path = join(dir, "invoice-rounding.md");
    const forgot = await pawl.run(["forget", "--match", "tax office in Graz", "--yes"]);
    expect(forgot.stdout).toContain(path);
    expect(await readFile(path, "utf8")).toContain(BODY);
    const kept = await session(scratch, ASKS, [say("Hm.")]);
    expect(kept.texts[0]).not.toContain("the tax office in Graz");

    const named = join(dir, "customer.md");
    await writeFile(named, "The customer is Purple Elephant Ltd.\n");
    await writeFile(join(dir, "MEMORY.md"), `${INDEX}- [Customer](customer.md) — who it is\n`);
    expect((await pawl.run(["memory", "list"])).stdout).toContain("client://customer");
    await pawl.run(["forget", "--match", "Purple Elephant", "--file", named, "--yes"]);
    expect(existsSync(named)).toBe(false);
    expect(await readFile(join(dir, "MEMORY.md"), "utf8")).toBe(INDEX);
  },
  LIMIT,
);
