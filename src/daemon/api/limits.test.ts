/** Every limit of a request, at its edge: what is just within it is answered, what is just over it is refused. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openTestApp } from "../test-app.ts";

let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  app = await openTestApp();
  const hook = (session: string, name: string, more: object = {}) =>
    app.post("/hook", {
      hook_event_name: name,
      session_id: session,
      cwd: app.dir,
      transcript_path: "/t",
      ...more,
    });
  for (let n = 1; n <= 55; n++) await hook(`s${n}`, "UserPromptSubmit", { prompt: `zebra ${n}` });
  await app.service.idle();
});
afterAll(() => app[Symbol.asyncDispose]());

const refused = async (path: string, init: RequestInit = {}) =>
  (await app.request(path, init)).status === 400;
const x = (length: number) => "x".repeat(length);

describe("a text in a query", () => {
  test.each([
    ["/api/sessions", "project", 4000],
    ["/api/sessions", "client", 100],
    ["/api/context", "project", 4000],
    ["/api/memories", "project", 4000],
    ["/api/hooks", "project", 4000],
    ["/api/hooks/events?event=Stop", "project", 4000],
    ["/api/team/records", "author", 200],
    ["/api/team/records", "project", 1000],
    ["/api/team/sharing?kind=memory", "project", 4000],
    ["/api/team/sharing?kind=memory", "key", 1000],
    ["/api/page/ledger", "text", 1000],
    ["/api/page/ledger", "project", 1000],
    ["/api/page/ledger", "sessionId", 1000],
    ["/api/page/failures", "project", 1000],
    ["/api/page/sessions", "text", 1000],
    ["/api/page/sessions", "project", 1000],
    ["/api/page/rows", "ids", 8000],
    ["/api/page/sessions/s1/find", "text", 500],
    ["/api/day", "project", 4000],
  ])("%s: %s has at most %i characters", async (path, name, most) => {
    const at = (length: number) => `${path}${path.includes("?") ? "&" : "?"}${name}=${x(length)}`;
    expect([await refused(at(most)), await refused(at(most + 1))]).toEqual([false, true]);
  });
});

describe("a number in a query", () => {
  test.each([
    ["/api/sessions", "limit", 1, 1000],
    ["/api/prompts", "limit", 1, 1000],
    ["/api/context", "limit", 1, 50],
    ["/api/page/sessions", "limit", 1, 200],
    ["/api/page/ledger", "limit", 1, 200],
    ["/api/page/sessions", "since", 0, undefined],
    ["/api/page/sessions", "until", 0, undefined],
  ])("%s: %s is a whole number from %i to %p", async (path, name, least, most) => {
    const at = (value: number) => refused(`${path}?${name}=${value}`);
    expect([await at(least), await at(least - 1), await at(least + 0.5)]).toEqual([false, true, true]);
    if (most !== undefined) expect([await at(most), await at(most + 1)]).toEqual([false, true]);
  });
});

describe("a text in a body", () => {
  const body = (method: string, fields: object) => ({ method, body: JSON.stringify(fields) });
  test.each<[string, string, object, string, number]>([
    ["POST", "/api/search", {}, "query", 10_000],
    ["POST", "/api/page/search", {}, "query", 2000],
    ["POST", "/api/page/search", { query: "a" }, "project", 1000],
    ["POST", "/api/page/search", { query: "a" }, "client", 1000],
    ["POST", "/api/page/muted", { muted: false }, "uri", 1000],
    ["PATCH", "/api/page/settings", { value: 1, check: true }, "path", 100],
    ["POST", "/api/hooks/run", { record: "r" }, "id", 5000],
    ["POST", "/api/hooks/run", { id: "i" }, "record", 100],
    ["POST", "/api/hooks/run", { id: "i", record: "r" }, "project", 4000],
    ["POST", "/api/team/handoffs/withdraw", { id: "i" }, "project", 1000],
    ["POST", "/api/team/handoffs/withdraw", { project: "p" }, "id", 1000],
  ])("%s %s %j: %s has at most %i characters", async (method, path, fields, name, most) => {
    const at = (length: number) => refused(path, body(method, { ...fields, [name]: x(length) }));
    expect([await at(most), await at(most + 1)]).toEqual([false, true]);
  });

  test.each([
    ["POST", "/api/page/muted", { muted: false }, "uri"],
    ["PATCH", "/api/page/settings", { value: 1, check: true }, "path"],
    ["POST", "/api/hooks/run", { record: "r" }, "id"],
    ["POST", "/api/hooks/run", { id: "i" }, "record"],
    ["POST", "/api/team/handoffs/withdraw", { id: "i" }, "project"],
  ])("%s %s %j: %s is not empty", async (method, path, fields, name) => {
    const at = (value: string) => refused(path, body(method, { ...fields, [name]: value }));
    expect([await at("x"), await at("")]).toEqual([false, true]);
  });

  test("a search finds from 1 to 200, 10 by itself", async () => {
    const find = async (fields: object) => {
      const answer = await app.request("/api/search", body("POST", { query: "zebra", ...fields }));
      const { results = [] } = (await answer.json()) as { results?: object[] };
      return [answer.status, results.length];
    };
    expect([
      await find({ limit: 0 }),
      await find({ limit: 1 }),
      await find({ limit: 200 }),
      await find({ limit: 201 }),
      await find({}),
    ]).toEqual([
      [400, 0],
      [200, 1],
      [200, 55],
      [400, 0],
      [200, 10],
    ]);
  });
});

test("a list has fifty lines by itself, and the context as many sessions as asked for", async () => {
  const read = async (path: string) => (await (await app.request(path)).json()) as Record<string, object[]>;
  expect((await read("/api/sessions")).sessions).toHaveLength(50);
  expect((await read("/api/prompts")).prompts).toHaveLength(50);
  expect((await read("/api/page/sessions")).items).toHaveLength(50);
  expect((await read("/api/context?limit=5")).sources).toHaveLength(5);
});

test("the page's search shows thirty sessions of the eighty hits that it looks at", async () => {
  const answer = await app.post("/api/page/search", { query: "zebra" });
  const { groups, total, isAll } = (await answer.json()) as {
    groups: object[];
    total: number;
    isAll: boolean;
  };
  expect([groups.length, total, isAll]).toEqual([30, 55, true]);
});

test("rows are read two hundred at a time", async () => {
  const ids = (count: number) => Array.from({ length: count }, (_, n) => `event-${n}`).join(",");
  expect([
    await refused(`/api/page/rows?ids=${ids(200)}`),
    await refused(`/api/page/rows?ids=${ids(201)}`),
  ]).toEqual([false, true]);
  expect(await (await app.request(`/api/page/rows?ids=${ids(201)}`)).json()).toEqual({
    error: "ids: at most 200",
  });
});
