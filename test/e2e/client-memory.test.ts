/** The client's own memory in the real client: a body comes back when it helps, in every folder of the project, once. */
import { expect, test } from "bun:test";
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
