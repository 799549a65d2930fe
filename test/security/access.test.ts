/** Access control: the rows of docs/security.md that no other test covers. */

import { expect, test } from "bun:test";
import { chownSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COMMAND_NAMES } from "../../src/cli/commands.ts";
import { openTestApp } from "../../src/daemon/test-app.ts";
import { foreignOwner } from "../../src/platform/own-home.ts";
import { homeAt } from "../../src/platform/paths.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { openProgram } from "../cli/program.ts";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl } from "../e2e/pawl.ts";

const CLIMBS = [
  "../../../../etc/passwd",
  "..%2f..%2f..%2fetc%2fpasswd",
  "....//....//etc/passwd",
  "%00",
  "..\\..\\x",
];

test("no route reads or writes a file that its path or body names", async () => {
  await using app = await openTestApp();
  const marker = join(app.dir, "outside.jsonl");
  writeFileSync(marker, "top secret outside\n");
  const before = readdirSync(app.dir, { recursive: true }).length;
  const routes = [
    "/api/sessions/X",
    "/api/X",
    "/X",
    "/api/context?project=X",
    "/api/prompts?sessionId=X",
    "/mcp/X",
  ];
  for (const climb of [...CLIMBS, marker, encodeURIComponent(marker)]) {
    for (const route of routes) {
      const answer = await app.request(route.replace("X", climb));
      const text = await answer.text();
      expect(text).not.toContain("top secret outside");
      expect(text).not.toContain("root:");
      expect(answer.status).toBeLessThan(500);
    }
    const body = { sessionId: climb, content: "x", toolName: "t", toolInput: {}, toolResponse: "y" };
    for (const route of ["/api/prompts", "/api/observations", "/api/sessions/start", "/api/sessions/stop"]) {
      expect((await app.post(route, body)).status).toBeLessThan(500);
    }
    // Session ids become file names of marks: only ids in the client's format.
    await app.post("/hook", {
      hook_event_name: "SessionStart",
      session_id: climb,
      cwd: climb,
      source: "startup",
    });
  }
  const after = readdirSync(app.dir, { recursive: true, encoding: "utf8" });
  expect(after.filter((name) => name.includes("passwd"))).toEqual([]);
  expect(after.length - before).toBeLessThanOrEqual(2);
});

test("a session id that is a path names no file, not even for a mark", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  for (const session_id of [...CLIMBS, "../escaped", "../../escaped", "ok-1"]) {
    const stdin = JSON.stringify({ hook_event_name: "SessionStart", session_id, cwd: "/" });
    expect(await pawl.run(["hook"], { stdin, env: { PAWL_OFF: "1" } })).toMatchObject({
      exitCode: 0,
      stdout: "{}",
    });
  }
  expect(readdirSync(join(pawl.home, "off"))).toEqual(["ok-1"]);
  expect(readdirSync(pawl.home).sort()).toEqual(["off"]);
  expect(existsSync(join(scratch.root, "escaped"))).toBe(false);
}, 180_000);

test("a transcript path that is a pipe, a folder or no transcript is neither awaited nor read", async () => {
  await using app = await openTestApp();
  const pipe = join(app.dir, "pipe.jsonl");
  expect(Bun.spawnSync(["mkfifo", pipe]).exitCode).toBe(0);
  mkdirSync(join(app.dir, "folder.jsonl"));
  writeFileSync(join(app.dir, "notes.txt"), '{"type":"user","message":{"content":"not a transcript"}}\n');
  for (const name of ["pipe.jsonl", "folder.jsonl", "notes.txt", "missing.jsonl"]) {
    const answer = await app.post("/hook", {
      hook_event_name: "SessionEnd",
      session_id: "s1",
      cwd: "/p",
      transcript_path: join(app.dir, name),
    });
    expect(answer.status).toBe(200);
  }
  expect((await recordsIn(app.store).session("s1"))?.prompts).toEqual([]);
  expect(app.service.counts().background_error).toBeUndefined();
});

test("a home that belongs to another user, or a link to one, is not used: nothing is read or written there", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  using program = await openProgram();
  // Root can create one that is not ours; for other users one exists already.
  const theirs = process.getuid?.() === 0 ? join(scratch.root, "theirs") : "/";
  if (theirs !== "/") {
    mkdirSync(theirs, { mode: 0o777 });
    chownSync(theirs, 65_534, 65_534);
  }
  const link = join(scratch.root, "link");
  symlinkSync(theirs, link);
  for (const home of [theirs, link]) {
    expect(foreignOwner(homeAt(home))).toBe(theirs === "/" ? 0 : 65_534);
    const event = { hook_event_name: "UserPromptSubmit", session_id: "s", cwd: "/", prompt: "mine" };
    const env = { PAWL_HOME: home };
    expect(await pawl.run(["hook"], { stdin: JSON.stringify(event), env })).toMatchObject({ stdout: "{}" });
    // Whether the folder is named or linked to is looked at in one place; who looks at all, at each command.
    const names = home === link ? (["up", "install", "search"] as const) : COMMAND_NAMES;
    for (const name of names.filter((one) => one !== "hook")) {
      const ran = await program.run([name], env);
      expect([name, ran.exitCode]).toEqual([name, 1]);
      expect(ran.stderr).toContain("belongs to another user");
    }
  }
  if (theirs !== "/") expect(readdirSync(theirs)).toEqual([]);
  expect(statSync(theirs).isDirectory()).toBe(true);
  expect(foreignOwner(homeAt(scratch.root))).toBeUndefined();
  expect(existsSync(join(theirs, "spool"))).toBe(false);
}, 180_000);

test("pawl hook sends the less privileged token, which opens only the hook route", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  await pawl.run(["up"]);
  const { pid } = await pawl.json<{ pid: number }>(["status"]);
  await pawl.run(["down", "--all"]);
  expect(pid).toBeGreaterThan(0);
  // A program that claims to be the daemon: what does it receive?
  const heard: string[] = [];
  using stranger = Bun.serve({
    hostname: "127.0.0.1",
    port: pawl.port,
    fetch(request) {
      heard.push(JSON.stringify([...request.headers]));
      return Response.json({});
    },
  });
  const info = { pid: process.pid, port: stranger.port, version: "99.0.0", startedAt: 1 };
  writeFileSync(join(pawl.home, "daemon.json"), JSON.stringify(info));
  await pawl.run(["hook"], { stdin: '{"hook_event_name":"Stop","session_id":"s","cwd":"/"}' });
  // The hook's event, and a new daemon that looks for a keeper.
  expect(heard.length).toBeGreaterThan(0);
  expect(heard.join()).not.toContain(await pawl.token());
  writeFileSync(join(pawl.home, "daemon.json"), "{}");
}, 180_000);
