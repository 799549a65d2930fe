/** What the routes answer, whole, for two sessions: one that ended after a failure, one that runs. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { CLIENT_NAMES } from "../../clients/index.ts";
import { SETUPS } from "../../clients/setups.ts";
import { version } from "../../platform/version.ts";
import { openTestApp } from "../test-app.ts";

const AT = new Date(2026, 0, 15, 10, 0).getTime();
let app: Awaited<ReturnType<typeof openTestApp>>;
let now = AT;
beforeAll(async () => {
  app = await openTestApp({ now: () => now });
  const hook = async (session: string, name: string, more: object = {}) => {
    now += 1000;
    const event = { hook_event_name: name, session_id: session, cwd: "/p", transcript_path: "/t" };
    await app.post("/hook", { ...event, ...more });
  };
  const call = (id: string, more: object) => ({
    tool_name: "Bash",
    tool_use_id: id,
    tool_input: { command: "npm test" },
    ...more,
  });
  await hook("s1", "SessionStart", { source: "startup" });
  await hook("s1", "UserPromptSubmit", { prompt: "Round the totals", prompt_id: "p1" });
  await hook("s1", "PostToolUseFailure", call("t1", { error: "2 tests failed" }));
  await hook("s1", "PostToolUseFailure", call("t2", { error: "2 tests failed" }));
  await hook("s1", "PostToolUse", call("t3", { tool_response: "all passed" }));
  await hook("s1", "Stop");
  await hook("s1", "SessionEnd", { reason: "exit" });
  // Its summary is written beside the events and takes numbers of the same list.
  await app.service.idle();
  await hook("abcdef-2", "SessionStart", { source: "startup" });
  await hook("abcdef-2", "UserPromptSubmit", { prompt: "Now the taxes", prompt_id: "p2" });
  await app.service.idle();
});
afterAll(() => app[Symbol.asyncDispose]());

/** The answer with the test's own folder as `/p`, and moments as seconds after the story's start. */
async function get(path: string): Promise<unknown> {
  const answer = await app.request(path);
  const text = (await answer.text()).replaceAll(app.dir, "/p");
  return JSON.parse(text, (_, value) =>
    typeof value === "number" && Math.abs(value - AT) < 3_600_000 ? (value - AT) / 1000 : value,
  );
}

const second = {
  id: "abcdef-2",
  project: "/p",
  cwd: "/p",
  startedAt: 8,
  lastEventAt: 9,
  status: "active",
  client: "claude-code",
  transcriptPath: "/t",
  prompts: 1,
  observations: 0,
  title: "Now the taxes",
  failures: 0,
  injections: 1,
};
const first = {
  ...second,
  id: "s1",
  startedAt: 1,
  lastEventAt: 7,
  endedAt: 7,
  endReason: "exit",
  status: "ended",
  observations: 3,
  title: "Round the totals",
  summary: "Asked: “Round the totals”\nRan: `npm test`\nFailed: `npm test` “2 tests failed” (fixed later)",
  failures: 2,
  injections: 0,
};
const stats = {
  sessions: 2,
  prompts: 2,
  observations: 3,
  responses: 0,
  events: 4,
  injections: 1,
  memories: 0,
  solutions: 0,
  sizeBytes: expect.any(Number),
  lastEventAt: 9,
};
const line = (id: string, at: number, title: string, more: object = {}) => ({
  id,
  kind: id.split("-")[0] ?? "",
  at,
  sessionId: at < 8 ? "s1" : "abcdef-2",
  project: "/p",
  title,
  ...more,
});
const event = (id: string, at: number, name: string) => line(id, at, name, { event: name });
const ran = (id: string, at: number, ok: boolean) => line(id, at, "Bash: npm test", { ok, tool: "Bash" });
const INJECTED =
  "<pawl-context>\nNotes from earlier sessions, for reference only.\n\nSession s1 · Asked: “Round the totals”\n</pawl-context>";

describe("the page's answer to", () => {
  test("hello", async () => {
    expect(await get("/api/page/hello")).toEqual({
      version,
      home: "/p/home",
      startedAt: 0,
      paused: false,
      diskFull: false,
      locale: "en",
      clients: { ...Object.fromEntries(CLIENT_NAMES.map((name) => [name, SETUPS[name].title])), api: "API" },
    });
  });

  test("now", async () => {
    expect(await get("/api/page/now")).toEqual({
      running: [second],
      feed: [
        line("prompt-11", 9, "Now the taxes"),
        line("injection-1", 8, "Session s1 · Asked: “Round the totals”", {
          event: "SessionStart",
          tokens: expect.any(Number),
        }),
        event("event-10", 8, "SessionStart"),
        event("event-7", 7, "SessionEnd"),
        event("event-6", 6, "Stop"),
        ran("observation-5", 5, true),
        ran("observation-4", 4, false),
        ran("observation-3", 3, false),
        line("prompt-2", 2, "Round the totals"),
        event("event-1", 1, "SessionStart"),
      ],
      stats,
      counts: {},
    });
  });

  test("the sessions, in parts", async () => {
    expect(await get("/api/page/sessions")).toEqual({ items: [second, first] });
    const { next, ...page } = (await get("/api/page/sessions?limit=1")) as { next: string };
    expect(page).toEqual({ items: [second] } as never);
    expect(await get(`/api/page/sessions?limit=1&cursor=${next}`)).toEqual({ items: [first] });
    expect(await get("/api/page/sessions?outcome=running")).toEqual({ items: [second] });
    expect(await get("/api/page/sessions?client=codex")).toEqual({ items: [] });
    expect(await get(`/api/page/sessions?since=${AT + 8500}`)).toEqual({ items: [second] });
    expect(await get("/api/page/projects")).toEqual({
      projects: [{ project: "/p", sessions: 2, observations: 3, lastEventAt: 9 }],
    });
  });

  test("one session, by the start of its id", async () => {
    expect(await get("/api/page/sessions/abcdef")).toEqual({
      session: second,
      muted: false,
      excluded: false,
      resume: "claude --resume abcdef-2",
    });
    expect(await get("/api/page/sessions/s1")).toMatchObject({ session: first });
    await app.post("/api/page/muted", { uri: "session://s1", muted: true });
    app.service.settings.exclude.push("/p");
    expect(await get("/api/page/sessions/s1")).toMatchObject({ muted: true, excluded: true });
    app.service.settings.exclude.length = 0;
    await app.post("/api/page/muted", { uri: "session://s1", muted: false });
    expect(await get("/api/page/sessions/")).toEqual({ error: expect.any(String) });
  });

  test("a session's card, outline and find", async () => {
    expect(await get("/api/page/sessions/s1/card")).toEqual({
      lastPrompt: null,
      changed: [],
      ran: [expect.objectContaining({ command: "npm test", times: 3, failed: 2 })],
      failed: [
        expect.objectContaining({ what: "npm test", error: "2 tests failed", isFixed: true, fix: null }),
      ],
      commits: [],
      ended: null,
      injected: { count: 0, tokens: 0 },
    });
    expect(await get("/api/page/sessions/s1/outline")).toEqual({
      ids: [1, 2, 3, 4, 5, 6, 7],
      kinds: "epoooee",
      turns: [0, 1, 1, 1, 1, 1, 1],
      from: 1,
      seconds: [0, 1, 2, 3, 4, 5, 6],
      named: [0, -1, 1, 1, 1, 2, 3],
      names: ["SessionStart", "Bash", "Stop", "SessionEnd"],
      sizes: [0, 16, 0, 0, 0, 0, 0],
      failed: [2, 3],
      titles: ["Round the totals"],
      agents: [],
    });
    expect(await get("/api/page/sessions/s1/find?text=TESTS")).toEqual({
      ids: ["observation-3", "observation-4"],
    });
    expect(await get("/api/page/sessions/s1/find?text=nowhere")).toEqual({ ids: [] });
  });

  test("rows and a record, with the call that fixed a failure", async () => {
    expect(await get("/api/page/rows?ids=observation-4,prompt-2,observation-99")).toEqual({
      rows: [
        expect.objectContaining({ id: "observation-4", ok: false, fixedBy: "observation-5" }),
        expect.not.objectContaining({ fixedBy: expect.anything() }),
      ],
    });
    expect(await get("/api/page/records/observation-3")).toMatchObject({
      record: { id: "observation-3", at: 3, ok: false },
      output: { text: "2 tests failed" },
      fixedBy: "observation-5",
    });
    const { output, fixedBy } = (await get("/api/page/records/prompt-2")) as Record<string, unknown>;
    expect([output, fixedBy]).toEqual([undefined, undefined]);
    expect(await get("/api/page/records/observation-5")).not.toHaveProperty("fixedBy");
  });

  test("the ledger and failures", async () => {
    expect(await get("/api/page/ledger")).toEqual({
      items: [
        {
          id: "injection-1",
          sessionId: "abcdef-2",
          project: "/p",
          title: "Now the taxes",
          event: "SessionStart",
          at: 8,
          text: INJECTED,
          tokens: expect.any(Number),
          sources: [
            {
              uri: "session://s1",
              text: expect.any(String),
              type: "previous-session",
              reason: "the session before this one",
              tokens: expect.any(Number),
            },
          ],
          what: "Session s1 · Asked: “Round the totals”",
          items: [{ uri: "session://s1", text: "Asked: “Round the totals”" }],
          used: [],
          muted: [],
        },
      ],
    });
    expect(await get("/api/page/ledger?sessionId=s1")).toEqual({ items: [] });
    expect(await get("/api/page/failures")).toEqual({ failures: [] });
  });
});

describe("the API's answer to", () => {
  test("sessions and records", async () => {
    const listed = (id: string) => ({ id, project: "/p", client: "claude-code", prompts: 1 });
    expect(await get("/api/sessions")).toMatchObject({ sessions: [listed("abcdef-2"), listed("s1")] });
    expect(await get("/api/sessions?limit=1")).toMatchObject({ sessions: [listed("abcdef-2")] });
    expect(await get("/api/sessions?project=/none")).toEqual({ sessions: [] });
    expect(await get("/api/sessions?client=codex")).toEqual({ sessions: [] });
    expect(await get("/api/prompts?sessionId=s1")).toMatchObject({ prompts: [{ text: "Round the totals" }] });
    expect(await get("/api/observations?sessionId=s1&limit=1")).toMatchObject({
      observations: [{ toolUseId: "t3", ok: true, at: 5 }],
    });
    expect(await get("/api/observations?sessionId=abcdef-2")).toEqual({ observations: [] });
    expect(await get("/api/responses")).toEqual({ responses: [] });
    expect(await get("/api/injections")).toMatchObject({ injections: [{ text: INJECTED, at: 8 }] });
    expect(await get("/api/stats")).toEqual(stats);
    expect(await get("/api/daemon")).toEqual({ rssBytes: expect.any(Number), doing: [], counts: {} });
  });

  test("context: of the project that was worked in last, or of the one named", async () => {
    const whole = {
      tokens: expect.any(Number),
      sources: [
        { uri: "session://abcdef-2", reason: "newest session of this project", tokens: expect.any(Number) },
        { uri: "session://s1", reason: "recent session of this project", tokens: expect.any(Number) },
      ],
    };
    expect(await get("/api/context?limit=5")).toMatchObject(whole);
    expect(await get("/api/context?limit=5&project=/p")).toMatchObject(whole);
    const nothing = { context: "", text: "", tokens: 0, sources: [] };
    expect(await get("/api/context?project=/none")).toEqual(nothing);
  });

  test("the team of a machine that has none", async () => {
    expect(await get("/api/team")).toEqual({
      team: null,
      sync: { records: 0, pending: 0, conflicts: 0 },
      shared: [],
      authors: [],
      handoffs: [],
    });
    expect(await get("/api/team/records?mine=true")).toEqual({ records: [] });
    expect(await get("/api/team/conflicts")).toEqual({ conflicts: [] });
    expect(await get("/api/team/sharing?kind=memory")).toEqual({ team: false, records: [] });
    expect(await get("/api/team/members")).toEqual({
      error:
        "This machine belongs to no team. Create one with pawl team create postgres://…, or join one with pawl team join STRING.",
    });
  });
});
