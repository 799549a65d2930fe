import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSession, PROJECT } from "../../../test/recorded-session.ts";
import { toDigest } from "../../memory/digest/build.ts";
import { digestsIn } from "../../memory/sql/index.ts";
import { openStore } from "../../store/open.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { override } from "../../store/store.ts";
import { createReadDay } from "./day.ts";
import { daySpanAt, toDaySpan } from "./span.ts";

const HOUR = 3_600_000;
const DAY = toDaySpan("2026-03-10") ?? { day: "", from: 0, to: 0 };
const NOON = DAY.from + 12 * HOUR;

let dir = "";
let store: Store;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "pawl-day-"));
  store = await openStore({ database: join(dir, "pawl.db") });
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

async function keep(
  { session }: ReturnType<typeof createSession>,
  { project = PROJECT, isDigested = true } = {},
) {
  const { sessionId, prompts, observations, responses } = session;
  const at = Math.min(...[...prompts, ...observations, ...responses].map((one) => one.at));
  const seen = { id: sessionId, project, cwd: project, at, branch: "main" };
  await recordsIn(store).record({ session: seen, prompts, observations, responses });
  if (isDigested) await digestsIn(store).saveDigest(toDigest(session));
}

const readDay = (now = NOON + HOUR) => createReadDay(store)({ ...DAY, now });

describe("a day", () => {
  test("says per project what was asked, changed, committed, run, failed, fixed and left open", async () => {
    const s = createSession("one", NOON);
    s.ask("Round the totals");
    s.edit("src/totals.ts", "a\nb", "a\nc\nd");
    s.edit("src/totals.ts", "e", "f");
    s.fail("npm test", "Error: expected 2, got 3");
    s.run("npm test", "3 pass\n0 fail");
    s.fail("npm run lint", "src/a.ts: error: unused variable");
    s.run('git commit -am "Round the totals"', "[main 1a2b3c4] Round the totals");
    s.call("TodoWrite", { todos: [{ content: "Write the docs", status: "pending" }] }, true, "ok");
    s.answer("Done, lint is open.");
    await keep(s);
    const { totals, projects, isComplete } = await readDay();
    expect(isComplete).toBe(true);
    expect(totals).toEqual({
      sessions: 1,
      running: 1,
      prompts: 1,
      calls: 7,
      files: 1,
      added: 3,
      removed: 2,
      commits: 1,
      failures: 2,
      fixed: 1,
      open: 2,
      injections: 0,
      used: 0,
      tokens: 0,
    });
    const [shop] = projects;
    expect(shop).toMatchObject({
      project: PROJECT,
      name: "shop",
      asked: [{ text: "Round the totals", sessionId: "one" }],
      changed: [{ file: "src/totals.ts", edits: 2, added: 3, removed: 2, sessions: ["one"] }],
      commits: [{ hash: "1a2b3c4", branch: "main", message: "Round the totals" }],
    });
    expect(shop?.ran.map(({ command, kind, times, failed }) => [command, kind, times, failed])).toEqual([
      ["npm test", "test", 2, 1],
      ["npm run lint", "lint", 1, 1],
    ]);
    expect(shop?.failed.map(({ what, isFixed }) => [what, isFixed])).toEqual([
      ["npm run lint", false],
      ["npm test", true],
    ]);
    expect(shop?.open.map(({ kind, text }) => [kind, text])).toEqual([
      ["task", "Write the docs"],
      ["failure", "npm run lint: src/a.ts: error: unused variable"],
    ]);
    expect(shop?.sessions).toMatchObject([
      { id: "one", branch: "main", isRunning: true, files: 1, added: 3, removed: 2, commits: 1, failures: 2 },
    ]);
  });

  test("ends at midnight: a session over it counts on both days with what it did on each", async () => {
    const s = createSession("late", DAY.to - 2500);
    s.ask("Before midnight");
    s.run("npm test");
    s.ask("After midnight");
    await keep(s);
    const before = await readDay();
    expect(before.totals).toMatchObject({ sessions: 1, prompts: 1, calls: 1 });
    expect(before.projects[0]?.asked.map(({ text }) => text)).toEqual(["Before midnight"]);
    expect(before.next).toBe("2026-03-11");
    const after = await createReadDay(store)({ ...daySpanAt(DAY.to), now: DAY.to });
    expect(after.totals).toMatchObject({ sessions: 1, prompts: 1, calls: 0 });
    expect(after.previous).toBe("2026-03-10");
  });

  test("without any activity names the nearest days that have some", async () => {
    const s = createSession("earlier", DAY.from - 5 * 24 * HOUR);
    s.ask("Hello");
    await keep(s);
    expect(await readDay()).toMatchObject({ projects: [], previous: "2026-03-05", next: null });
  });

  test("of one project leaves the others out, also when it looks for the nearest days", async () => {
    const mine = createSession("mine", NOON);
    mine.ask("Mine");
    await keep(mine);
    const other = createSession("other", DAY.from - HOUR);
    other.ask("Other");
    await keep(other, { project: "/home/ada/till", isDigested: false });
    const day = await createReadDay(store)({ ...DAY, projects: ["/home/ada/till"], now: NOON });
    expect(day).toMatchObject({ projects: [], previous: "2026-03-09" });
    const own = await createReadDay(store)({ ...DAY, projects: [PROJECT], now: NOON });
    expect([own.projects.length, own.previous]).toEqual([1, null]);
  });

  test("names a prompt without an answer once its session is over, but not while it runs", async () => {
    const s = createSession("cut", NOON);
    s.ask("Round the totals");
    s.answer("Done.");
    s.ask("And the tax");
    s.ask("<task-notification>x</task-notification>");
    await keep(s);
    expect((await readDay()).projects[0]?.open).toEqual([]);
    const later = (await readDay(NOON + 24 * HOUR)).projects[0];
    expect(later?.open).toMatchObject([{ kind: "unanswered", text: "And the tax" }]);
    expect(later?.sessions[0]?.isRunning).toBe(false);
  });

  test("says what Pawl injected, what it cost and whether it was used", async () => {
    const s = createSession("one", NOON);
    s.ask("Round the totals");
    s.edit("src/totals.ts", "a", "b");
    await keep(s);
    const source = (uri: string) => ({ uri, type: "past-turn", reason: "", tokens: 5 });
    const inject = (at: number, text: string, tokens: number) =>
      recordsIn(store).addInjection({
        sessionId: "one",
        event: "UserPromptSubmit",
        at,
        text: `<pawl-memory>\nFrame.\n- ${text}\n</pawl-memory>`,
        tokens,
        sources: [source("session://a")],
      });
    await inject(NOON + 1000, "Totals were rounded in src/totals.ts before", 30);
    await inject(NOON + 1001, "The tax is in src/tax.ts", 12);
    const { totals, projects } = await readDay();
    expect(totals).toMatchObject({ injections: 2, used: 1, tokens: 42 });
    expect(projects[0]?.injected.map(({ title, used, kinds }) => [title, used, kinds])).toEqual([
      ["The tax is in src/tax.ts", [], ["past-turn"]],
      ["Totals were rounded in src/totals.ts before", ["src/totals.ts"], ["past-turn"]],
    ]);
  });

  test("reads a session once to judge its injections, and again only when it went on", async () => {
    const s = createSession("one", NOON);
    s.ask("Hi");
    await keep(s);
    await recordsIn(store).addInjection({
      sessionId: "one",
      event: "SessionStart",
      at: NOON,
      text: "src/totals.ts",
      tokens: 3,
      sources: [{ uri: "a://1", type: "hot-file", reason: "", tokens: 3 }],
    });
    let reads = 0;
    const counting = override(store, recordsIn, {
      session(id: string) {
        reads++;
        return recordsIn(store).session(id);
      },
    });
    const read = createReadDay(counting);
    await read({ ...DAY, now: NOON });
    await read({ ...DAY, now: NOON });
    expect(reads).toBe(1);
    s.edit("src/totals.ts", "a", "b");
    await keep(s);
    expect((await read({ ...DAY, now: NOON })).totals.used).toBe(1);
    expect(reads).toBe(2);
  });
});

test("a day is one of the calendar, in this time zone", () => {
  expect(toDaySpan("2026-02-30")).toBeUndefined();
  expect(toDaySpan("yesterday")).toBeUndefined();
  const span = toDaySpan("2026-03-10");
  expect(new Date(span?.from ?? 0).getHours()).toBe(0);
  expect(daySpanAt(NOON)).toEqual(DAY);
});
