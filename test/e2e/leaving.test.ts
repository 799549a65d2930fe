/** After `pawl uninstall --purge` no byte of Pawl is left, and git never saw anything of it. */
import { expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve, sep } from "node:path";
import { createScratch, runClaude, type Scratch } from "./harness/client.ts";
import { callTool, say, startModel } from "./harness/model.ts";
import { createPawl, eventually, type Pawl } from "./pawl.ts";
import { runInTerminal } from "./terminal.ts";

const LIMIT = 240_000;
const REPOSITORY = resolve(import.meta.dir, "..", "..");

/** What the client and Bun keep for themselves: transcripts, logs of MCP servers, copies of its settings, compiled sources. */
const NOT_OURS = [
  join(".claude", "projects"),
  join(".claude", "backups"),
  join(".cache", "claude-cli-nodejs"),
  join(".bun", "install", "cache"),
  ".tmp",
];

/** Files that name Pawl, by path or by content. */
function traces(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => !NOT_OURS.some((other) => name === other || name.startsWith(other + sep)))
      .filter((name) => {
        const path = join(folder, name);
        // The test's own folder has the word in its name.
        const text = statSync(path).isFile() ? readFileSync(path, "latin1").replaceAll("pawl-e2e", "") : "";
        return /pawl/i.test(name) || /pawl/i.test(text);
      }),
  );
}

const git = (cwd: string, home: string, ...args: string[]) =>
  Bun.spawnSync(["git", ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? "", HOME: home },
  }).stdout.toString();

async function playSession({ home }: Scratch, cwd: string, pawl: Pawl, text: string): Promise<void> {
  await using model = startModel([callTool("Bash", { command: `echo ${text}` }), say(`Said ${text}.`)]);
  await runClaude({ home, cwd, model, prompt: `Say ${text}`, allowedTools: ["Bash"], env: pawl.env });
}

test(
  "install, three sessions in two projects, purge: nothing is left, and git never saw anything",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    const second = join(scratch.root, "second");
    mkdirSync(second);
    git(second, scratch.home, "init", "-q");
    // Codex is installed too: its settings get hooks, and lose them again.
    mkdirSync(join(scratch.home, ".codex"));
    writeFileSync(join(scratch.home, ".codex", "config.toml"), 'model = "gpt"\n');
    await pawl.run(["install", "--client", "all"]);
    expect(traces(join(scratch.home, ".codex")).sort()).toEqual(["config.toml", "hooks.json"]);
    for (const [cwd, text] of [
      [scratch.project, "one"],
      [scratch.project, "two"],
      [second, "three"],
    ] as const) {
      await playSession(scratch, cwd, pawl, text);
      expect(git(cwd, scratch.home, "status", "--short", "-uall")).toBe("");
    }
    const written = () =>
      [scratch.project, second].map((dir) => existsSync(join(dir, ".claude", "sessions")));
    expect(await eventually(() => written().every(Boolean))).toBe(true);

    const plan = await pawl.json<{ purge: { sessions: number; stateFiles: string[] } }>([
      "uninstall",
      "--purge",
      "--dry-run",
    ]);
    expect(plan.purge.sessions).toBe(3);
    expect(plan.purge.stateFiles).toHaveLength(3);
    expect(existsSync(pawl.home)).toBe(true);

    expect((await pawl.run(["uninstall", "--purge"])).stderr).toContain("--yes");
    expect(existsSync(pawl.home)).toBe(true);
    const ran = await pawl.run(["uninstall", "--purge", "--yes"]);
    expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
    expect(existsSync(pawl.home)).toBe(false);
    expect(traces(scratch.home, scratch.project, second)).toEqual([]);
    expect(readFileSync(join(scratch.home, ".codex", "config.toml"), "utf8")).toBe('model = "gpt"\n');
    expect(existsSync(join(scratch.home, ".codex", "hooks.json"))).toBe(false);
    for (const dir of [scratch.project, second]) {
      expect(git(dir, scratch.home, "status", "--short", "-uall")).toBe("");
      expect(readdirSync(dir)).toEqual([".git"]);
    }
    // The keeper answers open sessions for a moment, then ends, and makes nothing again.
    const isFree = async () => (await fetch(`${pawl.url}/keeper`).catch(() => undefined)) === undefined;
    expect(await eventually(isFree)).toBe(true);
    expect(existsSync(pawl.home)).toBe(false);
  },
  LIMIT,
);

test(
  "a session in the root of the disk, in the home, or in a folder that is no project leaves nothing there",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const plain = join(scratch.root, "plain");
    mkdirSync(plain);
    await pawl.run(["install"]);
    const inRoot = () => [
      readdirSync("/").filter((name) => /claude|pawl/i.test(name)),
      existsSync("/.claude") ? readdirSync("/.claude") : [],
    ];
    const before = inRoot();
    for (const [cwd, text] of [
      ["/", "root"],
      [plain, "plain"],
      [scratch.home, "home"],
    ] as const)
      await playSession(scratch, cwd, pawl, text);
    // Without a project they are in the client's own folder; when they are there, nothing more is written.
    const folder = join(scratch.home, ".claude", "sessions");
    const files = () => (existsSync(folder) ? readdirSync(folder) : []).filter((name) => /json$/.test(name));
    expect(await eventually(() => files().length === 3)).toBe(true);
    expect(inRoot()).toEqual(before);
    expect(readdirSync(plain)).toEqual([]);
    expect((await pawl.run(["uninstall", "--purge", "--yes"])).exitCode).toBe(0);
    expect(traces(scratch.home, plain)).toEqual([]);
    expect(files()).toEqual([]);
  },
  LIMIT,
);

test(
  "in a terminal it shows what goes, offers a backup, and asks; a backup that the user made stays",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["remember", "Deploy from main"]);
    const own = join(pawl.home, "mine.db");
    await pawl.run(["backup", own]);
    const argv = [join(REPOSITORY, "bin", "pawl"), "uninstall", "--purge"];
    const options = { cwd: scratch.project, env: pawl.env };
    {
      await using no = runInTerminal(argv, options);
      await no.waitFor("Make a backup first?");
      no.type("n");
      await no.waitFor("Delete all of it");
      no.type("");
      expect(await no.exited).toBe(1);
      expect(no.output()).toContain("1 memory");
      expect(existsSync(join(pawl.home, "pawl.db"))).toBe(true);
    }
    await using yes = runInTerminal(argv, options);
    await yes.waitFor("Make a backup first?");
    yes.type("y");
    await yes.waitFor("Delete all of it");
    yes.type("y");
    expect(await yes.exited).toBe(0);
    expect(readdirSync(pawl.home)).toEqual(["mine.db"]);
    const backup = readdirSync(scratch.home).filter((name) => name.startsWith("pawl-backup-"));
    expect(backup).toHaveLength(1);
    // It can be used again.
    const restored = await pawl.run(["restore", join(scratch.home, backup[0] ?? ""), "--yes"]);
    expect(restored.exitCode).toBe(0);
    expect((await pawl.run(["memory", "list"])).stdout).toContain("Deploy from main");
  },
  LIMIT,
);

test(
  "with the checkout gone, the copy in Pawl's home removes everything",
  async () => {
    await using scratch = await createScratch();
    const checkout = join(scratch.root, "checkout");
    mkdirSync(checkout);
    for (const name of ["bin", "src", "dist", "package.json", "node_modules"])
      Bun.spawnSync(["cp", "-al", join(REPOSITORY, name), join(checkout, name)]);
    await using pawl = await createPawl(scratch, { bin: join(checkout, "bin", "pawl") });
    const settings = join(scratch.home, ".claude", "settings.json");
    mkdirSync(join(scratch.home, ".claude"));
    writeFileSync(settings, '{ "model":"opus" }');
    await pawl.run(["install"]);
    await pawl.run(["up", "--no-open"]);
    renameSync(checkout, join(scratch.root, "elsewhere"));
    const uninstaller = join(pawl.home, "uninstall");
    const run = (...args: string[]) =>
      Bun.spawnSync([uninstaller, ...args], { cwd: scratch.project, env: pawl.env });
    expect(run("--purge", "--dry-run").stdout.toString()).toContain(pawl.home);
    const ran = run("--purge", "--yes");
    expect(ran.stderr.toString()).toBe("");
    expect(ran.exitCode).toBe(0);
    expect(existsSync(pawl.home)).toBe(false);
    expect(readFileSync(settings, "utf8")).toBe('{ "model":"opus" }');
    expect(traces(scratch.home)).toEqual([]);
    renameSync(join(scratch.root, "elsewhere"), checkout);
  },
  LIMIT,
);
