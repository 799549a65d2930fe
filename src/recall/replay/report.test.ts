import { expect, test } from "bun:test";
import type { JudgedKind } from "../used/judge.ts";
import { createControlPools } from "./control-pools.ts";
import { AFTER_COMPACTION } from "./judge-session.ts";
import { toReport, toRow } from "./report.ts";

const item = (kind: string, tokens: number, used: boolean, control?: number, event = "UserPromptSubmit") => ({
  ...{ kind, event, tokens },
  ...(control === undefined ? {} : { judged: { used, control } }),
});
const prompt = (
  isFirst: boolean,
  silent: boolean,
  rank?: { pawl: boolean; fts: boolean; newest: boolean },
) => ({
  ...{ isFirst, silent },
  ...(rank === undefined ? {} : { rank }),
});

test("a report without sessions is all zeros", () => {
  const none = { items: 0, tokens: 0, used: null, control: null, difference: null };
  expect(toReport([], 5)).toEqual({
    ...{ sessions: 0, measured: 0, projects: 0, all: none, events: [], kinds: [], silent: 0 },
    tokensPerSession: { mean: 0, median: 0, p95: 0 },
    tokensWithoutCompaction: { mean: 0, median: 0, p95: 0 },
    exemptTokensPerSession: { mean: 0, median: 0, p95: 0 },
    solutions: { offered: 0, known: 0, cured: 0, atPassingRuns: 0 },
    ranking: { queries: 0, pawl: 0, fts: 0, newest: 0 },
    silence: { firstPrompts: 0, firstSilent: 0, prompts: 0 },
  });
});

test("only sessions with enough before them are judged; every number of a report", () => {
  const offer = (known: boolean, cured: boolean, atPassingRun: boolean) => ({ known, cured, atPassingRun });
  const played = [
    {
      ...{ project: "/a", earlier: 5 },
      items: [
        item("branch", 10, true, 0.5),
        item("cure", 30, false, 0.5),
        item("note", 5, true),
        item("working-set", 100, true, undefined, AFTER_COMPACTION),
      ],
      prompts: [prompt(true, false, { pawl: true, fts: false, newest: true }), prompt(false, true)],
      offers: [offer(true, false, true), offer(false, true, false)],
    },
    {
      ...{ project: "/a", earlier: 4, items: [item("branch", 99, true, 0.1)] },
      ...{
        prompts: [prompt(true, true, { pawl: false, fts: true, newest: true })],
        offers: [offer(true, true, true)],
      },
    },
    { ...{ project: "/b", earlier: 6, items: [item("branch", 21, true, 0)], prompts: [], offers: [] } },
  ];
  const report = toReport(played as never, 5);
  expect<object>({ ...report, all: 0, events: 0, kinds: 0 }).toEqual({
    ...{ sessions: 3, measured: 2, projects: 2, all: 0, events: 0, kinds: 0 },
    // Of an even number the higher one of the middle.
    tokensPerSession: { mean: 83, median: 145, p95: 145 },
    tokensWithoutCompaction: { mean: 33, median: 45, p95: 45 },
    exemptTokensPerSession: { mean: 53, median: 105, p95: 105 },
    solutions: { offered: 2, known: 1, cured: 1, atPassingRuns: 1 },
    ranking: { queries: 2, pawl: 0.5, fts: 0.5, newest: 1 },
    silent: 0.6667,
    silence: { firstPrompts: 2, firstSilent: 0.5, prompts: 3 },
  });
  const row = ({ difference, ...rest }: (typeof report)["all"]) => ({ ...rest, has: difference !== null });
  expect(row(report.all)).toEqual({ items: 3, tokens: 61, used: 0.6667, control: 0.3333, has: true });
  expect(report.events.map(({ event, items, tokens, used }) => [event, items, tokens, used])).toEqual([
    [AFTER_COMPACTION, 1, 100, null],
    ["UserPromptSubmit", 4, 66, 0.6667],
  ]);
  // The most tokens first.
  expect(
    report.kinds.map(({ kind, event, exempt, items, tokens, used, control }) => [
      kind,
      event,
      exempt,
      items,
      tokens,
      used,
      control,
    ]),
  ).toEqual([
    ["working-set", AFTER_COMPACTION, true, 1, 100, null, null],
    ["branch", "UserPromptSubmit", false, 2, 31, 1, 0.25],
    ["cure", "UserPromptSubmit", false, 1, 30, 0, 0.5],
    ["note", "UserPromptSubmit", true, 1, 5, null, null],
  ]);
});

test("a control is drawn from the project's other sessions, from what was there before", () => {
  const session = (id: string, project = "/p") => ({
    ...{ id, project, lastAt: 10 },
    turns: [
      { at: 5, asked: "Fix src/x.ts", answered: "Done in src/y.ts", edited: ["src/z.ts"] },
      { at: 6, asked: "Only asked", answered: "", edited: [] },
    ],
    files: new Map([["src/a.ts", 5]]),
    commands: new Map([["npm test", 5]]),
    cures: [{ at: 5, cure: { kind: "run", command: "npm ci" } }, { at: 5 }],
  });
  const pools = createControlPools([
    session("own"),
    session("one"),
    session("two"),
    session("far", "/q"),
  ] as never);
  const at = (kind: JudgedKind, before = 11) =>
    pools.at({ kind, project: "/p", sessionId: "own", at: before });
  const files = (kind: JudgedKind, before?: number) => at(kind, before).map((one) => one.files);
  expect(files("previous-session")).toEqual([["src/a.ts"], ["src/a.ts"]]);
  expect(files("previous-session", 10)).toEqual([]);
  // A turn that changed nothing is none.
  expect(files("past-turn")).toEqual([
    ["src/x.ts", "src/z.ts"],
    ["src/x.ts", "src/z.ts"],
  ]);
  // The same file of two sessions is one.
  expect(files("hot-file")).toEqual([["src/a.ts"]]);
  expect(files("branch")).toEqual([["src/a.ts"], ["src/a.ts"]]);
  expect(at("command").map((one) => one.commands)).toEqual([["npm test"]]);
  expect(at("cure")).toHaveLength(1);
  const bare = createControlPools([{ ...session("empty"), files: new Map() }] as never);
  expect(bare.at({ kind: "branch", project: "/p", sessionId: "own", at: 11 })).toEqual([]);
});

test("the interval of a difference is drawn from sessions, and counts only items that have a control", () => {
  const used = Array.from({ length: 5 }, () => [item("file", 1, true, 0.25), item("file", 1, false)]);
  expect(toRow(used as never).difference).toEqual([0.75, 0.75]);
  const mixed = [[item("file", 1, true, 0.5)], [item("file", 1, false, 0.5)]];
  expect(toRow(mixed as never).difference).toEqual([-0.5, 0.5]);
});

test("kinds with equal tokens keep the order in which they came, and a single token decides", () => {
  const kinds = (a: number, b: number) =>
    toReport(
      [
        {
          project: "/a",
          earlier: 9,
          items: [item("file", a, true), item("cure", b, true)],
          prompts: [],
          offers: [],
        },
      ] as never,
      5,
    ).kinds.map(({ kind }) => kind);
  expect([kinds(5, 5), kinds(5, 6), kinds(6, 5)]).toEqual([
    ["file", "cure"],
    ["cure", "file"],
    ["file", "cure"],
  ]);
});

test("of a past turn four files are named, and of a branch five", () => {
  const edited = Array.from({ length: 7 }, (_, n) => `src/f${n}.ts`);
  const session = {
    ...{ id: "one", project: "/p", lastAt: 10, commands: new Map(), cures: [] },
    turns: [{ at: 5, asked: "Do", answered: "Done", edited }],
    files: new Map(edited.map((file) => [file, 5])),
  };
  const pools = createControlPools([session] as never);
  const of = (kind: JudgedKind) => pools.at({ kind, project: "/p", sessionId: "x", at: 11 })[0]?.files;
  expect([of("past-turn"), of("branch")]).toEqual([edited.slice(0, 4), edited.slice(0, 5)]);
});
