import { describe, expect, test } from "bun:test";
import { recordsIn } from "../../store/records/queries.ts";
import { openTestApp } from "../test-app.ts";

type App = Awaited<ReturnType<typeof openTestApp>>;
const sessionId = "29f1af35-0000-4000-8000-000000000001";

async function recordStory(app: App): Promise<void> {
  await app.post("/api/sessions/start", { sessionId, cwd: app.dir });
  await app.post("/api/prompts", { sessionId, content: "Make the totals right" });
  const toolInput = { file_path: `${app.dir}/totals.ts` };
  await app.post("/api/observations", { sessionId, toolName: "Edit", toolInput, toolResponse: { lines: 3 } });
  await app.post("/api/responses", { sessionId, content: "They add up now." });
  await app.post("/api/sessions/summarize", { sessionId });
  await app.post("/api/sessions/stop", { sessionId });
}

describe("the routes of S4", () => {
  test("S4.3 S4.4 a posted session comes back as a tagged block with id, project, counts and summary", async () => {
    await using app = await openTestApp();
    await recordStory(app);
    const answer = await app.request(`/api/context?limit=5&project=${encodeURIComponent(app.dir)}`);
    const { context, tokens, sources } = (await answer.json()) as {
      context: string;
      tokens: number;
      sources: unknown[];
    };
    expect(context).toStartWith("<pawl-context>");
    expect(context).toEndWith("</pawl-context>");
    for (const part of [
      "29f1af35",
      "Prompts: 1",
      "Tool uses: 1",
      "Make the totals right",
      "totals.ts",
      "They add up now.",
    ]) {
      expect(context).toContain(part);
    }
    expect(tokens).toBeLessThanOrEqual(800);
    expect(sources).toHaveLength(1);
    const newest = (await (await app.request("/api/context?limit=5")).json()) as { context: string };
    expect(newest.context).toBe(context);
  });

  test("S4.6 S4.7 S4.8 prompts, observations, responses and the end are in the session", async () => {
    await using app = await openTestApp();
    await recordStory(app);
    const session = await (await app.request(`/api/sessions/${sessionId}`)).json();
    expect(session).toMatchObject({
      id: sessionId,
      status: "ended",
      prompts: [{ text: "Make the totals right" }],
      observations: [{ toolName: "Edit", ok: true }],
      responses: [{ text: "They add up now." }],
      summary: expect.stringContaining("totals.ts"),
    });
  });

  test("S4.7 a non-text response is stored as JSON and truncated at 10000 characters", async () => {
    await using app = await openTestApp();
    const toolResponse = { lines: Array.from({ length: 4000 }, (_, i) => `line ${i}`) };
    await app.post("/api/observations", { sessionId, toolName: "Bash", toolInput: {}, toolResponse });
    const [kept] = await recordsIn(app.store).observations({ limit: 1 });
    expect(kept?.response).toStartWith('{"lines":["line 0"');
    expect(kept?.response).toHaveLength(10_000);
  });

  test("S4.7 a tool call without input or response is recorded, as S4's own client sends it", async () => {
    await using app = await openTestApp();
    const answer = await app.post("/api/observations", { sessionId, toolName: "TodoRead" });
    expect(answer.status).toBe(200);
    const [kept] = await recordsIn(app.store).observations({ limit: 1 });
    expect(kept).toMatchObject({ toolName: "TodoRead", input: "{}", response: "", ok: true });
  });

  test.each(["summarize", "stop"])(
    "a failure and what cured it are learned at /api/sessions/%s",
    async (end) => {
      await using app = await openTestApp();
      const post = (body: object) => app.post("/api/observations", { sessionId, ...body });
      const run = { toolName: "Bash", toolInput: { command: "tsc --noEmit" } };
      await app.post("/api/sessions/start", { sessionId, cwd: app.dir });
      const error = "src/app.ts:7:3 - error TS2304: Cannot find name 'createServer'.";
      await post({ ...run, ok: false, toolResponse: `Exit code 2\n${error}` });
      const toolInput = {
        file_path: `${app.dir}/src/app.ts`,
        old_string: "a",
        new_string: 'import "node:http";\na',
      };
      await post({ toolName: "Edit", toolInput, toolResponse: "done" });
      await post({ ...run, toolResponse: "" });
      await app.post(`/api/sessions/${end}`, { sessionId });
      const { solutions } = (await (await app.request("/api/solutions")).json()) as {
        solutions: { error: string }[];
      };
      expect(solutions).toEqual([expect.objectContaining({ error: expect.stringContaining("TS2304") })]);
    },
  );

  test("lists take a limit, search finds, stats count", async () => {
    await using app = await openTestApp();
    await recordStory(app);
    const list = async (path: string) =>
      (await app.request(path)).json() as Promise<Record<string, unknown[]>>;
    expect((await list("/api/sessions?limit=1")).sessions).toHaveLength(1);
    expect((await list("/api/prompts")).prompts).toHaveLength(1);
    expect((await list("/api/observations")).observations).toHaveLength(1);
    expect((await list("/api/responses")).responses).toHaveLength(1);
    const found = (await (await app.post("/api/search", { query: "totals" })).json()) as {
      results: { type: string }[];
    };
    expect(found.results.map((hit) => hit.type)).toContain("prompt");
    expect(await (await app.request("/api/stats")).json()).toMatchObject({
      sessions: 1,
      prompts: 1,
      observations: 1,
    });
  });

  test.each([
    ["POST", "/api/prompts", "not json", 400],
    ["POST", "/api/prompts", { content: "no session" }, 400],
    ["POST", "/api/prompts", { sessionId: "", content: "x" }, 400],
    ["POST", "/api/prompts", { sessionId: "s", content: "" }, 400],
    ["POST", "/api/prompts", { sessionId: "s", content: " \n" }, 400],
    ["POST", "/api/prompts", { sessionId: "../../etc", content: "x" }, 400],
    ["POST", "/api/prompts", { sessionId: "..", content: "x" }, 400],
    ["POST", "/api/prompts", { sessionId: "a b", content: "x" }, 400],
    ["POST", "/api/prompts", { sessionId: "a\u0000", content: "x" }, 400],
    ["POST", "/api/responses", { sessionId: "s", content: "" }, 400],
    ["POST", "/api/sessions/start", { sessionId: "a/b" }, 400],
    ["POST", "/api/memories/rollback", { uri: "not a uri", version: 1 }, 400],
    ["POST", "/api/memories/rollback", { uri: "user://none", version: 1 }, 404],
    ["POST", "/api/observations", { sessionId: "s" }, 400],
    ["POST", "/api/search", { query: 7 }, 400],
    ["POST", "/api/search", { query: "x", type: "nonsense" }, 400],
    ["POST", "/api/sessions/summarize", { sessionId: "nobody" }, 404],
    ["GET", "/api/sessions/nobody", undefined, 404],
    ["GET", "/api/sessions?limit=0", undefined, 400],
    ["GET", "/api/nothing", undefined, 404],
    ["GET", "/api/sessions/..%2f..%2ftoken", undefined, 404],
  ])("%s %s with %p answers an error message", async (method, path, body, status) => {
    await using app = await openTestApp();
    const answer = body === undefined ? await app.request(path, { method }) : await app.post(path, body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ error: expect.any(String) });
  });
});
