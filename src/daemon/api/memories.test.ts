import { describe, expect, test } from "bun:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { memoriesIn } from "../../memory/sql/index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { PROJECT_HEADER } from "../mcp-route.ts";
import { openTestApp, TEST_PORT } from "../test-app.ts";

type App = Awaited<ReturnType<typeof openTestApp>>;
const json = async <T = Record<string, unknown>>(answer: Promise<Response> | Response) =>
  (await (await answer).json()) as T;
const change = (app: App, method: string, path: string, body: unknown) =>
  app.request(path, { method, body: JSON.stringify(body) });

describe("memories over HTTP", () => {
  test("a memory is created, read, changed, rolled back, related and archived", async () => {
    await using app = await openTestApp();
    const project = app.dir;
    const uri = "project://money";
    expect(
      await json(app.post("/api/memories", { content: "in cents", uri, project, priority: 1 })),
    ).toMatchObject({ uri });
    await app.post("/api/memories", { content: "rounding", uri: "project://rounding", project });
    await change(app, "PATCH", "/api/memories", {
      uri,
      project,
      content: "integers, in cents",
      reason: "clearer",
    });
    await app.post("/api/memories/relate", {
      from: "project://rounding",
      to: uri,
      kind: "depends_on",
      project,
    });
    const where = `uri=${encodeURIComponent(uri)}&project=${encodeURIComponent(project)}`;
    const whole = await json<{ memory: object; versions: { reason?: string }[]; relations: object[] }>(
      app.request(`/api/memories/one?${where}`),
    );
    expect(whole.memory).toMatchObject({
      content: "integers, in cents",
      priority: 1,
      version: 2,
      status: "active",
    });
    expect(whole.versions.map(({ reason }) => reason)).toEqual(["clearer", undefined]);
    expect(whole.relations).toHaveLength(1);
    const back = await json<{ memory: object }>(
      app.post("/api/memories/rollback", { uri, project, version: 1 }),
    );
    expect(back.memory).toMatchObject({ content: "in cents", version: 3 });
    const listed = async () =>
      (
        await json<{ memories: { uri: string }[] }>(
          app.request(`/api/memories?project=${encodeURIComponent(project)}`),
        )
      ).memories.map((one) => one.uri);
    expect(await listed()).toEqual([uri, "project://rounding"]);
    await app.request(`/api/memories?${where}`, { method: "DELETE" });
    expect(await listed()).toEqual(["project://rounding"]);
  });

  test("the first characters of an id are enough to forget a session, if it is the only one", async () => {
    await using app = await openTestApp();
    for (const sessionId of ["abcd-1", "abcd-2", "efgh-1"])
      await app.post("/api/prompts", { sessionId, content: "the zebra plan" });
    const left = async (session: string) => {
      await app.post("/api/forget", { selector: { session }, preview: false });
      return (await recordsIn(app.store).stats()).prompts;
    };
    expect(await left("abcd")).toBe(3);
    expect(await left("efg")).toBe(3);
    expect(await left("efgh")).toBe(2);
  });

  test("forget previews first, then deletes", async () => {
    await using app = await openTestApp();
    await app.post("/api/prompts", { sessionId: "s", content: "the zebra plan" });
    const selector = { match: "zebra" };
    expect(await json(app.post("/api/forget", { selector }))).toMatchObject({ counts: { prompts: 1 } });
    expect((await recordsIn(app.store).stats()).prompts).toBe(1);
    expect(await json(app.post("/api/forget", { selector, preview: false }))).toMatchObject({
      deleted: { prompts: 1 },
    });
    expect((await recordsIn(app.store).stats()).prompts).toBe(0);
  });

  test.each([
    ["POST", "/api/memories", { content: "x", uri: "nowhere" }, 400],
    ["POST", "/api/memories", { content: "x", priority: 11 }, 400],
    ["POST", "/api/memories", { content: "" }, 400],
    ["POST", "/api/memories", { content: "y".repeat(1_000_000) }, 400],
    ["PATCH", "/api/memories", { uri: "project://none", content: "x" }, 404],
    ["POST", "/api/memories/relate", { from: "project://a", to: "project://b", kind: "depends_on" }, 404],
    ["POST", "/api/memories/relate", { from: "project://a", to: "project://a", kind: "loves" }, 400],
    ["POST", "/api/forget", { selector: {} }, 400],
    ["POST", "/api/forget", { selector: { match: "a", before: 3 } }, 400],
    ["GET", "/api/memories?status=odd", undefined, 400],
    ["GET", "/api/memories/one?uri=project://none", undefined, 404],
    ["DELETE", "/api/solutions?id=none", undefined, 404],
  ] as [string, string, object | undefined, number][])(
    "%s %s answers a clear error",
    async (method, path, body, status) => {
      await using app = await openTestApp();
      const answer =
        body === undefined ? await app.request(path, { method }) : await change(app, method, path, body);
      expect(answer.status).toBe(status);
      expect(await answer.json()).toEqual({ error: expect.any(String) });
      expect((await recordsIn(app.store).stats()).memories).toBe(0);
    },
  );
});

test("the official MCP client works over Streamable HTTP, in the project it names", async () => {
  await using app = await openTestApp();
  const headers = { [PROJECT_HEADER]: encodeURIComponent(app.dir) };
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${TEST_PORT}/mcp`), {
    requestInit: { headers },
    fetch: (url, init) =>
      Promise.resolve(
        app.request(new URL(url).pathname, { ...init, headers: init?.headers ?? {} } as RequestInit),
      ),
  });
  const client = new Client({ name: "test", version: "0" });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  await client.callTool({ name: "remember", arguments: { content: "in cents", uri: "project://money" } });
  await client.close();
  expect(await memoriesIn(app.store).memories({ project: app.dir, limit: 5 })).toMatchObject([
    { uri: "project://money" },
  ]);
});

test("MCP requires the token, and invalid input gets an error", async () => {
  await using app = await openTestApp();
  expect((await app.request("/mcp", { method: "POST", token: null, body: "{}" })).status).toBe(401);
  expect((await app.post("/mcp", "{}", { token: app.tokens.hook })).status).toBe(401);
  expect((await app.post("/mcp", "nonsense")).status).toBeGreaterThanOrEqual(400);
});
