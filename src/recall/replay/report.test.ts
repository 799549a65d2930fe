import { expect, test } from "bun:test";
import { createControlPools } from "./control-pools.ts";
import { toReport, toRow } from "./report.ts";

const item = (kind: string, tokens: number, used: boolean, control?: number, event = "UserPromptSubmit") => ({
  ...{ kind, event, tokens, used },
  ...(control === undefined ? {} : { control }),
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
  const none = { items: 0, tokens: 0, used: 0, control: null, difference: null };
  expect(toReport([], 5)).toEqual({
    ...{ sessions: 0, measured: 0, projects: 0, all: none, events: [], kinds: [], silent: 0 },
    tokensPerSession: { mean: 0, median: 0 },
    exemptTokensPerSession: { mean: 0, median: 0 },
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
      items: [item("file", 10, true, 0.5), item("cure", 30, false, 0.5), item("note", 5, true)],
      prompts: [prompt(true, false, { pawl: true, fts: false, newest: true }), prompt(false, true)],
      offers: [offer(true, false, true), offer(false, true, false)],
    },
    {
      ...{ project: "/a", earlier: 4, items: [item("file", 99, true, 0.1)] },
      ...{
        prompts: [prompt(true, true, { pawl: false, fts: true, newest: true })],
        offers: [offer(true, true, true)],
      },
    },
    { ...{ project: "/b", earlier: 6, items: [item("file", 21, true, 0)], prompts: [], offers: [] } },
  ];
  const report = toReport(played as never, 5);
  expect<object>({ ...report, all: 0, events: 0, kinds: 0 }).toEqual({
    ...{ sessions: 3, measured: 2, projects: 2, all: 0, events: 0, kinds: 0 },
    // Of an even number the higher one of the middle.
    tokensPerSession: { mean: 31, median: 40 },
    exemptTokensPerSession: { mean: 3, median: 5 },
    solutions: { offered: 2, known: 1, cured: 1, atPassingRuns: 1 },
    ranking: { queries: 2, pawl: 0.5, fts: 0.5, newest: 1 },
    silent: 0.6667,
    silence: { firstPrompts: 2, firstSilent: 0.5, prompts: 3 },
  });
  const row = ({ difference, ...rest }: (typeof report)["all"]) => ({ ...rest, has: difference !== null });
  expect(row(report.all)).toEqual({ items: 3, tokens: 61, used: 0.6667, control: 0.3333, has: true });
  expect(report.events.map((one) => [one.event, row(one)])).toEqual([
    ["UserPromptSubmit", { ...row(report.all), event: "UserPromptSubmit" } as never],
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
    ["file", "UserPromptSubmit", false, 2, 31, 1, 0.25],
    ["cure", "UserPromptSubmit", false, 1, 30, 0, 0.5],
    ["note", "UserPromptSubmit", true, 1, 5, 1, null],
  ]);
});

test("a control is drawn from the project's other sessions, from what was there before", () => {
  const session = (id: string, project = "/p") => ({
    ...{ id, project, lastAt: 10, summary: "Heading\nedited src/a.ts\nran `npm test`\nmore src/b.ts" },
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
  const at = (kind: string, more: object = {}) =>
    pools.at({ event: "UserPromptSubmit", kind, project: "/p", sessionId: "own", at: 11, lines: 9, ...more });
  const files = (kind: string, more: object = {}) => at(kind, more)?.map((one) => one.files);
  expect(at("unknown-kind")).toBeUndefined();
  expect(files("previous-session")).toBeUndefined();
  expect(files("previous-session", { event: "SessionStart" })).toEqual([
    ["src/a.ts", "src/b.ts"],
    ["src/a.ts", "src/b.ts"],
  ]);
  expect(files("previous-session", { event: "SessionStart", lines: 4 })?.[0]).toEqual(["src/a.ts"]);
  expect(files("previous-session", { event: "SessionStart", lines: 1 })?.[0]).toEqual([]);
  expect(files("previous-session", { event: "SessionStart", at: 10 })).toEqual([]);
  expect(files("past-turn")?.[0]).toEqual(["src/x.ts", "src/z.ts", "src/y.ts"]);
  expect(at("past-turn")).toHaveLength(4);
  expect(files("file")).toEqual([["src/x.ts"], ["src/x.ts"]]);
  // The same file of two sessions is one.
  expect(files("hot-file")).toEqual([["src/a.ts"]]);
  expect(files("branch")).toEqual([["src/a.ts"], ["src/a.ts"]]);
  expect(at("command")?.map((one) => one.commands)).toEqual([["npm test"]]);
  expect(at("cure")).toHaveLength(1);
  const empty = { ...session("empty"), summary: "", files: new Map() };
  const bare = createControlPools([empty] as never);
  const of = (kind: string, event: string) =>
    bare.at({ event, kind, project: "/p", sessionId: "own", at: 11, lines: 9 });
  expect([of("previous-session", "SessionStart"), of("branch", "SessionStart")]).toEqual([[], []]);
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

test("of a past turn five files are named, and so of a branch", () => {
  const edited = Array.from({ length: 7 }, (_, n) => `src/f${n}.ts`);
  const session = {
    ...{ id: "one", project: "/p", lastAt: 10, summary: "", commands: new Map(), cures: [] },
    turns: [{ at: 5, asked: "Do", answered: "Done", edited }],
    files: new Map(edited.map((file) => [file, 5])),
  };
  const pools = createControlPools([session] as never);
  for (const kind of ["past-turn", "branch"])
    expect(
      pools.at({ event: "Stop", kind, project: "/p", sessionId: "x", at: 11, lines: 9 })?.[0]?.files,
    ).toEqual(edited.slice(0, 5));
});
