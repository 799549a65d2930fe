import { expect, test } from "bun:test";
import { createSession, PROJECT } from "../../../test/recorded-session.ts";
import type { SessionRecords } from "../../store/records/records.ts";
import { toPastSession } from "./past-session.ts";

const START = Date.UTC(2026, 0, 5);

function recordsOf({ session }: ReturnType<typeof createSession>, more: object = {}): SessionRecords {
  const { sessionId: id, prompts, observations, responses } = session;
  return {
    session: {
      ...{ id, project: PROJECT, cwd: PROJECT, startedAt: START + 9_000, lastEventAt: START },
      ...{ status: "active", client: "claude-code", ...more },
    },
    ...{ prompts, observations, responses, events: [] },
  };
}

test("a turn has its prompt, its last answer and what it edited, each file once", () => {
  const made = createSession("s", START);
  made.ask("First");
  made.edit("src/a.ts", "1", "2");
  made.edit("src/a.ts", "2", "3");
  made.answer("On it.");
  made.answer("Done.");
  made.ask("Second");
  made.ask("Third");
  made.edit("src/b.ts", "1", "2");
  made.answer("Third done.");
  const past = toPastSession(recordsOf(made));
  expect(past.turns.map(({ asked, answered, edited }) => [asked, answered, edited])).toEqual([
    ["First", "Done.", ["src/a.ts"]],
    ["Second", "", []],
    ["Third", "Third done.", ["src/b.ts"]],
  ]);
  expect([past.startedAt - START, past.lastAt - START]).toEqual([1_000, 9_000]);
  expect([...past.files].map(([file, at]) => [file, at - START])).toEqual([
    ["src/a.ts", 2_000],
    ["src/b.ts", 8_000],
  ]);
});

test("what happens in the moment of a prompt belongs to it, and a subagent's answer to nobody", () => {
  const made = createSession("s", START);
  made.ask("First");
  made.ask("Second");
  const [first, second] = made.session.prompts;
  const answer = { key: "r", sessionId: "s", redaction: 1 };
  made.session.responses.push(
    { ...answer, at: first?.at ?? 0, text: "At once." },
    { ...answer, at: second?.at ?? 0, text: "The second." },
    { ...answer, at: (second?.at ?? 0) + 1, text: "Subagent.", agentId: "a" },
  );
  const { turns } = toPastSession(recordsOf(made));
  expect(turns.map(({ answered }) => answered)).toEqual(["At once.", "The second."]);
});

test("files are named from the root that the session worked in, also in a worktree", () => {
  const filesOf = (cwd: string) => {
    const made = createSession("s", START);
    made.ask("x");
    made.call("Edit", {}, true, "", [`${PROJECT}/src/a.ts`, "/worktrees/one/src/b.ts"]);
    made.call("Edit", {}, false, "", [`${PROJECT}/failed.ts`]);
    made.read("read.ts");
    return [...toPastSession(recordsOf(made, { cwd })).files.keys()];
  };
  expect(filesOf(PROJECT)).toEqual(["src/a.ts", "/worktrees/one/src/b.ts"]);
  expect(filesOf(`${PROJECT}/deep`)).toEqual(["src/a.ts", "/worktrees/one/src/b.ts"]);
  expect(filesOf("")).toEqual(["src/a.ts", "/worktrees/one/src/b.ts"]);
  expect(filesOf("/worktrees/one")).toEqual([`${PROJECT}/src/a.ts`, "src/b.ts"]);
  expect(filesOf(`${PROJECT}-two`)).toEqual([`${PROJECT}/src/a.ts`, "/worktrees/one/src/b.ts"]);
});

test("commands are those that were run, with their first time; cures are of failures that went away", () => {
  const made = createSession("s", START);
  made.ask("x");
  made.run("bun test");
  made.run("bun test");
  made.call("Read", { command: "not run" }, true, "");
  made.fail("./tool.sh --all", "error: unknown option '--all'");
  made.run("./tool.sh --every", "done");
  made.fail("cargo build", "error: no such crate");
  const past = toPastSession(recordsOf(made));
  expect(past.commands.get("bun test")).toBe(START + 2_000);
  expect([...past.commands.keys()]).not.toContain("not run");
  expect(past.cures.map(({ command }) => command)).toEqual(["./tool.sh --all"]);
});
