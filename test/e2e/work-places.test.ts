/** Work keeps its place, in the real client: branches, packages, renamed folders, and how it ends. */
import { expect, test } from "bun:test";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch, runClaude, type Scratch } from "./harness/client.ts";
import { asSummary, callTool, inSubagent, say, startModel } from "./harness/model.ts";
import { createPawl, type Pawl } from "./pawl.ts";

const LIMIT = 240_000;
const UNFINISHED = "[Pawl] Unfinished workflow";

function git(cwd: string, ...args: string[]): void {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
  // A branch that is made here is older than the work: git counts whole seconds.
  const dated = { GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z" };
  const env = { PATH: process.env.PATH ?? "", HOME: cwd, GIT_CONFIG_NOSYSTEM: "1", ...dated };
  const run = Bun.spawnSync(["git", ...identity, ...args], { cwd, env });
  if (run.exitCode !== 0) throw new Error(`git ${args.join(" ")}: ${run.stderr}`);
}

async function tasks(folder: string, name: string, text: string): Promise<string> {
  const path = join(folder, "specs", "features", "in-progress", name);
  await mkdir(path, { recursive: true });
  await writeFile(join(path, "tasks.md"), text);
  return path;
}

async function begin(options: { git: boolean }): Promise<{ scratch: Scratch; pawl: Pawl } & AsyncDisposable> {
  const scratch = await createScratch(options);
  const pawl = await createPawl(scratch);
  await pawl.run(["up"]);
  await pawl.run(["install"]);
  return {
    scratch,
    pawl,
    async [Symbol.asyncDispose]() {
      await pawl[Symbol.asyncDispose]();
      await scratch[Symbol.asyncDispose]();
    },
  };
}

/** What reaches the model in a new session that asks one question there. */
async function told(scratch: Scratch, cwd = scratch.project, prompt = "what does this branch change?") {
  await using model = startModel([say("Nothing.")]);
  await runClaude({ home: scratch.home, cwd, model, prompt });
  return model.mainRequests()[0]?.text ?? "";
}

const statusOf = async (pawl: Pawl, cwd: string) => (await pawl.run(["workflow", "status"], { cwd })).stdout;

test(
  "a question on another branch leaves the workflow where it is; a renamed branch takes it along",
  async () => {
    await using world = await begin({ git: true });
    const { scratch, pawl } = world;
    const { project } = scratch;
    git(project, "commit", "-q", "--allow-empty", "-m", "first");
    git(project, "branch", "hotfix");
    for (const branch of ["main", "feat-x"]) {
      if (branch !== "main") git(project, "checkout", "-q", "-b", branch);
      await pawl.run(["workflow", "start", "standard"]);
      git(project, "checkout", "-q", "hotfix");
      expect(await told(scratch)).not.toContain(UNFINISHED);
      git(project, "checkout", "-q", branch);
      expect(await told(scratch)).toContain(UNFINISHED);
      if (branch === "main") await pawl.run(["workflow", "end"]);
    }
    git(project, "branch", "-m", "feat-y");
    expect(await told(scratch)).toContain(UNFINISHED);
    expect(await statusOf(pawl, project)).toContain("standard");
  },
  LIMIT,
);

test(
  "two workflows side by side, one without a feature; two packages have one each",
  async () => {
    await using world = await begin({ git: true });
    const { scratch, pawl } = world;
    const { project } = scratch;
    await pawl.run(["workflow", "start", "standard"]);
    await pawl.run(["workflow", "start", "quick", "--feature", "b"]);
    const list = await pawl.run(["workflow", "list"]);
    expect(list.stdout).toContain("standard");
    expect(list.stdout).toContain("b");
    for (const name of ["standard", "b"]) {
      const ended = await pawl.run(["workflow", "end", name]);
      expect([name, ended.exitCode]).toEqual([name, 0]);
    }
    for (const name of ["app", "lib"]) {
      const folder = join(project, "packages", name);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, "package.json"), JSON.stringify({ name }));
      await tasks(folder, `${name}-feature`, `- [ ] TASK_OF_${name.toUpperCase()}\n`);
      const started = await pawl.run(["workflow", "start", "quick", "--feature", `${name}-feature`], {
        cwd: folder,
      });
      expect([started.stderr, started.exitCode]).toEqual(["", 0]);
    }
    for (const [name, other] of [
      ["app", "lib"],
      ["lib", "app"],
    ] as const) {
      const text = await told(scratch, join(project, "packages", name));
      expect(text).toContain(`TASK_OF_${name.toUpperCase()}`);
      expect(text).not.toContain(`TASK_OF_${other.toUpperCase()}`);
    }
  },
  LIMIT,
);

test.each([
  ["with a git remote", "remote"],
  ["with a first commit and no remote", "commit"],
  ["without git, by its manifest's name", "manifest"],
])(
  "a renamed folder %s: workflow, sessions and memories are found again, and the user hears of it",
  async (_name, how) => {
    await using world = await begin({ git: how !== "manifest" });
    const { scratch, pawl } = world;
    const { project } = scratch;
    if (how === "manifest") await writeFile(join(project, "package.json"), '{"name": "shop-front"}');
    else git(project, "commit", "-q", "--allow-empty", "-m", "first");
    if (how === "remote") git(project, "remote", "add", "origin", "https://git.example.com/me/shop.git");
    await pawl.run(["remember", "The WAREHOUSE service answers on port 7001.", "--priority", "1"]);
    await pawl.run(["workflow", "start", "standard"]);
    expect(await told(scratch, project, "Look at the parcel labels")).toContain("WAREHOUSE");
    const moved = join(scratch.root, "renamed");
    await rename(project, moved);

    const text = await told(scratch, moved);
    expect(text).toContain("WAREHOUSE");
    expect(text).toContain(UNFINISHED);
    expect(await statusOf(pawl, moved)).toContain("standard");
    expect((await pawl.run(["memory", "list"], { cwd: moved })).stdout).toContain("WAREHOUSE");
    const found = await pawl.run(["search", "parcel labels", "--project", moved], { cwd: moved });
    expect(found.stdout).toContain("parcel");
  },
  LIMIT,
);

test(
  "commands alone find a renamed project, before any session",
  async () => {
    await using world = await begin({ git: true });
    const { scratch, pawl } = world;
    git(scratch.project, "commit", "-q", "--allow-empty", "-m", "first");
    await pawl.run(["remember", "The WAREHOUSE service answers on port 7001."]);
    await pawl.run(["workflow", "start", "standard"]);
    await told(scratch);
    const moved = join(scratch.root, "renamed");
    await rename(scratch.project, moved);
    expect(await statusOf(pawl, moved)).toContain("standard");
    expect((await pawl.run(["memory", "list"], { cwd: moved })).stdout).toContain("WAREHOUSE");
  },
  LIMIT,
);

test(
  "three failures in one turn reach the model at once; a finished workflow gives no orders after a compaction",
  async () => {
    await using world = await begin({ git: true });
    const { scratch, pawl } = world;
    const { home, project } = scratch;
    await mkdir(join(project, ".claude", "agents"), { recursive: true });
    const agent = "---\nname: planner\ndescription: Plans\n---\nYou plan.\n";
    await writeFile(join(project, ".claude", "agents", "planner.md"), agent);
    const planner = {
      description: "Plan",
      prompt: "Plan it",
      subagent_type: "planner",
      run_in_background: false,
    };
    await pawl.run(["workflow", "start", "standard"]);
    const fail = [callTool("Agent", planner), inSubagent(say('No. <!-- VERDICT: {"result":"FAIL"} -->'))];
    await using model = startModel([...fail, ...fail, ...fail, say("I stop here.")]);
    const failed = await runClaude({ home, cwd: project, model, prompt: "Plan", allowedTools: ["Agent"] });
    const last = model.mainRequests().at(-1)?.text ?? "";
    expect(last).toContain("Failures: 3/3");
    // The person sees it at the end of the turn.
    const messages = failed.hookEvents.map((event) => JSON.stringify(event));
    expect(messages.filter((text) => /systemMessage.*Failures: 3\/3/.test(text))).not.toEqual([]);

    const { stages: open } = await pawl.json<{ stages: Record<string, unknown> }>(["workflow", "status"]);
    for (const key of Object.keys(open)) await pawl.run(["workflow", "stage", key, "done"]);
    await using second = startModel([
      say("Hello."),
      asSummary(say("<summary>All is done.</summary>")),
      say("Going on."),
    ]);
    const one = await runClaude({ home, cwd: project, model: second, prompt: "Hi" });
    await runClaude({ home, cwd: project, model: second, prompt: "/compact", resume: one.sessionId });
    await runClaude({ home, cwd: project, model: second, prompt: "Go on", resume: one.sessionId });
    expect(second.mainRequests().at(-1)?.text ?? "").not.toContain("Continue with the current stage");
    expect(await statusOf(pawl, project)).toMatch(/finished|completed|done/i);
    const list = await pawl.run(["workflow", "list"], { cwd: project });
    expect(list.stdout).toContain("is completed");
    const timeline = await pawl.run(["workflow", "timeline"], { cwd: project });
    expect(timeline.stdout.split("\n").length).toBeGreaterThan(8);
  },
  LIMIT,
);

test(
  "ended early is not called completed; all tasks ticked and a feature moved away are asked about once",
  async () => {
    await using world = await begin({ git: true });
    const { scratch, pawl } = world;
    const { project } = scratch;
    await pawl.run(["workflow", "start", "tdd"]);
    await pawl.run(["workflow", "end"]);
    expect(await statusOf(pawl, project)).not.toMatch(/is completed/);
    const folder = await tasks(project, "labels", "- [ ] ONE\n");
    await pawl.run(["workflow", "start", "quick", "--feature", "labels"]);
    expect(await told(scratch)).toContain("ONE");
    await writeFile(join(folder, "tasks.md"), "- [x] ONE\n");
    expect(await told(scratch)).toContain("workflow end");
    expect(await told(scratch)).not.toContain("workflow end");
    await mkdir(join(project, "specs", "features", "done"), { recursive: true });
    await rename(folder, join(project, "specs", "features", "done", "labels"));
    expect(await told(scratch)).not.toContain("workflow end");
    await pawl.run(["workflow", "end", "labels"]);

    const other = await tasks(project, "parcels", "- [ ] TWO\n");
    await pawl.run(["workflow", "start", "quick", "--feature", "parcels"]);
    expect(await told(scratch)).toContain("TWO");
    await rename(other, join(project, "specs", "features", "done", "parcels"));
    expect(await told(scratch)).toContain("workflow end");
    expect(await told(scratch)).not.toContain("workflow end");
  },
  LIMIT,
);

test(
  "a second session on the same work hears that the first is at it, and is not ordered to continue",
  async () => {
    await using world = await begin({ git: true });
    const { scratch, pawl } = world;
    const { home, project } = scratch;
    await tasks(project, "labels", "- [ ] ONE\n");
    await pawl.run(["workflow", "start", "quick", "--feature", "labels"]);
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    await using slow = startModel();
    const held = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      idleTimeout: 0,
      async fetch(request) {
        const { method, headers, url } = request;
        const body = await request.text();
        // The client's other requests, such as the one for a title, have no tools.
        if (body.includes('"tools":[{')) asked.resolve();
        await answer.promise;
        return fetch(slow.url + new URL(url).pathname, { method, headers, body });
      },
    });
    const model = { url: `http://127.0.0.1:${held.port}` };
    const first = runClaude({ home, cwd: project, model, prompt: "Begin with the labels" });
    await asked.promise;
    const second = await told(scratch, project, "What is a label?");
    answer.resolve();
    await first;
    await held.stop(true);
    expect(second).toContain("Another session was in the middle of this work");
    expect(second).toContain("ONE");
    expect(second).not.toContain("Use TaskCreate");
  },
  LIMIT,
);

test(
  "the model starts and ends a workflow by tool, and hears of tools, not of commands",
  async () => {
    await using world = await begin({ git: true });
    const { scratch, pawl } = world;
    const { home, project } = scratch;
    const [start, end] = ["mcp__pawl__workflow_start", "mcp__pawl__workflow_end"];
    await using model = startModel([
      callTool(start, { type: "quick", feature: "labels" }),
      callTool(end, {}),
      say("It is over."),
    ]);
    const prompt = "Begin a quick workflow for the labels, then drop it";
    await runClaude({ home, cwd: project, model, prompt, allowedTools: [start, end] });
    const [, started = "", ended = ""] = model.mainRequests().map(({ text }) => text);
    expect(started).toContain("call workflow_move with stage DEV");
    expect(started).not.toContain("workflow stage DEV completed");
    expect(ended).toContain("was ended at 0/3");
    expect((await pawl.run(["workflow", "list"], { cwd: project })).stdout).toContain("labels");
  },
  LIMIT,
);
