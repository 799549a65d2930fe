import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, sep } from "node:path";
import { asOrdinaryUser } from "../../test/as-ordinary-user.ts";
import { messagesFor } from "../locale/index.ts";
import { WORKFLOWS } from "./workflow/stages.ts";
import { setStage, startWorkflow } from "./workflow/state.ts";
import { timelineEvent } from "./workflow/timeline.ts";
import {
  appendTimeline,
  createWorkflow,
  readTimeline,
  readWorkflow,
  sessionFolder,
  sessionWorkFolder,
  timelinePath,
  updateWorkflow,
  workflowPath,
} from "./workflow-files.ts";

const NOW = "2026-03-01T10:00:00.000Z";
const at = { now: NOW, messages: messagesFor("en") };

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pawl-workflow-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function standard(sessionId = "s-1") {
  return startWorkflow({ name: "standard", stages: WORKFLOWS.standard }, { sessionId, now: NOW });
}

function put(text: string): void {
  mkdirSync(dirname(workflowPath(sessionWorkFolder(root, "s-1"))), { recursive: true });
  writeFileSync(workflowPath(sessionWorkFolder(root, "s-1")), text);
}

const leftovers = () =>
  readdirSync(dirname(workflowPath(sessionWorkFolder(root, "s-1")))).filter((name) => /tmp|lock/.test(name));

describe("sessionFolder", () => {
  test("an ordinary id is its own folder", () => {
    expect(sessionFolder("0b6c1f3e-9a52-4c1f-8a41-6f4d0d6a9f10")).toBe(
      "0b6c1f3e-9a52-4c1f-8a41-6f4d0d6a9f10",
    );
  });

  test.each([
    "../../etc",
    "..",
    ".",
    "",
    "a/b",
    "a\\b",
    "a\0b",
    "C:x",
    "nul",
    "con.txt",
    "x.",
    "é",
    "a..b",
    "x".repeat(300),
  ])("an id like %j stays inside the sessions folder", (id) => {
    const path = workflowPath(sessionWorkFolder(root, id));
    expect(path.startsWith(join(root, "sessions") + sep)).toBe(true);
    expect(path.slice(join(root, "sessions").length + 1).split(sep).length).toBe(2);
    expect(basename(dirname(path))).toMatch(/^id-[0-9a-f]{32}$/);
  });

  test("two odd ids do not share a folder", () => {
    expect(sessionFolder("../a")).not.toBe(sessionFolder("../b"));
  });
});

describe("workflow.json", () => {
  test("what was written is read again, with a revision that counts the writes", async () => {
    await createWorkflow(sessionWorkFolder(root, "s-1"), standard());
    const updated = await updateWorkflow(sessionWorkFolder(root, "s-1"), (state) =>
      setStage(state, "PLAN", "completed", NOW),
    );
    expect(updated).toMatchObject({ ok: true, changed: true, state: { revision: 2, currentStage: "ARCH" } });
    expect(readWorkflow(sessionWorkFolder(root, "s-1"))).toMatchObject({
      ok: true,
      state: { revision: 2, currentStage: "ARCH" },
    });
    expect(leftovers()).toEqual([]);
  });

  test("a change that changes nothing writes nothing", async () => {
    await createWorkflow(sessionWorkFolder(root, "s-1"), standard());
    expect(await updateWorkflow(sessionWorkFolder(root, "s-1"), (state) => state)).toMatchObject({
      ok: true,
      changed: false,
    });
    expect(readWorkflow(sessionWorkFolder(root, "s-1"))).toMatchObject({ state: { revision: 1 } });
  });

  test("S3.10 a session without a workflow is told so, and gets no folder for asking", async () => {
    expect(readWorkflow(sessionWorkFolder(root, "s-1"))).toMatchObject({ ok: false, fault: "missing" });
    expect(await updateWorkflow(sessionWorkFolder(root, "s-1"), (state) => state)).toMatchObject({
      ok: false,
      fault: "missing",
    });
    expect(readdirSync(root)).toEqual([]);
  });

  test.each([
    ["empty", ""],
    ["damaged", '{"sessionId":"s-1","workflowType":"sta'],
    ["damaged", "[1,2]"],
    ["newer", '{"version":99,"workflowType":"standard","stages":{}}'],
    ["too_large", `{"workflowType":"standard","x":"${"y".repeat(1024 * 1024)}"}`],
  ] as const)(
    "S3.12 a file that is %s is a reason, and an update leaves it alone (%#)",
    async (fault, text) => {
      put(text);
      expect(readWorkflow(sessionWorkFolder(root, "s-1"))).toMatchObject({ ok: false, fault });
      expect(await updateWorkflow(sessionWorkFolder(root, "s-1"), (state) => ({ ...state }))).toMatchObject({
        ok: false,
        fault,
      });
      expect(await Bun.file(workflowPath(sessionWorkFolder(root, "s-1"))).text()).toBe(text);
    },
  );

  test("S3.12 a folder, or a loop of links, in the file's place is a reason", () => {
    mkdirSync(workflowPath(sessionWorkFolder(root, "s-1")), { recursive: true });
    expect(readWorkflow(sessionWorkFolder(root, "s-1"))).toMatchObject({ ok: false, fault: "not_a_file" });
    const path = workflowPath(sessionWorkFolder(root, "s-2"));
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(path, path);
    expect(readWorkflow(sessionWorkFolder(root, "s-2"))).toMatchObject({ ok: false, fault: "unreadable" });
  });

  test.skipIf(process.platform === "win32")("S3.17 a pipe in the file's place is not waited for", () => {
    const path = workflowPath(sessionWorkFolder(root, "s-1"));
    mkdirSync(dirname(path), { recursive: true });
    expect(Bun.spawnSync(["mkfifo", path]).exitCode).toBe(0);
    expect(readWorkflow(sessionWorkFolder(root, "s-1"))).toMatchObject({ ok: false, fault: "not_a_file" });
  });

  test("S3.12 a file without permission is a reason", async () => {
    put("{}");
    chmodSync(workflowPath(sessionWorkFolder(root, "s-1")), 0);
    const read = await asOrdinaryUser(root, () => readWorkflow(sessionWorkFolder(root, "s-1")));
    expect(read).toMatchObject({ ok: false, fault: "unreadable" });
  });

  test("a new workflow takes a damaged file's place, never a newer Pawl's", async () => {
    put("{");
    expect(await createWorkflow(sessionWorkFolder(root, "s-1"), standard())).toMatchObject({
      ok: true,
      changed: true,
    });
    const newer = '{"version":99}';
    put(newer);
    expect(await createWorkflow(sessionWorkFolder(root, "s-1"), standard())).toMatchObject({
      ok: false,
      fault: "newer",
    });
    expect(await Bun.file(workflowPath(sessionWorkFolder(root, "s-1"))).text()).toBe(newer);
  });

  test("a home that cannot be written is a reason", async () => {
    writeFileSync(join(root, "sessions"), "in the way");
    expect(await createWorkflow(sessionWorkFolder(root, "s-1"), standard())).toMatchObject({ ok: false });
    expect(
      await appendTimeline(sessionWorkFolder(root, "s-1"), timelineEvent("session:start", {}, at)),
    ).toMatchObject({
      ok: false,
    });
    expect(readTimeline(sessionWorkFolder(root, "s-1"))).toEqual([]);
  });

  test("a change by somebody who does not know the lock is not overwritten", async () => {
    await createWorkflow(sessionWorkFolder(root, "s-1"), standard());
    let tries = 0;
    const result = await updateWorkflow(sessionWorkFolder(root, "s-1"), (state) => {
      // The first call only asks whether there is anything to do; the second one is overtaken.
      if (++tries === 2) put(JSON.stringify({ ...state, rejectCount: 7 }));
      return { ...state, failCount: state.failCount + 1 };
    });
    expect(result).toMatchObject({ ok: true, state: { failCount: 1, rejectCount: 7 } });
    expect(leftovers()).toEqual([]);
  });

  test("a lock that a dead process left is broken", async () => {
    await createWorkflow(sessionWorkFolder(root, "s-1"), standard());
    const dead = Bun.spawn(["true"]);
    await dead.exited;
    const { hostname } = await import("node:os");
    writeFileSync(`${workflowPath(sessionWorkFolder(root, "s-1"))}.lock`, `${hostname()} ${dead.pid} gone`);
    const result = await updateWorkflow(sessionWorkFolder(root, "s-1"), (state) => ({
      ...state,
      failCount: 1,
    }));
    expect(result).toMatchObject({ ok: true, changed: true });
    expect(leftovers()).toEqual([]);
  });

  test("processes that change one file at once lose no update", async () => {
    await createWorkflow(sessionWorkFolder(root, "s-1"), standard());
    const script = `
      import { updateWorkflow } from ${JSON.stringify(join(import.meta.dir, "workflow-files.ts"))};
      for (let n = 0; n < 15; n++) {
        const done = await updateWorkflow(process.argv[1], (s) => ({ ...s, failCount: s.failCount + 1 }));
        if (!done.ok) throw new Error(JSON.stringify(done));
      }`;
    const children = Array.from({ length: 4 }, () =>
      Bun.spawn([process.execPath, "-e", script, sessionWorkFolder(root, "s-1")], { stderr: "pipe" }),
    );
    for (const child of children) {
      expect(await child.exited, await new Response(child.stderr).text()).toBe(0);
    }
    expect(readWorkflow(sessionWorkFolder(root, "s-1"))).toMatchObject({
      state: { failCount: 60, revision: 61 },
    });
    expect(leftovers()).toEqual([]);
  }, 180_000);
});

describe("timeline.jsonl", () => {
  test("S3.13 a compaction is one line with workflow type and stage", async () => {
    const event = timelineEvent("session:compact", { workflowType: "standard", currentStage: "ARCH" }, at);
    expect(await appendTimeline(sessionWorkFolder(root, "s-1"), event)).toEqual({ ok: true });
    expect(readTimeline(sessionWorkFolder(root, "s-1"))).toEqual([event]);
    expect(leftovers()).toEqual([]);
  });

  test("the newest 2000 lines stay", async () => {
    const path = timelinePath(sessionWorkFolder(root, "s-1"));
    mkdirSync(dirname(path), { recursive: true });
    const line = (n: number) => JSON.stringify(timelineEvent("agent:start", { n }, at));
    writeFileSync(path, `${Array.from({ length: 1999 }, (_, n) => line(n)).join("\n")}\n`);
    for (const n of [1999, 2000, 2001]) {
      await appendTimeline(sessionWorkFolder(root, "s-1"), timelineEvent("agent:stop", { n }, at));
    }
    const events = readTimeline(sessionWorkFolder(root, "s-1"));
    expect(events.length).toBe(2000);
    expect([events[0]?.n, events.at(-1)?.n]).toEqual([2, 2001]);
    expect((await Bun.file(path).text()).split("\n").length).toBe(2001);
  });

  test("a line that a crash cut off harms no other", async () => {
    const path = timelinePath(sessionWorkFolder(root, "s-1"));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '{"ts":"x","type":"agent:start"}\n{"ts":"x","ty');
    await appendTimeline(sessionWorkFolder(root, "s-1"), timelineEvent("session:end", {}, at));
    expect(readTimeline(sessionWorkFolder(root, "s-1")).map((event) => event.type)).toEqual([
      "agent:start",
      "session:end",
    ]);
  });
});
