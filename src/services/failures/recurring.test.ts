import { expect, test } from "bun:test";
import { DIGEST_VERSION, type DigestFailure, type SessionDigest } from "../../memory/digest/types.ts";
import type { SessionOverview } from "../../memory/records/records.ts";
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
const storeOf = (digests: SessionDigest[]) => ({
  sessions: async () => digests.map(({ sessionId: id }) => ({ id, project: "/p" }) as SessionOverview),
  digestsOf: async () => digests,
});

test("a failure that came up in two sessions is one entry, with its weeks and what cured it", async () => {
  const cure = { kind: "run", command: "npm install" } as const;
  const found = await recurringFailures(
    storeOf([
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
    await recurringFailures(storeOf([digest("a", failure("x", now - WEEK)), digest("b", cured)]), { now }),
  ).toEqual([]);
});
