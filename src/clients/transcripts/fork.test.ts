import { expect, test } from "bun:test";
import { promptMark } from "../../store/records/keys.ts";
import type { TranscriptEntry, UserEntry } from "../claude-code/transcript.ts";
import { createForkFilter, type ForkState } from "./fork.ts";

const asked = (at: number, text: string, more: Partial<UserEntry> = {}): UserEntry => ({
  ...{ kind: "user", sessionId: "fork", at, text, isMeta: false, isCompactSummary: false, results: [] },
  ...more,
});
const queued = (queuedAt: number): TranscriptEntry => ({ kind: "noise", queuedAt }) as never;

function filtered(entries: TranscriptEntry[], known: ForkState = {}, atStart = true) {
  const filter = createForkFilter(known, atStart);
  return { copies: entries.map((entry) => filter.isCopy(entry)), state: filter.state() };
}

test("without a sign of a fork every line is the session's own, and nothing is noted", () => {
  expect(filtered([asked(1, "one"), asked(2, "two")])).toEqual({ copies: [false, false], state: {} });
});

test("lines older than the fork are copies, up to the first that is not", () => {
  const entries = [
    asked(5, "old"),
    asked(0, "no time"),
    asked(9, "older"),
    asked(10, "own"),
    asked(3, "clock"),
  ];
  expect(filtered(entries, { forkedAt: 10 })).toEqual({
    copies: [true, false, true, false, false],
    state: {
      fork: {
        at: 10,
        from: [],
        asked: [
          [5, promptMark("old")],
          [9, promptMark("older")],
        ],
      },
    },
  });
  // Nothing of its own so far: the next read has to know.
  expect(filtered([asked(5, "old")], { forkedAt: 10 }).state.forkedAt).toBe(10);
  // Without a time a line cannot be older.
  expect(filtered([asked(0, "no time")], { forkedAt: 10 })).toEqual({
    copies: [false],
    state: { forkedAt: 10 },
  });
});

test("the first prompt's place in the queue tells when the fork began, only before the conversation", () => {
  expect(filtered([queued(10), asked(5, "old"), asked(11, "own")]).copies).toEqual([false, true, false]);
  expect(filtered([asked(4, "first"), queued(10), asked(5, "old")]).copies).toEqual([false, false, false]);
  expect(filtered([queued(10), asked(5, "old")], {}, false).copies).toEqual([false, false]);
  // The first one counts.
  expect(filtered([queued(10), queued(3), asked(5, "old")]).copies).toEqual([false, false, true]);
  // What the hook said is more than what the queue says.
  expect(filtered([queued(10), asked(5, "own")], { forkedAt: 4 }).copies).toEqual([false, false]);
});

test("copies that name their session are known by it, each session once", () => {
  const entries = [
    asked(5, "one", { forkedFrom: "a" }),
    asked(7, "two", { forkedFrom: "a" }),
    asked(6, "three", { forkedFrom: "b" }),
    asked(8, "mine", { forkedFrom: "fork" }),
  ];
  expect(filtered(entries)).toEqual({
    copies: [true, true, true, true],
    state: {
      fork: {
        at: 8,
        from: ["a", "b"],
        asked: [
          [5, promptMark("one")],
          [7, promptMark("two")],
          [6, promptMark("three")],
          [8, promptMark("mine")],
        ],
      },
    },
  });
});

test("what is known already is kept, and a line that is read twice is noted once", () => {
  const fork = { at: 20, from: ["a"], asked: [[5, promptMark("one")] as [number, string]], likely: ["l"] };
  const entries = [
    asked(5, "one", { forkedFrom: "a" }),
    asked(6, "one", { forkedFrom: "a" }),
    asked(5, "two", { forkedFrom: "a" }),
  ];
  expect(filtered(entries, { fork }).state).toEqual({
    fork: {
      ...fork,
      asked: [
        [5, promptMark("one")],
        [6, promptMark("one")],
        [5, promptMark("two")],
      ],
    },
  });
});

test("only prompts of the user are noted, the last four hundred", () => {
  const copy = { forkedFrom: "a" };
  const entries: TranscriptEntry[] = [
    asked(1, "sub", { ...copy, agentId: "x" }),
    asked(2, "meta", { ...copy, isMeta: true }),
    asked(3, "summary", { ...copy, isCompactSummary: true }),
    asked(4, "", { ...copy, results: [{ toolUseId: "t", isError: false, content: "ok" }] }),
    asked(4, "beside a result", { ...copy, results: [{ toolUseId: "t", isError: false, content: "ok" }] }),
    { ...asked(5, "x", copy), kind: "queued", text: "typed" } as TranscriptEntry,
    { kind: "turnEnd", sessionId: "fork", at: 6, ...copy } as TranscriptEntry,
  ];
  const { copies, state } = filtered(entries);
  expect(copies).toEqual(Array(7).fill(true));
  expect(state.fork).toEqual({ at: 6, from: ["a"], asked: [[5, promptMark("typed")]] });
  const many = Array.from({ length: 401 }, (_, n) => asked(n + 1, `prompt ${n}`, copy));
  const noted = filtered(many).state.fork?.asked;
  expect([noted?.length, noted?.[0], noted?.at(-1)]).toEqual([
    400,
    [2, promptMark("prompt 1")],
    [401, promptMark("prompt 400")],
  ]);
});
