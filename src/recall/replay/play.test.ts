/** Made-up transcripts through the whole service, at the times that they say. */

import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exited, rollout, THREAD } from "../../../test/fixtures/rollout-lines.ts";
import { openScratchService } from "../../daemon/scratch-service.ts";
import { toSettings } from "../../hooks/config/schema.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { playSessions } from "./play.ts";
import { findSessions, readSession } from "./read-session.ts";

const PROJECT = "/home/ada/shop";
const MINUTE = 60_000;
const FIRST = Date.UTC(2026, 0, 5);

type Step = [
  minute: number,
  ...what: ["ask" | "say", string] | ["edit" | "read", string] | ["fail" | "run", string],
];

function transcript(id: string, steps: readonly Step[]): string {
  const lines = steps.flatMap(([minute, what, text], number) => {
    const line = (type: string, message: object, seconds = 0) =>
      JSON.stringify({
        cwd: PROJECT,
        sessionId: id,
        isSidechain: false,
        type,
        message,
        uuid: `${id}-${number}-${type}`,
        timestamp: new Date(FIRST + minute * MINUTE + seconds * 1000).toISOString(),
      });
    if (what === "ask") return [line("user", { role: "user", content: text })];
    const said = { type: "text", text };
    if (what === "say")
      return [line("assistant", { role: "assistant", content: [said], stop_reason: "end_turn" })];
    const name = { edit: "Edit", read: "Read", fail: "Bash", run: "Bash" }[what];
    const input = name === "Bash" ? { command: text } : { file_path: join(PROJECT, text) };
    const use = { type: "tool_use", id: `${id}-${number}`, name, input };
    const result = { type: "tool_result", tool_use_id: use.id, content: "done", is_error: what === "fail" };
    return [
      line("assistant", { role: "assistant", content: [use], stop_reason: "tool_use" }),
      line("user", { role: "user", content: [result] }, 5),
    ];
  });
  return `${lines.join("\n")}\n`;
}

async function play(sessions: Record<string, readonly Step[]>) {
  const dir = mkdtempSync(join(tmpdir(), "pawl-play-"));
  try {
    for (const [id, steps] of Object.entries(sessions)) {
      writeFileSync(join(dir, `${id}.jsonl`), transcript(id, steps));
    }
    const files = findSessions([dir]);
    const projectOf = (cwd: string) => cwd;
    await using scratch = await openScratchService({ settings: toSettings({ locale: "en" }), projectOf });
    const { store, hook, idle, knowledge } = scratch.service;
    const player = { store, hook, idle, knowledge, projectOf, setTime: scratch.setTime, summaryOf: () => "" };
    const played = await playSessions(player, { files });
    const injections = await recordsIn(store).injections({ limit: 100 });
    return { played, injections, stored: await recordsIn(store).session("two") };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

test("at every moment memory holds what had happened by then, also in a session that goes on", async () => {
  const { injections, played } = await play({
    one: [
      [0, "ask", "Round the invoice totals to the quantum"],
      [1, "edit", "src/early.ts"],
      [2, "say", "Rounded."],
      [20, "ask", "Now the taxes"],
      [21, "edit", "src/late.ts"],
      [22, "say", "Done."],
    ],
    two: [
      [10, "ask", "Go on with the totals"],
      [11, "edit", "src/early.ts"],
      [12, "say", "Went on."],
    ],
    three: [
      [30, "ask", "And the discounts"],
      [31, "edit", "src/late.ts"],
      [32, "say", "Those too."],
    ],
  });
  expect(played.map(({ id, earlier }) => [id, earlier])).toEqual([
    ["two", 1],
    ["one", 0],
    ["three", 2],
  ]);
  const startOf = (id: string) =>
    injections.find(({ sessionId, event }) => sessionId === id && event === "SessionStart")?.text ?? "";
  expect(startOf("one")).toBe("");
  expect(startOf("two")).toContain("src/early.ts");
  expect(startOf("two")).not.toContain("src/late.ts");
  expect(startOf("three")).toContain("src/late.ts");
  const [second] = played;
  const session = second?.items.find(({ uri }) => uri === "session://one");
  expect(session).toMatchObject({ event: "SessionStart", kind: "previous-session" });
});

test("a transcript becomes the events of its hooks, with its own times, ids and outcomes", async () => {
  const { stored } = await play({
    two: [
      [0, "ask", "Check the types"],
      [1, "fail", "npx tsc --noEmit"],
      [2, "read", "src/totals.ts"],
      [3, "say", "There is an error."],
    ],
  });
  expect(stored?.observations.map(({ at, ok, toolUseId }) => [at - FIRST, ok, toolUseId])).toEqual([
    [MINUTE + 5000, false, "two-1"],
    [2 * MINUTE + 5000, true, "two-2"],
  ]);
  // The announcement of a call is dropped once its result is there.
  expect(stored?.events.filter(({ event }) => event === "PreToolUse")).toEqual([]);
  expect(stored?.responses.map(({ text }) => text)).toEqual(["There is an error."]);
  expect(stored?.session).toMatchObject({ status: "ended", startedAt: FIRST - 1 });
});

test("a transcript in which nothing was asked is no session", async () => {
  const dir = mkdtempSync(join(tmpdir(), "pawl-play-"));
  const path = join(dir, "empty.jsonl");
  writeFileSync(path, '{"type":"summary","timestamp":"2026-01-05T00:00:00Z"}\n');
  expect(await readSession(path)).toBeUndefined();
  rmSync(dir, { recursive: true, force: true });
});

test("a rollout of Codex is played like any session, plain or compressed", async () => {
  const dir = mkdtempSync(join(tmpdir(), "pawl-play-"));
  try {
    const lines = rollout("new").meta().start("turn-1").ask("Round the totals");
    lines.call("c1", "exec_command", { cmd: "npm test" }).ended("c1", 1, "one failed");
    lines
      .patch("c2", "*** Begin Patch\n*** Add File: src/a.ts\n+a\n*** End Patch\n")
      .output("c2", exited(0, "Success."));
    const text = lines.say("Rounded.").done("Rounded.").text();
    const name = join(dir, `rollout-2026-06-20T10-00-00-${THREAD}.jsonl`);
    for (const [path, bytes] of [
      [name, text],
      [`${name}.gz`, Bun.gzipSync(Buffer.from(text))],
      [`${name}.zst`, Bun.zstdCompressSync(text)],
    ] as const) {
      writeFileSync(path, bytes);
      expect(findSessions([path]).map(({ startsAt }) => startsAt)).toEqual([
        Date.parse("2026-06-20T10:00:01Z"),
      ]);
      const session = await readSession(path);
      expect(session).toMatchObject({ id: THREAD, cwd: "/p" });
      expect(session?.events.map(({ event }) => event)).toEqual([
        "SessionStart",
        "UserPromptSubmit",
        "PreToolUse",
        "PostToolUseFailure",
        "PreToolUse",
        "PostToolUse",
        "Stop",
        "SessionEnd",
      ]);
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
