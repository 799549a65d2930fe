import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { script, toJsonl } from "../../../test/fixtures/transcript-lines.ts";
import { findSessions, readSession, withoutCopies } from "./read-session.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-read-session-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const path = join(dir, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}
const START = 1_700_000_000_000;
const starting = (seconds: number) =>
  JSON.stringify({ timestamp: new Date(START + seconds * 1000).toISOString() });

test("sessions are found by the time of their first line, without subagents and files that tell no time", () => {
  write("later.jsonl", starting(9));
  write("deep/first.jsonl", starting(1));
  write("same.jsonl", starting(9));
  write("s/subagents/agent-x.jsonl", starting(2));
  write("agent-y.jsonl", starting(2));
  write("notes.txt", starting(2));
  write("empty.jsonl", "{}");
  // The first time may stand far behind: then the whole file is read.
  write("far.jsonl", `${" ".repeat(200_000)}${starting(5)}`);
  const found = findSessions([dir, join(dir, "later.jsonl")]);
  expect(found.map(({ path, startsAt }) => [path.slice(dir.length + 1), (startsAt - START) / 1000])).toEqual([
    ["deep/first.jsonl", 1],
    ["far.jsonl", 5],
    ["later.jsonl", 9],
    ["same.jsonl", 9],
  ]);
  // One that is named is read, whatever it is called.
  expect(findSessions([join(dir, "agent-y.jsonl")])).toHaveLength(1);
});

test("a session has the first folder and branch, its own records in order, and each call before its result", async () => {
  const s = script("new", "s");
  const lines = [
    s.user("Fix it"),
    s.call("t1", "Bash", { command: "ls" }),
    s.result("t1", "no", { isError: true }),
    s.call("t2", "Read", { file_path: "/a" }),
    s.result("t2", "text"),
    s.say("Done."),
  ];
  lines[3] = { ...lines[3], gitBranch: "other", cwd: "/elsewhere" };
  const session = await readSession(write("s.jsonl", toJsonl(lines)));
  expect(session).toMatchObject({ id: "s", cwd: "/home/dev/shop", branch: "main", startedAt: START + 999 });
  expect(session?.events.map(({ event, at }) => [event, at - START])).toEqual([
    ["SessionStart", 999],
    ["UserPromptSubmit", 1000],
    ["PreToolUse", 2000],
    ["PostToolUseFailure", 3000],
    ["PreToolUse", 4000],
    ["PostToolUse", 5000],
    ["Stop", 6000],
    ["SessionEnd", 6001],
  ]);
  expect(session?.events[2]?.fields).toMatchObject({
    toolName: "Bash",
    toolInput: { command: "ls" },
    toolUseId: "t1",
  });
  expect(session?.events[3]?.fields).toMatchObject({ error: "no", isInterrupt: false });
});

test("lines that are out of order are played in order, and a session without a branch has none", async () => {
  const s = script("new", "s");
  const [first, second] = [s.user("First"), s.user("Second")];
  const bare = [second, first].map((line) => ({ ...line, gitBranch: undefined }));
  const session = await readSession(write("s.jsonl", toJsonl(bare)));
  expect(session?.prompts.map(({ text }) => text)).toEqual(["First", "Second"]);
  expect(session).not.toHaveProperty("branch");
});

test("what another session left in the file, and what a subagent did, is not played", async () => {
  const [own, other, agent] = [script("new", "s"), script("new", "other"), script("new", "s", "a1")];
  const lines = [
    own.user("Mine"),
    other.user("Theirs"),
    agent.user("Task"),
    agent.call("a", "LS", {}),
    agent.result("a", "x"),
    agent.say("Sub."),
    own.say("Done."),
  ];
  const session = await readSession(write("s.jsonl", toJsonl(lines)));
  expect(session?.prompts.map(({ text }) => text)).toEqual(["Mine"]);
  expect(session?.events.map(({ event }) => event)).toEqual([
    ...["SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"],
  ]);
});

test("a subagent's start and a compaction are played, with the task and the client's summary", async () => {
  const s = script("new", "s");
  const task = { subagent_type: "Explore", prompt: "Look for dead code", description: "Look" };
  const lines = [
    s.user("Go"),
    s.call("t1", "Task", task),
    s.result("t1", "None."),
    { ...s.user("This session is being continued. Errors and fixes: none."), isCompactSummary: true },
    s.say("Done."),
  ];
  const session = await readSession(write("s.jsonl", toJsonl(lines)));
  expect(session?.events.map(({ event }) => event)).toEqual([
    "SessionStart",
    "UserPromptSubmit",
    "PreToolUse",
    "SubagentStart",
    "PostToolUse",
    "PreCompact",
    "SessionStart",
    "PostCompact",
    "Stop",
    "SessionEnd",
  ]);
  expect(session?.events[3]?.fields).toEqual({ agentType: "Explore", agentId: "t1" });
  expect(session?.events[6]?.fields).toEqual({ source: "compact" });
  expect(session?.events[7]?.fields).toMatchObject({ compactSummary: expect.stringContaining("Errors") });
});

test("lines that a fork copied without a mark count once, in the session that was read first", async () => {
  const told = () => {
    const s = script("new", "one");
    return [s.user("First"), s.call("t1", "Bash", { command: "ls" }), s.result("t1", "a"), s.say("Done.")];
  };
  const forked = told().map((line) => ({ ...line, sessionId: "two" }));
  const own = script("new", "two");
  for (let i = 0; i < 9; i++) own.user("skipped");
  const seen = new Set<string>();
  const read = async (name: string, lines: object[]) => {
    const session = await readSession(write(name, toJsonl(lines as never)));
    return session === undefined ? undefined : withoutCopies(session, seen);
  };
  expect((await read("one.jsonl", told()))?.prompts).toHaveLength(1);
  expect(await read("copy.jsonl", forked)).toBeUndefined();
  const two = await read("two.jsonl", [...forked, own.user("Second")]);
  expect(two?.prompts.map(({ text }) => text)).toEqual(["Second"]);
  expect(two?.observations).toEqual([]);
});
