import { describe, expect, test } from "bun:test";
import { digests } from "../../../test/past-digest.ts";
import { createPast } from "./past.ts";
import { branchWork, hotFiles, previousSession, titleOf, usualCommands } from "./start-items.ts";

const texts = (items: readonly { text: string }[]) => items.map(({ text }) => text);
const edits = (...edited: string[]) => ({ turns: [{ prompt: "change it", edited }] });
const MAIN = new Set(["main"]);

describe("commands that work here", () => {
  const run = (...commands: string[]) => ({ commands });

  test("one that went well in enough sessions lately is given, the most usual first", () => {
    const past = createPast(
      digests(...Array(6).fill(run("bun test")), ...Array(3).fill(run("bun test", "bun lint"))),
    );
    expect(texts(usualCommands(past))).toEqual(["`bun test`", "`bun lint`"]);
  });

  test("one session, or sessions long ago, are not enough", () => {
    expect(usualCommands(createPast(digests(run("bun test"))))).toEqual([]);
    const long = Array.from({ length: 40 }, () => run("make all"));
    expect(texts(usualCommands(createPast(digests(run("bun test"), run("bun test"), ...long))))).toEqual([
      "`make all`",
    ]);
  });

  test("what CLAUDE.md says is not said again; a longer form of a better one neither", () => {
    const past = createPast(digests(...Array(5).fill(run("bun test", "bun test src/a.test.ts", "bun lint"))));
    expect(texts(usualCommands(past, "Run `bun lint` before you commit."))).toEqual(["`bun test`"]);
  });

  test("one that fails by itself more often than it works is left out", () => {
    const wrong = digests(...Array(6).fill(run("bun run tets")));
    for (const { commands } of wrong.slice(0, 4))
      for (const one of commands) Object.assign(one, { good: 0, usageFailed: 1 });
    expect(usualCommands(createPast(wrong))).toEqual([]);
  });
});

describe("the last work on this branch", () => {
  const past = createPast(
    digests({ ...edits("a.ts"), branch: "topic" }, { ...edits("b.ts"), branch: "main" }, { branch: "topic" }),
  );
  test("is what its newest session that edited something changed", () => {
    expect(texts(branchWork(past, "topic", MAIN))).toEqual(["On topic the last session changed a.ts"]);
  });
  test("is nothing on the mainline, on a new branch and without one", () => {
    for (const branch of ["main", "new", undefined]) expect(branchWork(past, branch, MAIN)).toEqual([]);
  });
});

test("files that are edited in most of the last sessions are named, at most three, not those named already", () => {
  const past = createPast(digests(...Array(6).fill(edits("a.ts", "b.ts", "c.ts", "d.ts")), edits("e.ts")));
  expect(texts(hotFiles(past, new Set(["a.ts"])))).toEqual(["b.ts", "c.ts", "d.ts"]);
  expect(hotFiles(createPast(digests(edits("a.ts"), edits("a.ts"))), new Set())).toEqual([]);
});

describe("the previous session", () => {
  test("is the newest on this branch, else the newest; what was asked is a sentence, not a word", () => {
    const past = createPast(
      digests(
        {
          turns: [{ prompt: "Round the totals to cents", edited: ["a.ts"] }, { prompt: "yes" }],
          branch: "topic",
        },
        { turns: [{ prompt: "Write the release notes now" }], branch: "main" },
      ),
    );
    const asked = (branch: string) => {
      const session = previousSession(past, branch);
      return session === undefined ? undefined : titleOf(session);
    };
    expect(asked("topic")).toBe("Round the totals to cents");
    expect(asked("other")).toBe("Write the release notes now");
    expect(previousSession(past, "topic", (id) => id === "session-0")?.sessionId).toBe("session-1");
    expect(previousSession(createPast([]), "topic")).toBeUndefined();
  });
});
