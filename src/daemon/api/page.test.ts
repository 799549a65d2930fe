import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CLIENT_NAMES } from "../../clients/index.ts";
import { CLIENT_ARGUMENT } from "../../platform/own-hook.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { openTestApp, TEST_PORT } from "../test-app.ts";

type App = Awaited<ReturnType<typeof openTestApp>>;
const HOSTILE = "<img src=x onerror=alert(1)>";

const hook = (app: App, name: string, more: object = {}) =>
  app.post("/hook", {
    hook_event_name: name,
    session_id: "s1",
    cwd: app.dir,
    transcript_path: "/t",
    ...more,
  });

async function recordStory(app: App) {
  const call = (id: string, more: object) => ({ tool_name: "Bash", tool_use_id: id, ...more });
  await hook(app, "SessionStart", { source: "startup" });
  await hook(app, "UserPromptSubmit", { prompt: `Round the totals ${HOSTILE}`, prompt_id: "p1" });
  const command = { tool_input: { command: "npm test" } };
  await hook(app, "PostToolUseFailure", call("t1", { ...command, error: "2 tests failed" }));
  await Bun.sleep(2);
  await hook(app, "PostToolUse", call("t2", { ...command, tool_response: "all passed" }));
}

const get = async <T>(app: App, path: string): Promise<T> => (await app.request(path)).json() as Promise<T>;

interface Row {
  id: string;
  kind: string;
  title: string;
  ok?: boolean;
  fixedBy?: string;
}

test("a session has turns and rows; a failure has its fix; a row is found by its id", async () => {
  await using app = await openTestApp();
  await recordStory(app);
  const { session } = await get<{ session: object }>(app, "/api/page/sessions/s1");
  expect(session).toMatchObject({ id: "s1", failures: 1, client: "claude-code" });
  const outline = await get<{ ids: number[]; kinds: string; titles: string[] }>(
    app,
    "/api/page/sessions/s1/outline",
  );
  expect(outline.titles.at(-1)).toBe(`Round the totals ${HOSTILE}`);
  const kinds: Record<string, string> = {
    p: "prompt",
    o: "observation",
    r: "response",
    e: "event",
    i: "injection",
  };
  const ids = outline.ids.map((id, at) => `${kinds[outline.kinds[at] ?? ""]}-${id}`);
  const { rows } = await get<{ rows: Row[] }>(app, `/api/page/rows?ids=${ids.join(",")}`);
  expect(rows.map((row) => row.id)).toEqual(ids);
  const [failed, passed] = rows.filter((row) => row.kind === "observation");
  expect(failed).toMatchObject({ ok: false, fixedBy: passed?.id });
  expect(await get(app, "/api/page/sessions/s1/find?text=TESTS%20failed")).toEqual({ ids: [failed?.id] });
  const { record, output } = await get<{ record: object; output: object }>(
    app,
    `/api/page/records/${failed?.id}`,
  );
  expect(record).toMatchObject({ response: "2 tests failed", tool: "Bash" });
  expect(output).toEqual({ text: "2 tests failed" });
  expect(await get<object>(app, "/api/page/sessions/s1/card")).toMatchObject({
    failed: [{ error: "2 tests failed", isFixed: true }],
  });
  const markdown = await (await app.request("/api/page/sessions/s1/markdown")).text();
  expect(markdown).toContain("2 tests failed");
});

test("search marks the matched words and explains the score", async () => {
  await using app = await openTestApp();
  await recordStory(app);
  const answer = await app.post("/api/page/search", { query: "totals missing" });
  const { groups, total, isAll } = (await answer.json()) as {
    groups: {
      sessionId: string;
      title: string;
      hits: { title: string; titleMarks: number[][]; why: object }[];
    }[];
    total: number;
    isAll: boolean;
  };
  expect([isAll, total > 0]).toEqual([true, true]);
  expect(groups[0]).toMatchObject({ sessionId: "s1", title: `Round the totals ${HOSTILE}` });
  const hit = groups[0]?.hits[0];
  const [start = 0, end = 0] = hit?.titleMarks[0] ?? [];
  expect(hit?.title.slice(start, end)).toBe("totals");
  expect(hit?.why).toMatchObject({ words: 2, inTitle: 1 });
  const of = async (client: string) => {
    const found = await app.post("/api/page/search", { query: "totals missing", client });
    return ((await found.json()) as { total: number }).total;
  };
  expect([await of("claude-code"), await of("codex")]).toEqual([total, 0]);
  const filtered = await app.post("/api/page/search", { query: "totals type:prompt since:soon" });
  expect(await filtered.json()).toMatchObject({
    groups: [{ hits: [{ type: "prompt" }] }],
    filter: { type: "prompt" },
    unknown: ["since:soon"],
  });
});

test("while paused, no event is recorded or answered; after resuming, every event is", async () => {
  await using app = await openTestApp();
  expect(await (await app.post("/api/page/pause", { paused: true })).json()).toEqual({ paused: true });
  await recordStory(app);
  expect(await recordsIn(app.store).stats()).toMatchObject({
    sessions: 0,
    prompts: 0,
    observations: 0,
    events: 0,
  });
  expect(await get<object>(app, "/api/page/hello")).toMatchObject({ paused: true });
  await app.post("/api/page/pause", { paused: false });
  await recordStory(app);
  expect(await recordsIn(app.store).stats()).toMatchObject({ sessions: 1, prompts: 1, observations: 2 });
});

test("the welcome says which clients are connected", async () => {
  await using app = await openTestApp();
  const dirs = { CLAUDE_CONFIG_DIR: join(app.dir, "c"), CODEX_HOME: join(app.dir, "x") };
  const scratch = { ...dirs, HOME: app.dir, USERPROFILE: app.dir, PAWL_HOME: join(app.dir, "home") };
  const before = Object.keys(scratch).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, scratch);
  try {
    const connected = async () => {
      type Answer = { clients: { client: string; connected: boolean }[] };
      const { clients } = await get<Answer>(app, "/api/page/clients");
      expect(clients.map(({ client }) => client)).toEqual([...CLIENT_NAMES]);
      return clients.filter((one) => one.connected).map(({ client }) => client);
    };
    expect(await connected()).toEqual([]);
    await Bun.write(
      join(dirs.CLAUDE_CONFIG_DIR, "settings.json"),
      JSON.stringify({ enabledPlugins: { "pawl@store": true } }),
    );
    expect(await connected()).toEqual(["claude-code"]);
    await Bun.write(join(dirs.CODEX_HOME, "hooks.json"), `{ "hooks": "pawl hook ${CLIENT_ARGUMENT}codex" }`);
    expect(await connected()).toEqual(["claude-code", "codex"]);
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
});

test("a muted source is not injected any more", async () => {
  await using app = await openTestApp();
  await recordStory(app);
  const context = () =>
    get<{ text: string }>(app, `/api/context?limit=5&project=${encodeURIComponent(app.dir)}`);
  expect((await context()).text).toContain("Round the totals");
  await app.post("/api/page/muted", { uri: "session://s1", muted: true });
  expect((await context()).text).not.toContain("Round the totals");
  await app.post("/api/page/muted", { uri: "session://s1", muted: false });
  expect((await context()).text).toContain("Round the totals");
});

test("a setting is validated, written and applied at once", async () => {
  await using app = await openTestApp();
  const patch = (body: object) =>
    app.request("/api/page/settings", { method: "PATCH", body: JSON.stringify(body) });
  const bad = { path: "context.tokens", value: -3 };
  expect(await (await patch({ ...bad, check: true })).json()).toMatchObject({
    ok: false,
    message: expect.stringContaining("tokens"),
  });
  expect((await patch(bad)).status).toBe(400);
  expect((await patch({ path: "context.tokens", value: 0 })).status).toBe(200);
  expect(readFileSync(app.home.config, "utf8")).toContain('"tokens": 0');
  expect(app.service.settings.context.tokens).toBe(0);
});

test("the ledger shows each injection and whether it was used", async () => {
  await using app = await openTestApp();
  await recordStory(app);
  const sources = [{ uri: "session://old", type: "command", reason: "newest", tokens: 5 }];
  await recordsIn(app.store).addInjection({
    sessionId: "s1",
    event: "SessionStart",
    at: 1,
    text: "Ran: `npm test`",
    tokens: 5,
    sources,
  });
  await app.post("/api/page/muted", { uri: "session://old", muted: true });
  const { items } = await get<{ items: object[] }>(app, "/api/page/ledger");
  expect(items).toMatchObject([{ used: ["npm test"], muted: ["session://old"], sources }]);
});

test.each([
  "/api/page/sessions?cursor=x",
  "/api/page/sessions?limit=0",
  "/api/page/sessions?outcome=odd",
  "/api/page/sessions/s1/outline?everything=2",
  "/api/page/sessions/s1/find?text=",
  "/api/page/rows?ids=",
  "/api/page/cost?days=0",
])("%s is rejected with a message", async (path) => {
  await using app = await openTestApp();
  await recordStory(app);
  const answer = await app.request(path);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ error: expect.any(String) });
});

test.each(["/api/page/sessions/none", "/api/page/records/prompt-99", "/api/page/records/..%2ftoken"])(
  "%s is not found",
  async (path) => {
    await using app = await openTestApp();
    await recordStory(app);
    expect((await app.request(path)).status).toBe(404);
  },
);

test("the page's cookie can read; it can change something only from our own page", async () => {
  await using app = await openTestApp();
  const { path } = (await (await app.post("/api/page-link", {})).json()) as { path: string };
  const headers = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  const entered = await app.request(path, { token: null, headers });
  const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
  const ask = (headers: Record<string, string>, method = "POST") =>
    app.request("/api/page/pause", {
      method,
      token: null,
      headers: { cookie, ...headers },
      ...(method === "GET" ? {} : { body: '{"paused":false}' }),
    });
  const origin = `http://127.0.0.1:${TEST_PORT}`;
  expect((await ask({})).status).toBe(401);
  expect((await ask({ origin: "http://127.0.0.1:3000" })).status).toBe(403);
  expect((await ask({ origin, "sec-fetch-site": "same-site" })).status).toBe(401);
  expect((await ask({ origin, "sec-fetch-site": "same-origin" })).status).toBe(200);
  const read = (headers: Record<string, string>) =>
    app.request("/api/stats", { token: null, headers: { cookie, ...headers } });
  expect((await read({})).status).toBe(200);
  expect((await read({ "sec-fetch-site": "cross-site" })).status).toBe(401);
});
