/** Compaction with broken files: the client always gets its answer, and nothing partial is left. */
import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { openTestApp } from "../../src/daemon/test-app.ts";
import { WORKFLOWS } from "../../src/work/workflow/stages.ts";
import { setStage, startWorkflow } from "../../src/work/workflow/state.ts";
import { createWorkflow, readTimeline, readWorkflow, workflowPath } from "../../src/work/workflow-files.ts";
import { writePointer } from "../../src/work/works.ts";
import { asOrdinaryUser } from "../as-ordinary-user.ts";
import { playedFolder } from "../played-session.ts";
import { canMount, openSmallDisk } from "../small-disk.ts";

type App = Awaited<ReturnType<typeof openTestApp>>;

const ID = "5e551011-ffff";
const NOTHING = { result: "" };

let calls = 0;
/** Bodies must differ, otherwise the second counts as a duplicate of the first. */
async function fire(app: App, name: string, cwd = app.dir, id = ID) {
  const event = { hook_event_name: name, session_id: id, cwd, n: ++calls, prompt: "x", reason: "other" };
  const answer = await app.post("/hook", event);
  expect(answer.status).toBe(200);
  return (await answer.json()) as { systemMessage?: string; result?: string };
}

async function begin(root: string, id = ID): Promise<void> {
  const now = "2026-03-01T10:00:00.000Z";
  const started = startWorkflow({ name: "quick", stages: WORKFLOWS.quick }, { sessionId: id, now });
  expect((await createWorkflow(playedFolder(root, id), setStage(started, "DEV", "completed", now))).ok).toBe(
    true,
  );
  expect((await writePointer(root, id, playedFolder(root, id))).ok).toBe(true);
}

/** Files that an interrupted write leaves behind. */
function leftovers(dir: string): string[] {
  const names = readdirSync(dir, { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.(tmp|lock|break)$/.test(name) && !name.endsWith("daemon.lock"));
}

/** Beside them is the `.gitignore` that keeps them out of git. */
function stateFilesIn(project: string): string[] {
  return readdirSync(join(project, ".claude", "sessions")).filter((name) => name.endsWith(".json"));
}

describe("workflow.json", () => {
  const whole = JSON.stringify({ workflowType: "quick", stages: { DEV: { status: "active" } } });
  const broken: [string, (path: string) => void][] = [
    ["missing", (path) => rmSync(path)],
    ["empty", (path) => writeFileSync(path, "")],
    ["truncated", (path) => writeFileSync(path, whole.slice(0, -20))],
    ["of a newer version", (path) => writeFileSync(path, JSON.stringify({ version: 99 }))],
    ["unreadable", (path) => chmodSync(path, 0o000)],
    [
      "replaced by a directory",
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ];
  test.each(broken)("S3.10 S3.12 %s: an empty answer, and the file is not changed", async (what, breakIt) => {
    await using app = await openTestApp();
    await begin(app.home.dir);
    const path = workflowPath(playedFolder(app.home.dir, ID));
    breakIt(path);
    const look = () => (existsSync(path) ? [statSync(path).size, statSync(path).mtimeMs] : undefined);
    const before = look();
    await asOrdinaryUser(app.dir, async () => {
      expect(await fire(app, "PreCompact")).toEqual(NOTHING);
      for (const name of ["SubagentStart", "SubagentStop", "Stop", "SessionEnd"]) {
        expect(await fire(app, name)).toEqual({});
      }
      const { systemMessage, ...rest } = await fire(app, "SessionStart");
      expect(rest).toEqual({});
      // The user hears of it, once, where a session starts.
      if (what === "missing") expect(systemMessage).toBeUndefined();
      else expect(systemMessage).toContain(`the workflow file ${path} cannot be used`);
      await app.service.idle();
    });
    expect(look()).toEqual(before);
    expect(leftovers(app.dir)).toEqual([]);
    const log = existsSync(app.home.log) ? readFileSync(app.home.log, "utf8") : "";
    expect(log.includes("a workflow cannot be used")).toBe(what !== "missing");
    expect(log).not.toContain("an event could not be handled");
  });
});

test("S3.17 tasks.md of 10 MB is read whole", async () => {
  await using app = await openTestApp();
  await begin(app.home.dir);
  const folder = join(app.dir, "specs", "features", "in-progress", "huge");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "tasks.md"), `## Tasks\n${"- [ ] one more thing to do\n".repeat(400_000)}`);
  const { systemMessage = "" } = await fire(app, "PreCompact");
  expect(systemMessage).toContain("Feature: huge (0/400000 done)");
  expect(systemMessage.length).toBeLessThanOrEqual(2000);
  await app.service.idle();
});

test("a read-only .claude only adds a log entry", async () => {
  await using app = await openTestApp();
  await begin(app.home.dir);
  // A session without a prompt writes no state file.
  await fire(app, "UserPromptSubmit");
  chmodSync(join(app.dir, ".claude"), 0o555);
  await asOrdinaryUser(app.dir, async () => {
    expect((await fire(app, "PreCompact")).systemMessage).toContain("(1/3)");
    expect((await fire(app, "Stop")).systemMessage).toContain("(1/3)");
    expect(await fire(app, "SessionEnd")).toEqual({});
    await app.service.idle();
  });
  expect(readdirSync(join(app.dir, ".claude"))).toEqual([]);
  expect(readFileSync(app.home.log, "utf8")).toContain("a state file was not written");
});

test("two sessions that write at once lose nothing", async () => {
  await using app = await openTestApp();
  const ids = ["aaaaaaaa-1", "bbbbbbbb-2"];
  for (const id of ids) {
    await begin(app.home.dir, id);
    await fire(app, "UserPromptSubmit", app.dir, id);
  }
  const rounds = Array.from({ length: 8 }, () => ids).flat();
  await Promise.all(
    rounds.flatMap((id) =>
      ["PreCompact", "Stop", "SessionStart"].map((name) => fire(app, name, app.dir, id)),
    ),
  );
  await app.service.idle();
  for (const id of ids) {
    const types = readTimeline(playedFolder(app.home.dir, id)).map(({ type }) => type);
    expect(types.filter((type) => type === "session:compact")).toHaveLength(8);
    expect(readWorkflow(playedFolder(app.home.dir, id)).ok).toBe(true);
  }
  const files = stateFilesIn(app.dir);
  expect(files).toHaveLength(2);
  for (const name of files) JSON.parse(readFileSync(join(app.dir, ".claude", "sessions", name), "utf8"));
  expect(leftovers(app.dir)).toEqual([]);
});

describe.skipIf(!canMount)("a full disk (needs root and mount)", () => {
  test("for the project and the workflows: the answer is complete, the files are unchanged", async () => {
    await using disk = openSmallDisk(256);
    await using app = await openTestApp({ settings: { workflow: { root: disk.dir } } });
    await begin(disk.dir);
    // Only a project gets state files, and only for a session with a prompt.
    mkdirSync(join(disk.dir, ".claude"));
    await fire(app, "UserPromptSubmit", disk.dir);
    const path = workflowPath(playedFolder(disk.dir, ID));
    const before = readFileSync(path, "utf8");
    disk.fill();
    expect((await fire(app, "PreCompact", disk.dir)).systemMessage).toContain("(1/3)");
    expect((await fire(app, "Stop", disk.dir)).systemMessage).toContain("(1/3)");
    expect(await fire(app, "SessionEnd", disk.dir)).toEqual({});
    await app.service.idle();
    expect(readFileSync(path, "utf8")).toBe(before);
    expect(leftovers(disk.dir)).toEqual([]);
    expect(readdirSync(dirname(path))).not.toContain("timeline.jsonl.lock");
    expect(readTimeline(playedFolder(disk.dir, ID))).toEqual([]);
    expect(readFileSync(app.home.log, "utf8")).toContain("disk_full");

    disk.empty();
    await fire(app, "PreCompact", disk.dir);
    await app.service.idle();
    expect(readTimeline(playedFolder(disk.dir, ID))).toHaveLength(1);
    expect(stateFilesIn(disk.dir)).toHaveLength(1);
  });

  test("for Pawl's own home: an empty answer, and it works again once there is space", async () => {
    await using disk = openSmallDisk(4096);
    await using app = await openTestApp({ dir: disk.dir });
    await begin(app.home.dir);
    expect((await fire(app, "PreCompact")).systemMessage).toContain("(1/3)");
    await app.service.idle();
    disk.fill();
    expect(await fire(app, "PreCompact")).toEqual(NOTHING);
    // The counters are written a second after they change.
    await Bun.sleep(1100);
    await app.service.idle();
    expect(leftovers(disk.dir)).toEqual([]);
    disk.empty();
    expect((await fire(app, "PreCompact")).systemMessage).toContain("(1/3)");
    await app.service.idle();
  });
});
