/** The client's own memory in the real client: a body comes back when it helps, in every folder of the project, once. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch, runClaude, type Scratch } from "./harness/client.ts";
import { callTool, say, startModel } from "./harness/model.ts";
import { createPawl } from "./pawl.ts";

const LIMIT = 240_000;
const times = (text: string | undefined, part: string) => (text ?? "").split(part).length - 1;

const HOOK = "Invoice exports are rounded half up";
const RULE = "Round invoice totals half up, in integer cents.";
const BODY = `${RULE}\n\n**Why:** the tax office in Graz rejected floats.\n**How to apply:** use roundCents from the export helpers.`;
const FILE = `---\nname: invoice-rounding\ndescription: ${HOOK}\nmetadata:\n  type: project\n---\n\n${BODY}\n`;
const INDEX = `- [Invoice rounding](invoice-rounding.md) — ${HOOK}\n`;
const ASKS = "The invoice export shows a wrong total, how do we round it?";
const OTHER = "Rename the login button to Sign in";

/** As the client names it: every sign but letters and digits is a dash. */
const memoryDir = (scratch: Scratch, folder = scratch.project) =>
  join(scratch.home, ".claude", "projects", folder.replace(/[^a-zA-Z0-9]/g, "-"), "memory");

async function session(
  scratch: Scratch,
  prompt: string,
  turns: Parameters<typeof startModel>[0],
  cwd = scratch.project,
) {
  await using model = startModel(turns);
  const allowedTools = ["Bash", "Read", "Write", "Edit"];
  const run = await runClaude({ home: scratch.home, cwd, model, prompt, allowedTools });
  expect(run.exitCode).toBe(0);
  return { run, texts: model.mainRequests().map(({ text }) => text) };
}

/** The model writes a memory, as its system prompt tells it to. */
async function writeMemory(scratch: Scratch, cwd = scratch.project, dir = memoryDir(scratch, cwd)) {
  return session(
    scratch,
    "Remember how we round",
    [
      callTool("Write", { file_path: join(dir, "invoice-rounding.md"), content: FILE }),
      callTool("Write", { file_path: join(dir, "MEMORY.md"), content: INDEX }),
      say("Remembered."),
    ],
    cwd,
  );
}

function git(cwd: string, ...args: string[]): void {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
  const env = { PATH: process.env.PATH ?? "", HOME: cwd };
  const ran = Bun.spawnSync(["git", ...identity, ...args], { cwd, env });
  if (ran.exitCode !== 0) throw new Error(`git ${args.join(" ")}: ${ran.stderr.toString()}`);
}

test(
  "a memory that the model wrote comes back with its reason for a prompt about it, and for no other",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    await pawl.run(["up"]);
    await writeMemory(scratch);
    const about = await session(scratch, ASKS, [say("Half up.")]);
    expect(times(about.texts[0], RULE)).toBe(1);
    expect(about.texts[0]).toContain("the tax office in Graz rejected floats");
    expect(about.texts[0]).toContain("use roundCents");
    // The client's own index line, and nothing of Pawl's that repeats it.
    expect(times(about.texts[0], HOOK)).toBe(1);
    const other = await session(scratch, OTHER, [say("Renamed.")]);
    expect(other.texts[0]).toContain(HOOK);
    expect(other.texts[0]).not.toContain(RULE);
    // Once per session, and not again for a session that has read the file itself.
    const twice = await session(scratch, ASKS, [
      callTool("Bash", { command: "echo roundCents failed in invoice export; exit 1", description: "Try" }),
      say("I see."),
    ]);
    expect(times(twice.texts[1], RULE)).toBe(1);
    const { memories } = await pawl.json<{ memories: { uri: string; content: string }[] }>([
      "memory",
      "list",
    ]);
    expect(memories.find(({ uri }) => uri === "client://invoice-rounding")?.content).toBe(BODY);
    expect((await pawl.run(["search", "Graz"])).stdout).toContain("Round invoice totals");
  },
  LIMIT,
);

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
  "an edit on the page changes file and index, and the model's own edit is not lost, whoever comes first",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    await pawl.run(["up"]);
    await writeMemory(scratch);
    const dir = memoryDir(scratch);
    const path = join(dir, "invoice-rounding.md");
    const headers = { authorization: `Bearer ${await pawl.token()}`, "content-type": "application/json" };
    const uri = "client://invoice-rounding";
    const query = new URLSearchParams({ uri, project: scratch.project });
    const read = async () => {
      const response = await fetch(`${pawl.url}/api/memories/one?${query}`, { headers });
      return (await response.json()) as { raw: { text: string; hash: string }; problems: unknown[] };
    };
    const save = (raw: string, hash: string) =>
      fetch(`${pawl.url}/api/memories`, {
        method: "PATCH",
        headers,
        body: JSON.stringify({ uri, project: scratch.project, raw, hash }),
      });

    // The model first: the page's edit of the older text is refused.
    const shown = await read();
    // The client adds fields of its own to the frontmatter; the editor shows them.
    const written = await readFile(path, "utf8");
    expect(written).toContain(BODY);
    expect(shown.raw.text).toBe(written);
    await session(scratch, "Change the office", [
      callTool("Read", { file_path: path }),
      callTool("Edit", { file_path: path, old_string: "in Graz", new_string: "in Linz" }),
      say("Changed."),
    ]);
    expect((await save(written.replace("floats", "fractions"), shown.raw.hash)).status).toBe(409);
    const edited = await readFile(path, "utf8");
    expect(edited).toContain("tax office in Linz rejected floats");

    // The page first: the model's edit of another place keeps the page's words.
    const now = await read();
    expect(now.raw.text).toContain("in Linz");
    const saved = await save(now.raw.text.replaceAll(HOOK, "Invoice totals are rounded"), now.raw.hash);
    expect(saved.status).toBe(200);
    expect(await readFile(join(dir, "MEMORY.md"), "utf8")).toBe(
      "- [Invoice rounding](invoice-rounding.md) — Invoice totals are rounded\n",
    );
    await session(scratch, "Change the helper", [
      callTool("Read", { file_path: path }),
      callTool("Edit", { file_path: path, old_string: "roundCents", new_string: "roundMoney" }),
      say("Changed."),
    ]);
    const last = await readFile(path, "utf8");
    for (const part of ["in Linz", "Invoice totals are rounded", "roundMoney"]) expect(last).toContain(part);
    const history = (await pawl.run(["memory", "history", uri])).stdout;
    expect(history).toContain("page");
    expect(history).toContain("roundMoney");
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
