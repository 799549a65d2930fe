import { expect, test } from "bun:test";
import { NO_STORE } from "../../../test/temp-store.ts";
import { DIGEST_VERSION, type DigestFailure, type SessionDigest } from "../../memory/digest/types.ts";
import { digestsIn } from "../../memory/sql/index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { SessionOverview } from "../../store/records/records.ts";
import { override } from "../../store/store.ts";
import { recurringFailures } from "./recurring.ts";

const WEEK = 7 * 86_400_000;
const now = 100 * WEEK;

const failure = (key: string, at: number, more: Partial<DigestFailure> = {}): DigestFailure => ({
  key,
  tool: "Bash",
  command: "npm test",
  error: `${key} at ${at}`,
  names: [],
  isUsage: false,
  at,
  observation: `o${at}`,
  ...more,
});
const digest = (sessionId: string, ...failures: DigestFailure[]): SessionDigest => ({
  version: DIGEST_VERSION,
  sessionId,
  startedAt: 0,
  lastAt: 0,
  turns: [],
  files: [],
  commands: [],
  failures,
});
const storeOf = (digests: SessionDigest[], sessions: (filter: object) => Promise<SessionOverview[]>) =>
  override(override(NO_STORE, recordsIn, { sessions }), digestsIn, { digestsOf: async () => digests });
const inProject = (digests: SessionDigest[]) =>
  storeOf(digests, async () =>
    digests.map(({ sessionId: id }) => ({ id, project: "/p" }) as SessionOverview),
  );

test("a failure that came up in two sessions is one entry, with its weeks and what cured it", async () => {
  const cure = { kind: "run", command: "npm install" } as const;
  const found = await recurringFailures(
    inProject([
      digest("a", failure("missing", now - WEEK / 2), failure("missing", now - WEEK / 3)),
      digest("b", failure("missing", now - 2.5 * WEEK, { cure }), failure("once", now - WEEK)),
    ]),
    { now },
  );
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({
    key: "missing",
    project: "/p",
    times: 3,
    sessions: [{ id: "a" }, { id: "b" }],
    cures: [cure],
  });
  expect(found[0]?.weeks).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2]);
});

test("a session that only cured a failure did not run into it", async () => {
  const cured = failure("x", now, { openedIn: "a", cure: { kind: "run", command: "make" } });
  expect(
    await recurringFailures(inProject([digest("a", failure("x", now - WEEK)), digest("b", cured)]), { now }),
  ).toEqual([]);
});

test("an entry tells the newest words, the first and the last time, and each session with its last", async () => {
  const [found] = await recurringFailures(
    inProject([
      digest("a", failure("x", now - 3 * WEEK), failure("x", now - 1)),
      digest("b", failure("x", now - 5 * WEEK, { tool: "Read" })),
    ]),
    { now },
  );
  expect(found).toMatchObject({
    ...{
      error: `x at ${now - 1}`,
      tool: "Bash",
      command: "npm test",
      firstAt: now - 5 * WEEK,
      lastAt: now - 1,
    },
    sessions: [
      { id: "a", at: now - 1 },
      { id: "b", at: now - 5 * WEEK },
    ],
  });
});

test("twelve weeks are counted, each to its last millisecond; what is older counts only as a time", async () => {
  const times = [now, now - WEEK + 1, now - WEEK, now - 12 * WEEK + 1, now - 12 * WEEK, now + 1];
  const [found] = await recurringFailures(
    inProject(times.map((at, place) => digest(`s${place}`, failure("x", at)))),
    { now },
  );
  expect(found?.weeks).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
  expect(found?.times).toBe(6);
});

test("what came up in most sessions comes first, of equals the newest; the same cure is told once, three at most", async () => {
  const run = (command: string) => ({ cure: { kind: "run", command } as const });
  const found = await recurringFailures(
    inProject([
      digest("a", failure("old", 1), failure("new", 2), failure("often", 3, run("one"))),
      digest("b", failure("old", 4), failure("new", 9), failure("often", 5, run("two"))),
      digest(
        "c",
        failure("often", 6, run("three")),
        failure("often", 7, run("four")),
        failure("often", 8, run("four")),
      ),
    ]),
    { now, project: "/p" },
  );
  expect(found.map(({ key }) => key)).toEqual(["often", "new", "old"]);
  expect(found[0]?.cures).toEqual(["four", "three", "two"].map((command) => ({ kind: "run", command })));
});

test("the same failure of two projects is two, and a project's own sessions are asked for", async () => {
  const asked: object[] = [];
  const digests = ["a", "b", "c", "d"].map((id) => digest(id, failure("x", now - 1)));
  const store = storeOf(digests, async (filter) => {
    asked.push(filter);
    return digests.map(
      ({ sessionId: id }) => ({ id, project: id < "c" ? "/p" : "/q" }) as unknown as SessionOverview,
    );
  });
  const found = await recurringFailures(store, { now });
  expect(found.map(({ project, times }) => [project, times])).toEqual([
    ["/p", 2],
    ["/q", 2],
  ]);
  await recurringFailures(store, { now, project: "/p" });
  expect([Object.hasOwn(asked[0] ?? {}, "project"), asked[1]]).toMatchObject([false, { project: "/p" }]);
});
