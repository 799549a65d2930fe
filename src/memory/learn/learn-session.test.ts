/** What the daemon learns from sessions, and when. */

import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type App, playing } from "../../../test/memory-session.ts";
import { openTestApp } from "../../daemon/test-app.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { digestsIn, knowledgeIn, memoriesIn } from "../sql/index.ts";

const fixtures = join(import.meta.dir, "..", "..", "..", "test", "fixtures", "events");
const ERROR = "src/app.ts:7:3 - error TS2304: Cannot find name 'createServer'.";

async function fixIt(app: App, id: string) {
  const session = playing(app, id);
  await session.ask("Always use pnpm instead of npm. Get the types of the server right");
  await session.fail("pnpm run typecheck", ERROR);
  await session.edit("src/app.ts", "listen(80)", 'import { createServer } from "node:http";\nlisten(80)');
  await session.run("pnpm run typecheck");
  return session;
}

/** Everything that was learned, as it stands in the store. */
const learned = async ({ store, dir: project }: App) => ({
  solutions: await knowledgeIn(store).solutions({ project, limit: 99 }),
  digests: await digestsIn(store).digests({ project, limit: 99 }),
  memories: await memoriesIn(store).memories({ project, status: ["proposed", "active"], limit: 99 }),
  permissions: await knowledgeIn(store).permissions({ project, limit: 99 }),
});

test("S1.5 S1.12 Stop learns solutions, files, commands and rules with their provenance; again changes nothing", async () => {
  await using app = await openTestApp();
  writeFileSync(join(app.dir, "package.json"), "{}");
  const session = await fixIt(app, "one");
  await session.stop();
  const first = await learned(app);
  expect(first.solutions).toMatchObject([
    {
      kind: "file",
      toolName: "Bash",
      successes: 1,
      failures: 0,
      source: "derived",
      provenance: { sessionId: "one", event: expect.stringContaining("one/tool/") },
    },
  ]);
  expect(first.digests).toMatchObject([
    {
      sessionId: "one",
      turns: [{ prompt: expect.stringContaining("types of the server"), edited: ["src/app.ts"] }],
      files: [{ path: "src/app.ts", edits: 1 }],
      commands: [{ command: "pnpm run typecheck", good: 1 }],
      failures: [{ cure: { kind: "file", path: "src/app.ts" } }],
    },
  ]);
  expect(first.memories).toMatchObject([
    {
      status: "active",
      priority: 2,
      origin: "derived",
      uri: expect.stringMatching(/^project:\/\/rules\/always-use-pnpm/),
      provenance: {
        sessionId: "one",
        evidence: expect.stringContaining("Always use pnpm"),
        at: expect.any(Number),
      },
    },
  ]);
  await session.stop();
  await session.end();
  expect(await learned(app)).toEqual(first);
});

test("S1.5 a rule that is said again in another session stays one rule; a derived record carries the file's hash", async () => {
  await using app = await openTestApp();
  await Bun.write(join(app.dir, "src/app.ts"), "listen(80)\n");
  await (await fixIt(app, "one")).stop();
  const again = playing(app, "two");
  await again.ask("Please always use pnpm instead of npm.");
  await again.stop();
  const { memories } = await learned(app);
  expect(memories).toMatchObject([{ status: "active", version: 1, provenance: { sessionId: "one" } }]);
});

test("S1.2 SessionEnd saves the summary and ends the session's temporary memories, and no other's", async () => {
  await using app = await openTestApp();
  for (const [uri, sessionId] of [
    ["task://mine", "one"],
    ["task://theirs", "two"],
  ] as const) {
    const provenance = { sessionId };
    const more = { origin: "user", redaction: 1, author: "test", at: 1 } as const;
    await memoriesIn(app.store).saveMemory({
      uri,
      project: app.dir,
      content: "Mind the gap.",
      priority: 8,
      provenance,
      ...more,
    });
  }
  const session = playing(app, "one");
  await session.ask("Do it");
  await session.end();
  const status = async (uri: string) =>
    (await memoriesIn(app.store).memory({ uri, project: app.dir }))?.status;
  expect([await status("task://mine"), await status("task://theirs")]).toEqual(["deleted", "active"]);
  expect((await recordsIn(app.store).session("one"))?.summary?.text).toContain("Do it");
});

test("S1.3 S1.18 PreCompact extracts and saves, and what was kept is confirmed to the user", async () => {
  await using app = await openTestApp();
  const session = await fixIt(app, "one");
  await session.fire("PreCompact", { trigger: "auto" });
  await app.service.idle();
  expect(await learned(app)).toMatchObject({
    solutions: [{ successes: 1 }],
    memories: [{ status: "active" }],
  });
  const output = await session.fire("PostCompact", { compact_summary: "" });
  expect(output.systemMessage).toBe(
    "Pawl: saved before compaction: 1 solution, changes in 1 file, 1 rule of yours, 0 decisions.",
  );
});

test("S1.8 what the user allowed when asked, and refused, is learned by kind of call", async () => {
  await using app = await openTestApp();
  const session = playing(app, "one");
  const input = { command: "docker compose up -d" };
  await session.ask("Start it");
  await session.fire("PermissionRequest", { tool_name: "Bash", tool_input: input });
  await session.run(input.command);
  await session.run("ls");
  await session.fail("git push", "The user doesn't want to proceed with this tool use.");
  await session.stop();
  await session.stop();
  expect((await learned(app)).permissions).toMatchObject([
    { toolName: "Bash", subject: "git push", decision: "deny" },
    { toolName: "Bash", subject: "docker compose", decision: "allow" },
  ]);
});

test("S1.9 a notification is recorded", async () => {
  await using app = await openTestApp();
  const body = JSON.parse(readFileSync(join(fixtures, "Notification.json"), "utf8"));
  await app.post("/hook", { ...body, cwd: app.dir });
  const records = await recordsIn(app.store).session(body.session_id);
  expect(records?.events[0]).toMatchObject({ event: "Notification" });
  expect(records?.events[0]?.body).toContain(body.message);
});

describe("S1.17 asking to save", () => {
  const changeMuch = async (app: App) => {
    const session = playing(app, "one");
    for (let i = 0; i < 6; i++) await session.edit(`src/${i}.ts`, "a", "b");
    return session;
  };

  test("is off unless the user turns it on", async () => {
    await using app = await openTestApp();
    expect((await (await changeMuch(app)).stop()).decision).toBeUndefined();
  });

  test("blocks once with what to save; stop_hook_active and fewer changes never", async () => {
    await using app = await openTestApp({ settings: { memory: { askToSave: true, askToSaveAfter: 5 } } });
    const session = await changeMuch(app);
    expect((await session.stop({ stop_hook_active: true })).decision).toBeUndefined();
    const blocked = await session.stop();
    expect(blocked).toMatchObject({ decision: "block" });
    expect(blocked.reason).toContain("6 changes");
    expect(blocked.reason).toContain("src/5.ts");
    expect((await session.stop({ last_assistant_message: "later" })).decision).toBeUndefined();
    const few = playing(app, "two");
    await few.edit("a.ts", "a", "b");
    expect((await few.stop()).decision).toBeUndefined();
  });
});

test("what a person says with a refusal is read like a prompt: an order that lasts is a rule, a remark is none", async () => {
  await using app = await openTestApp();
  const session = playing(app, "one");
  const refuse = (reason: string) =>
    session.fire("PostToolUseFailure", {
      tool_name: "Bash",
      tool_input: { command: `git push ${reason.length}` },
      tool_use_id: `t${reason.length}`,
      error: `The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\n${reason}`,
    });
  await session.ask("Ship it");
  await refuse("Never push to main yourself");
  await refuse("wait, let me look first");
  await session.stop();
  const { memories } = await learned(app);
  expect(memories).toMatchObject([
    { content: "Never push to main yourself", author: "user", status: "active" },
  ]);
});

test("a path in a shell line is read from the folder that the hook names, also after a cd in the line", async () => {
  await using app = await openTestApp();
  const session = playing(app, "one");
  const lib = join(app.dir, "lib");
  await session.ask("Write the tables");
  await session.run("cp a.txt first.txt");
  await session.fire("CwdChanged", { cwd: lib, old_cwd: app.dir, new_cwd: lib });
  const lines = [
    "echo 1 > out.txt",
    "date | tee log.txt",
    "cp a.txt copied.txt",
    "mv a.txt moved.txt",
    "sed -i s/1/2/ edited.txt",
    "cd sub && echo 1 > deep.txt",
    "cd .. && touch root.txt",
    `cp a.txt ${join(app.dir, "whole.txt")}`,
  ];
  for (const line of lines) await session.run(line, { cwd: lib });
  await session.end();
  const [digest] = (await learned(app)).digests;
  expect(digest?.files.map(({ path }) => path).toSorted()).toEqual([
    "first.txt",
    "lib/copied.txt",
    "lib/edited.txt",
    "lib/log.txt",
    "lib/moved.txt",
    "lib/out.txt",
    "lib/sub/deep.txt",
    "root.txt",
    "whole.txt",
  ]);
});
