/** `pawl day` and bare `pawl`: a day of work as people read it. */

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { captured, openCli } from "../../test/cli-call.ts";
import { asked, observation, prompt } from "../../test/contract/fixtures.ts";
import type { Day, DayTotals, ProjectDay } from "../history/day/types.ts";
import { recordsIn } from "../store/records/queries.ts";
import { renderDay, showToday } from "./day.ts";
import { print } from "./output.ts";
import { titleOfDay } from "./when.ts";

const AT = Date.UTC(2026, 0, 15, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = AT + 30 * DAY;

const NONE: DayTotals = {
  sessions: 0,
  running: 0,
  prompts: 0,
  calls: 0,
  files: 0,
  added: 0,
  removed: 0,
  commits: 0,
  failures: 0,
  fixed: 0,
  open: 0,
  injections: 0,
  used: 0,
  tokens: 0,
};
const session = {
  id: "aaaa1111-first",
  title: "Round the tax",
  client: "claude-code",
  branch: "main",
  startedAt: AT,
  lastEventAt: AT + 5 * MINUTE,
  endedAt: null,
  isRunning: true,
  prompts: 1,
  calls: 1,
  failures: 0,
  files: 1,
  added: 1,
  removed: 0,
  commits: 0,
  tokens: 0,
};
const failure = {
  id: "f",
  sessionId: session.id,
  at: AT,
  what: "npm test",
  error: "not a number",
  times: 1,
  isFixed: false,
  fixedBy: null,
  fix: null,
};
const open = { text: "Check it", sessionId: session.id, at: AT };
const project = (more: Partial<ProjectDay> = {}): ProjectDay => ({
  project: "/projects/shop",
  name: "shop",
  lastAt: AT,
  totals: NONE,
  sessions: [session],
  asked: [],
  changed: [],
  commits: [],
  ran: [],
  failed: [],
  open: [],
  injected: [],
  ...more,
});
const day = (projects: ProjectDay[], more: Partial<Day> = {}): Day => ({
  day: "2026-01-15",
  from: AT,
  to: AT + DAY,
  previous: null,
  next: null,
  isComplete: true,
  totals: NONE,
  projects,
  ...more,
});
const shown = (of: Day, most = 10) =>
  captured(() => {
    for (const line of renderDay(of, { now: NOW, most })) print(line);
  });

test("everything of a project, each part under its name", () => {
  const totals = {
    ...NONE,
    sessions: 2,
    running: 1,
    prompts: 3,
    files: 2,
    added: 5,
    removed: 4,
    commits: 1,
    failures: 2,
    fixed: 1,
  };
  const whole = project({
    totals: { ...totals, injections: 2, tokens: 300, used: 1 },
    sessions: [
      session,
      { ...session, id: "bbbb2222", title: "Add it", client: "codex", branch: null, isRunning: false },
    ],
    asked: [
      { id: "2", sessionId: "s", at: AT + MINUTE, text: "Then\nthat" },
      { id: "1", sessionId: "s", at: AT, text: "First this" },
    ],
    changed: [
      { file: "src/tax.ts", edits: 2, added: 4, removed: 3, sessions: [], lastAt: AT },
      { file: "src/one.ts", edits: 1, added: 1, removed: 1, sessions: [], lastAt: AT },
    ],
    commits: [
      { id: "c", sessionId: "s", at: AT, hash: "abc123", branch: null, message: "Round" },
      { id: "d", sessionId: "s", at: AT, hash: null, branch: null, message: "Quiet" },
    ],
    ran: [
      { command: "npm test", kind: "test", times: 3, failed: 1, lastAt: AT },
      { command: "ls", kind: null, times: 1, failed: 0, lastAt: AT },
      { command: "make", kind: "build", times: 1, failed: 1, lastAt: AT },
    ],
    failed: [failure, { ...failure, isFixed: true }, { ...failure, isFixed: true, fix: "npm install" }],
    open: [
      { ...open, kind: "task" },
      { ...open, kind: "unanswered" },
      { ...open, kind: "failure", text: "Said above" },
    ],
    injected: [
      {
        id: "i",
        sessionId: "s",
        at: AT,
        event: "Stop",
        tokens: 1,
        title: "t",
        items: 1,
        kinds: [],
        used: [],
      },
    ],
  });
  expect(
    shown(day([whole, project({ name: "/projects/shop" })], { totals, isComplete: false })),
  ).toMatchInlineSnapshot(`
    "Thursday, January 15, 2026
    2 projects · 2 sessions (1 running) · 3 prompts · 2 files +5 −4 · 1 commit · 2 failures (1 fixed)

    shop  /projects/shop
      ● aaaa1111 Round the tax 12:00–12:05 · Claude Code · main · running
      ○ bbbb2222 Add it 12:00–12:05 · Codex
      Asked     12:00 First this
                12:01 Then that
      Changed   src/tax.ts  +4 −3 2×
                src/one.ts  +1 −1
      Commits   abc123 Round
                · Quiet
      Ran       npm test  3× 1 failed
                ls
                make  1 failed
      Failed    ✗ npm test: not a number · not fixed
                ✓ npm test: not a number · fixed
                ✓ npm test: not a number · fixed: npm install
      Open      ○ Check it · task
                ○ Check it · no answer
      Injected  2 times, 300 tokens, 1 used

    /projects/shop
      ● aaaa1111 Round the tax 12:00–12:05 · Claude Code · main · running

    This day has more records than are read at once. Only the newest are shown."
  `);
});

test("of many the first are shown, and of prompts the latest; one more is shown as it is", () => {
  const prompts = (n: number) =>
    Array.from({ length: n }, (_, i) => ({
      id: `${i}`,
      sessionId: "s",
      at: AT - i * MINUTE,
      text: `Ask ${i}`,
    }));
  const ran = (n: number) =>
    Array.from({ length: n }, (_, i) => ({
      command: `run ${i}`,
      kind: null,
      times: 1,
      failed: 0,
      lastAt: AT,
    }));
  expect(shown(day([project({ asked: prompts(4), ran: ran(4) })]), 2)).toMatchInlineSnapshot(`
    "Thursday, January 15, 2026
    0 sessions · 0 prompts

    shop  /projects/shop
      ● aaaa1111 Round the tax 12:00–12:05 · Claude Code · main · running
      Asked     … 2 more
                11:59 Ask 1
                12:00 Ask 0
      Ran       run 0
                run 1
                … 2 more"
  `);
  const nearly = shown(day([project({ asked: prompts(3), ran: ran(3) })]), 2);
  expect(nearly).toContain("Ask 2");
  expect(nearly).toContain("run 2");
  expect(nearly).not.toContain("more");
});

test("a day is named by how near it is", () => {
  expect([0, -1, -2, 1].map((n) => titleOfDay(AT + n * DAY, AT))).toMatchInlineSnapshot(`
    [
      "Today · Thursday, January 15, 2026",
      "Yesterday · Wednesday, January 14, 2026",
      "Tuesday, January 13, 2026",
      "Friday, January 16, 2026",
    ]
  `);
});

describe("pawl day", () => {
  let cli: Awaited<ReturnType<typeof openCli>>;
  beforeEach(async () => {
    cli = await openCli();
  });
  afterEach(() => cli[Symbol.dispose]());
  const fill = () =>
    cli.withStore(async (store) => {
      const here = { project: cli.project, cwd: cli.project };
      for (const [id, at, where] of [
        ["aaaa1111", AT, here],
        ["bbbb2222", AT + MINUTE, { project: join(cli.root, "other"), cwd: join(cli.root, "other") }],
        ["cccc3333", AT + 2 * DAY, here],
      ] as const)
        await recordsIn(store).record({
          ...asked(id, at, `Ask of ${id}`, where),
          prompts: [prompt(id, at, `Ask of ${id}`)],
          observations: [observation(id, at + 1000)],
        });
    });

  test("all projects of a day, or one of them from any of its folders", async () => {
    await fill();
    expect(await cli.text("day", "2026-01-15")).toMatchInlineSnapshot(`
      "Thursday, January 15, 2026
      2 projects · 2 sessions · 2 prompts

      other  ~/other
        ○ bbbb2222 Ask of bbbb2222 12:01–12:01 · Claude Code
        Asked     12:01 Ask of bbbb2222
        Ran       npm test
        Open      ○ Ask of bbbb2222 · no answer

      project  ~/project
        ○ aaaa1111 Ask of aaaa1111 12:00–12:00 · Claude Code
        Asked     12:00 Ask of aaaa1111
        Ran       npm test
        Open      ○ Ask of aaaa1111 · no answer"
    `);
    const { projects, from } = (await cli.json("day", "2026-01-15", "--project", ".")) as {
      projects: { name: string }[];
      from: string;
    };
    expect(projects.map(({ name }) => name)).toEqual(["project"]);
    expect(from).toBe("2026-01-15T00:00:00.000Z");
  });

  test("a day without work says which one had some, the one before it first", async () => {
    expect(await cli.text("day", "2026-01-16")).toMatchInlineSnapshot(`
      "Friday, January 16, 2026
      Nothing recorded on this day."
    `);
    await fill();
    const said = async (date: string) => (await cli.text("day", date)).replace(/\S*bin\/pawl/, "pawl");
    expect(await said("2026-01-16")).toMatchInlineSnapshot(`
      "Friday, January 16, 2026
      Nothing recorded on this day.
      Nearest day with activity: pawl day 2026-01-15"
    `);
    expect((await said("2026-01-01")).split("\n").at(-1)).toContain("pawl day 2026-01-15");
    expect(await said("today")).toContain("today");
    expect(await said("yesterday")).toStartWith("Yesterday");
  });

  test("what is no day, and a limit that is no number, are refused", async () => {
    for (const args of [["someday"], ["2026-13-45"], ["today", "--limit", "0"]])
      expect([args, (await cli.run("day", ...args)).exitCode]).toEqual([args, 2]);
    expect((await cli.run("day", "someday")).error).toMatchInlineSnapshot(`
      "Not a day: someday. Use a date (2026-01-31), today, yesterday or 3d.
      Usage: pawl day [DATE] [--project DIR] [--limit N] [--json]"
    `);
  });

  test("bare pawl shows today, else the last day with work, else how to begin", async () => {
    const bare = async (now: number) => {
      const written: string[] = [];
      const write = process.stdout.write;
      process.stdout.write = ((part: string) => written.push(part) > 0) as typeof process.stdout.write;
      try {
        expect(await showToday(now)).toBe(0);
      } finally {
        process.stdout.write = write;
      }
      return written
        .join("")
        .replaceAll(cli.root, "~")
        .replaceAll(/\S*bin\/pawl/g, "pawl");
    };
    expect(await bare(NOW)).toMatchInlineSnapshot(`
      "Pawl remembers what coding agents do, and gives later sessions what they need.
      Nothing is recorded yet. To connect it: pawl start
      "
    `);
    await cli.withStore(async () => undefined);
    expect(await bare(NOW)).toMatchInlineSnapshot(`
      "Nothing is recorded yet. Start your coding agent in any project.

      pawl ui to browse · pawl day yesterday · pawl search TEXT · pawl help
      "
    `);
    await fill();
    expect(await bare(AT + 2 * DAY)).toMatchInlineSnapshot(`
      "Today · Saturday, January 17, 2026
      1 session (1 running) · 1 prompt

      project  ~/project
        ● cccc3333 Ask of cccc3333 12:00–12:00 · Claude Code · running
        Asked     12:00 Ask of cccc3333
        Ran       npm test

      pawl ui to browse · pawl day yesterday · pawl search TEXT · pawl help
      "
    `);
    expect(await bare(AT + 5 * DAY)).toMatchInlineSnapshot(`
      "Nothing recorded today.

      Saturday, January 17, 2026
      1 session · 1 prompt

      project  ~/project
        ○ cccc3333 Ask of cccc3333 12:00–12:00 · Claude Code
        Asked     12:00 Ask of cccc3333
        Ran       npm test
        Open      ○ Ask of cccc3333 · no answer

      pawl ui to browse · pawl day yesterday · pawl search TEXT · pawl help
      "
    `);
  });
});
