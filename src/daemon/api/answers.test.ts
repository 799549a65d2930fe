/** What the routes answer beside the usual: filters, what is missing, and what the open pages are told. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asked, observation, response } from "../../../test/contract/fixtures.ts";
import type { LiveEvent } from "../../history/live/live.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { openTestApp } from "../test-app.ts";

let app: Awaited<ReturnType<typeof openTestApp>>;
const AT = new Date(2026, 0, 15, 12).getTime();
const NOW = AT + 86_400_000;
const other = () => join(app.dir, "other");
beforeAll(async () => {
  app = await openTestApp({ now: () => NOW });
  mkdirSync(join(other(), ".claude"), { recursive: true });
  const here = { project: app.dir, cwd: app.dir };
  await recordsIn(app.store).record({
    ...asked("one", AT, "Round the tax", here),
    observations: [
      observation("one", AT + 1, {
        input: '{"command":"make tax"}',
        response: "fine",
        files: ["/p/src/tax.ts"],
      }),
      observation("one", AT + 2, { input: '{"command":"tax src/rate.ts"}', response: "fine", files: [] }),
      observation("one", AT + 3, { input: '{"command":"tax"}', response: "fine", files: [] }),
    ],
    responses: [response("one", AT + 4, `The tax ${"is rounded ".repeat(40)}in src/long.ts.`)],
  });
  await recordsIn(app.store).record(
    asked("two", AT + 10, "Tax of the other", { project: other(), cwd: other() }),
  );
  const remember = (uri: string, project: string) =>
    app.post("/api/memories", { uri, project, content: `About ${uri}.` });
  await remember("project://here", app.dir);
  await remember("project://old", app.dir);
  await remember("project://there", other());
  await app.request(`/api/memories?${new URLSearchParams({ uri: "project://old", project: app.dir })}`, {
    method: "DELETE",
  });
});
afterAll(() => app[Symbol.asyncDispose]());

const get = async (path: string, query: Record<string, string> = {}) => {
  const answer = await app.request(`${path}?${new URLSearchParams(query)}`);
  return { status: answer.status, body: await answer.json() };
};

describe("memories", () => {
  const uris = async (query: Record<string, string>) =>
    ((await get("/api/memories", query)).body as { memories: { uri: string }[] }).memories
      .map(({ uri }) => uri)
      .sort();

  test("are those of every project, or of one, by their status", async () => {
    expect(await uris({})).toEqual(["project://here", "project://there"]);
    expect(await uris({ project: app.dir })).toEqual(["project://here"]);
    expect(await uris({ project: other() })).toEqual(["project://there"]);
    expect(await uris({ status: "deleted" })).toEqual(["project://old"]);
    expect(await uris({ status: "active,deleted", project: app.dir })).toEqual([
      "project://here",
      "project://old",
    ]);
    expect(await uris({ project: "relative" })).toEqual([]);
    expect((await get("/api/memories", { status: "odd" })).status).toBe(400);
  });

  test("one that there is none of is not found", async () => {
    expect((await get("/api/memories/one", { uri: "project://none", project: app.dir })).status).toBe(404);
  });

  test("what would be forgotten is chosen in exactly one way; a memory may name its project", async () => {
    const preview = async (selector: object) => {
      const answer = await app.post("/api/forget", { selector, preview: true });
      return { status: answer.status, body: (await answer.json()) as { counts?: { memories: number } } };
    };
    expect((await preview({ uri: "project://here", project: app.dir })).body.counts?.memories).toBe(1);
    expect((await preview({ uri: "project://here", project: other() })).body.counts?.memories).toBe(0);
    expect((await preview({ uri: "project://here" })).body.counts?.memories).toBe(1);
    expect((await preview({ match: "About project://there." })).body.counts?.memories).toBe(1);
    for (const selector of [{}, { uri: "project://here", match: "x" }, { session: "one", project: app.dir }])
      expect([selector, (await preview(selector)).status]).toEqual([selector, 400]);
  });

  test("an unknown solution cannot be deleted", async () => {
    const answer = await app.request("/api/solutions?id=none", { method: "DELETE" });
    expect([answer.status, await answer.json()]).toEqual([404, { error: "Solution not found." }]);
  });
});

describe("a search about a file", () => {
  const found = async (query: string) => {
    const answer = await app.post("/api/page/search", { query });
    const { groups } = (await answer.json()) as { groups: { hits: { type: string; title: string }[] }[] };
    return groups.flatMap(({ hits }) => hits.map(({ type, title }) => `${type} ${title}`)).sort();
  };

  test("keeps what touched it, what its input names, and what its whole text names", async () => {
    expect(await found("tax file:src/tax.ts")).toEqual([expect.stringContaining("make tax")]);
    expect(await found("tax file:src/rate.ts")).toEqual([expect.stringContaining("src/rate.ts")]);
    expect(await found("tax file:src/long.ts")).toEqual([expect.stringMatching(/^response /)]);
    expect(await found("tax file:src/none.ts")).toEqual([]);
  });
});

describe("the API's search", () => {
  const results = async (body: object) => {
    const answer = await app.post("/api/search", { query: "tax", ...body });
    return ((await answer.json()) as { results: { type: string; sessionId: string }[] }).results;
  };

  test("keeps to a type, a project and a time if they are named", async () => {
    const all = await results({});
    expect(new Set(all.map(({ type }) => type)).size).toBeGreaterThan(1);
    expect(new Set((await results({ type: "prompt" })).map(({ type }) => type))).toEqual(new Set(["prompt"]));
    expect(new Set((await results({ project: other() })).map(({ sessionId }) => sessionId))).toEqual(
      new Set(["two"]),
    );
    expect(new Set((await results({ since: AT + 10 })).map(({ sessionId }) => sessionId))).toEqual(
      new Set(["two"]),
    );
    expect(await results({ client: "codex" })).toEqual([]);
  });
});

test("lists keep to the project and client that are named", async () => {
  const ids = async (query: Record<string, string>) =>
    ((await get("/api/sessions", query)).body as { sessions: { id: string }[] }).sessions.map(({ id }) => id);
  expect((await ids({})).sort()).toEqual(["one", "two"]);
  expect(await ids({ project: other() })).toEqual(["two"]);
  expect(await ids({ client: "codex" })).toEqual([]);
  expect((await get("/api/sessions/none")).body).toEqual({ error: "Session not found." });
});

test("the project's own notes are read only where somebody has worked", async () => {
  const text = async (project: string) =>
    ((await get("/api/context", { project, limit: "5" })).body as { text: string; tokens: number }).text;
  const unknown = join(app.dir, "unknown");
  mkdirSync(join(unknown, ".claude"), { recursive: true });
  expect(await text(unknown)).not.toContain("Round the tax");
  expect(await text(app.dir)).toContain("Round the tax");
});

test("a session that is not there is said on every route, with the page's own words", async () => {
  for (const path of ["none", "none/card", "none/outline", "none/markdown", "none/find?text=x"]) {
    const answer = await app.request(`/api/page/sessions/${path}`);
    expect([path, answer.status, await answer.json()]).toEqual([path, 404, { error: "Session not found." }]);
  }
});

test("a session's records are found by their words, in its own session", async () => {
  const ids = async (id: string) =>
    ((await get(`/api/page/sessions/${id}/find`, { text: "tax" })).body as { ids: string[] }).ids.length;
  expect(await ids("one")).toBeGreaterThan(1);
  expect(await ids("two")).toBe(1);
  const markdown = await app.request("/api/page/sessions/one/markdown");
  expect(await markdown.text()).toContain("Round the tax");
});

test("a day and a file's history are those of one project, or of all", async () => {
  const projects = async (query: Record<string, string>) =>
    ((await get("/api/day", { date: "2026-01-15", ...query })).body as { projects: unknown[] }).projects
      .length;
  expect(await projects({})).toBe(2);
  expect(await projects({ project: app.dir })).toBe(1);
  expect(await projects({ project: "" })).toBe(2);
});

test("what is changed on one page is told to the others", async () => {
  const told: LiveEvent[] = [];
  const leave = app.service.live.watch({ send: (event) => void told.push(event), end: () => undefined });
  await app.post("/api/page/pause", { paused: true });
  await app.post("/api/page/pause", { paused: false });
  await app.post("/api/page/muted", { uri: "session://one", muted: true });
  expect((await get("/api/page/muted")).body).toEqual({ muted: ["session://one"] });
  await app.post("/api/page/muted", { uri: "session://one", muted: false });
  await app.request("/api/page/settings", {
    method: "PATCH",
    body: JSON.stringify({ path: "context.tokens", value: 900 }),
  });
  leave();
  expect(told).toEqual([
    { type: "paused", at: NOW, paused: true },
    { type: "paused", at: NOW, paused: false },
    { type: "changed", at: NOW, what: "muted" },
    { type: "changed", at: NOW, what: "muted" },
    { type: "changed", at: NOW, what: "settings" },
  ]);
});

test("a setting that is only checked is not changed", async () => {
  const patch = (body: object) =>
    app.request("/api/page/settings", {
      method: "PATCH",
      body: JSON.stringify({ path: "context.tokens", ...body }),
    });
  await patch({ value: 901 });
  expect(app.service.settings.context.tokens).toBe(901);
  expect((await patch({})).status).toBe(400);
  const checked = await patch({ value: 902, check: true });
  expect(await checked.json()).toEqual({ ok: true, message: "" });
  expect(app.service.settings.context.tokens).toBe(901);
});

test("a hook of a folder without hooks is none; recorded events are those of the project", async () => {
  writeFileSync(app.home.config, "{}");
  expect((await get("/api/hooks", { project: other() })).body).toEqual({ hooks: [] });
  const events = async (query: Record<string, string>) =>
    ((await get("/api/hooks/events", { event: "UserPromptSubmit", ...query })).body as { events: unknown[] })
      .events.length;
  expect([await events({}), await events({ project: other() }), await events({ project: "" })]).toEqual([
    2, 1, 2,
  ]);
});

describe("what a program records", () => {
  const post = async (path: string, body: object) => {
    const answer = await app.post(path, { sessionId: "api-1", cwd: app.dir, ...body });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  test("has the ids of its prompts if it names them, and an order within one moment", async () => {
    await post("/api/sessions/start", {});
    for (const promptId of ["p-1", undefined]) {
      await post("/api/prompts", { content: `Ask ${promptId}`, promptId });
      await post("/api/responses", { content: `Answer ${promptId}`, promptId });
    }
    const records = await recordsIn(app.store).session("api-1");
    expect(records?.prompts.map(({ promptId }) => promptId)).toEqual(["p-1", undefined]);
    expect(records?.responses.map(({ promptId }) => promptId)).toEqual(["p-1", undefined]);
    const times = [...(records?.prompts ?? []), ...(records?.responses ?? [])].map(({ at }) => at);
    expect(new Set(times).size).toBe(4);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(NOW);
  });

  test("belongs to no project without a folder", async () => {
    await app.post("/api/sessions/start", { sessionId: "api-2" });
    expect((await recordsIn(app.store).session("api-2"))?.session.project).toBe("");
  });

  test("is ended and told in a few words only if it is there", async () => {
    for (const path of ["summarize", "stop"]) {
      const answer = await app.post(`/api/sessions/${path}`, { sessionId: "nobody" });
      expect([answer.status, await answer.json()]).toEqual([404, { error: "Session not found." }]);
    }
    expect(await recordsIn(app.store).session("nobody")).toBeUndefined();
    const told = await post("/api/sessions/summarize", {});
    expect(told.body.summary).toContain("Ask p-1");
  });
});

test("what is wrong with a request is said with its field, or without one", async () => {
  const wrong = async (body: unknown) => {
    const answer = await app.post("/api/prompts", body);
    return [answer.status, ((await answer.json()) as { error: string }).error.split(":")[0]];
  };
  expect(await wrong({ sessionId: "s" })).toEqual([400, "content"]);
  expect((await wrong([]))[0]).toBe(400);
  expect((await wrong([]))[1]).not.toBe("");
});

test("a relative folder is no project, in every route: it is not looked up in the daemon's own folder", async () => {
  const here = { project: "." };
  const asked = async (path: string, query: Record<string, string> = here) =>
    JSON.stringify((await get(path, query)).body);
  const own = process.cwd();
  for (const path of [
    "/api/sessions",
    "/api/memories",
    "/api/solutions",
    "/api/day",
    "/api/context",
    "/api/hooks",
  ])
    expect([path, (await asked(path)).includes(own)]).toEqual([path, false]);
  expect(await asked("/api/file", { ...here, path: "a.ts" })).not.toContain(own);
  const started = await app.post("/api/sessions/start", { sessionId: "relative-1", cwd: "src" });
  expect(started.status).toBe(200);
  const { sessions } = (await get("/api/sessions", {})).body as {
    sessions: { id: string; project: string }[];
  };
  expect(sessions.find(({ id }) => id === "relative-1")?.project).toBe("");
});
