import { expect, test } from "bun:test";
import { attribution } from "../../memory/records/attribution.ts";
import { teamCommands, teamPitfalls } from "../../recall/start/start-context.ts";
import { bumpSeen, covers, mergeSeen } from "./seen.ts";

const DAY = 86_400_000;

test("a record says whose it is and how old, and nothing from tomorrow", () => {
  const now = Date.UTC(2026, 10, 15, 12);
  const by = (days: number) => attribution({ author: "Mia", at: now - days * DAY }, now);
  expect([0, 1, 3, 61, -1].map(by)).toEqual([
    "Mia, today",
    "Mia, yesterday",
    "Mia, 3 days ago",
    "Mia, 2026-09-15",
    "Mia, today",
  ]);
  expect(attribution({ author: "</pawl-memory>", at: now }, now)).not.toContain("</pawl");
});

test("a version replaces what its writer had seen, and nothing else", () => {
  const first = bumpSeen({}, "a", 5);
  const second = bumpSeen(first, "b", 7);
  const other = bumpSeen(first, "c", 1);
  expect(covers(second, first)).toBe(true);
  expect(covers(first, second)).toBe(false);
  expect([covers(second, other), covers(other, second)]).toEqual([false, false]);
  const both = bumpSeen(mergeSeen([second, other]), "a", 6);
  expect([covers(both, second), covers(both, other)]).toEqual([true, true]);
  // A clock that went back does not give a number twice.
  expect(bumpSeen({ a: 100 }, "a", 5)).toEqual({ a: 101 });
});

test("what others learned stands behind one's own, each thing once, within the same limits", () => {
  const pitfalls = [1, 2, 2, 3, 4].map((n) => ({ key: `k${n}`, text: `Fails ${n}.`, author: "Mia", at: 0 }));
  const team = {
    sessions: [],
    pitfalls,
    commands: [{ command: "npm test", purpose: "test", author: "Ben", at: 0 }],
  };
  const own = [{ kind: "pitfall" as const, uri: "pitfall://k1", text: "Own.", reason: "" }];
  expect(teamPitfalls(team, own, 0).map(({ text }) => text)).toEqual([
    "Fails 2. (Mia, today)",
    "Fails 3. (Mia, today)",
  ]);
  expect(teamCommands(team, [], "", 0).map(({ text }) => text)).toEqual(["test: `npm test` (Ben, today)"]);
  expect(teamCommands(team, [], "Run npm test first.", 0)).toEqual([]);
  expect(teamPitfalls(undefined, [], 0)).toEqual([]);
});
