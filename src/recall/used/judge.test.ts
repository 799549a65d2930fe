import { describe, expect, test } from "bun:test";
import { createSession } from "../../../test/recorded-session.ts";
import type { EventRecord } from "../../store/records/records.ts";
import { itemsOf, toItem } from "./item.ts";
import { placeOf, usedNames } from "./judge.ts";
import { createTimeline, type Timeline } from "./timeline.ts";

const START = { event: "SessionStart", at: 0 };
const namesUsed = (text: string, place: ReturnType<typeof placeOf>, timeline: Timeline) =>
  usedNames("hot-file", toItem(text), place, timeline);

/** A session that reads `a.ts`, edits `src/totals.ts`, runs the tests and looks around. */
function story() {
  const { session, ask, answer, run, edit, call } = createSession("s1");
  ask("Round the totals");
  const read = call("Read", { file_path: "/home/ada/shop/src/a.ts" }, true, "import tax from './tax.ts'", [
    "/home/ada/shop/src/a.ts",
  ]);
  const edited = edit("src/totals.ts", "1", "2");
  run("git status");
  const tested = run("cd /home/ada/shop && bun test src/totals.test.ts 2>&1 | tail -5", "3 pass");
  answer("Halves now round towards the quantum, with a ledger of remainders.");
  return { session, read, edited, tested };
}

describe("an item is used", () => {
  const { session, read, tested } = story();
  const timeline = createTimeline(session);
  const verdict = (text: string, place = placeOf(START, timeline)) => namesUsed(text, place, timeline);

  test("when its file is touched later", () => {
    expect(verdict("- Changed: src/totals.ts (3×), src/other.ts")).toEqual(["src/totals.ts"]);
    expect(verdict("- Changed: src/subtotals.ts")).toEqual([]);
    expect(verdict("- Changed: lib/src/totals.ts")).toEqual([]);
  });

  test("when its command is run later, also with arguments and behind a pipe; everyday commands do not count", () => {
    expect(verdict("Commands that work here: test `bun test`")).toEqual(["bun test"]);
    expect(verdict("`bun test src/other.test.ts`")).toEqual([]);
    expect(verdict("`git status`")).toEqual([]);
    expect(verdict("`rtk bun …` fails here: `bun …` works")).toEqual(["bun"]);
  });

  test("not when it was there before: touched, mentioned in an answer of a tool, or run", () => {
    const afterRead = { ...placeOf(START, timeline), at: read.at };
    expect(verdict("tax.ts", afterRead)).toEqual([]);
    expect(verdict("src/totals.ts", afterRead)).toHaveLength(1);
    expect(verdict("src/totals.ts", { ...afterRead, at: tested.at })).toEqual([]);
    expect(verdict("`bun test`", { ...afterRead, at: tested.at })).toEqual([]);
  });
});

test("the call that an injection came with does not make it used, by whatever time its result came", () => {
  const { session, edited } = story();
  const announced: EventRecord = {
    key: "e",
    sessionId: "s1",
    at: edited.at - 500,
    redaction: 1,
    event: "PreToolUse",
    body: JSON.stringify({ tool_use_id: "t1" }),
  };
  Object.assign(edited, { toolUseId: "t1" });
  const timeline = createTimeline({ ...session, events: [announced] });
  const place = placeOf({ event: "PreToolUse", at: announced.at }, timeline);
  expect(namesUsed("src/totals.ts", place, timeline)).toEqual([]);
  // Without the announcement the next result is taken for the call's.
  const unannounced = createTimeline(session);
  const guessed = placeOf({ event: "PreToolUse", at: announced.at }, unannounced);
  expect(namesUsed("src/totals.ts", guessed, unannounced)).toEqual([]);
});

test("what Pawl injected earlier is known; what stands in the same block is not", () => {
  const { session } = story();
  const first = session.prompts[0]?.at ?? 0;
  const timeline = createTimeline(session, [{ at: first, text: "- src/totals.ts" }]);
  const at = (time: number) => ({ ...placeOf(START, timeline), at: time });
  expect(namesUsed("src/totals.ts", at(first), timeline)).toHaveLength(1);
  expect(namesUsed("src/totals.ts", at(first + 1), timeline)).toEqual([]);
});

describe("a block's items", () => {
  const source = (uri: string, type: string) => ({ uri, type, reason: "", tokens: 5 });

  test("are what its sources brought; an older ledger has only the block's lines", () => {
    const memory = "<pawl-memory>\nFrame.\nHeading:\n- one\n- two\n</pawl-memory>";
    const sources = [source("a://1", "memory"), source("a://2", "session")];
    expect(itemsOf({ text: memory, sources }).map(({ kind, text }) => [kind, text])).toEqual([
      ["memory", "- one"],
      ["session", "- two"],
    ]);
    const own = sources.map((one, i) => ({ ...one, text: `own ${i}` }));
    expect(itemsOf({ text: memory, sources: own }).map(({ text }) => text)).toEqual(["own 0", "own 1"]);
    const unknown = { text: "Something", sources };
    expect(itemsOf(unknown).map(({ text }) => text)).toEqual(["", ""]);
    expect(itemsOf({ text: "Something", sources: sources.slice(1) })[0]?.text).toBe("Something");
  });

  test("name files and commands; links and versions name nothing", () => {
    expect(
      toItem("See https://example.com/a.ts, version 1.2.3: `npm run lint:fix` rewrites src/tax.ts"),
    ).toEqual({
      files: ["src/tax.ts"],
      commands: ["npm run lint:fix"],
    });
  });
});
