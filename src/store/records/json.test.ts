import { expect, test } from "bun:test";
import { toSessionJson, toSessionListJson } from "./json.ts";
import type { SessionOverview } from "./records.ts";

const session: SessionOverview = {
  id: "s1",
  project: "/p",
  cwd: "/p",
  startedAt: 0,
  lastEventAt: 2000,
  status: "active",
  client: "codex",
  prompts: 1,
  observations: 2,
  title: "Round it",
};
const head = {
  id: "s1",
  project: "/p",
  startedAt: "1970-01-01T00:00:00.000Z",
  endedAt: null,
  status: "active",
  client: "codex",
} as const;

const NOW = session.lastEventAt + 60_000;

test("a session without an end is over once nothing came from it for hours", () => {
  const { sessions } = toSessionListJson([session], session.lastEventAt + 24 * 3_600_000);
  expect(sessions[0]).toMatchObject({ status: "ended", endedAt: null });
});

test("a list of sessions has of each what scripts rely on", () => {
  expect(toSessionListJson([session, { ...session, endedAt: 1000, status: "ended" }], NOW)).toEqual({
    sessions: [
      { ...head, prompts: 1, observations: 2, title: "Round it" },
      {
        ...head,
        endedAt: "1970-01-01T00:00:01.000Z",
        status: "ended",
        prompts: 1,
        observations: 2,
        title: "Round it",
      },
    ],
  });
});

test("a session has its records, with null where something is not known", () => {
  const common = { sessionId: "s1", at: 1000, redaction: 1 };
  const at = "1970-01-01T00:00:01.000Z";
  const call = {
    ...common,
    key: "k",
    toolName: "Bash",
    ok: true,
    input: "{}",
    response: "",
    files: ["/p/a"],
  };
  const records = {
    session,
    prompts: [{ ...common, key: "k", text: "hello" }],
    observations: [call, { ...call, ok: false, toolUseId: "t", agentId: "a" }],
    responses: [
      { ...common, key: "k", text: "done" },
      { ...common, key: "k", text: "sub", agentId: "a" },
    ],
    events: [],
  };
  const expected = {
    ...head,
    prompts: [{ at, text: "hello" }],
    observations: [
      { toolUseId: null, toolName: "Bash", ok: true, files: ["/p/a"], agentId: null, at },
      { toolUseId: "t", toolName: "Bash", ok: false, files: ["/p/a"], agentId: "a", at },
    ],
    responses: [
      { at, text: "done", agentId: null },
      { at, text: "sub", agentId: "a" },
    ],
    summary: null,
  };
  expect(toSessionJson(records, NOW)).toEqual(expected);
  expect(
    toSessionJson({ ...records, summary: { sessionId: "s1", at: 1, redaction: 1, text: "all" } }, NOW),
  ).toEqual({
    ...expected,
    summary: "all",
  });
});
