import { afterEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddingServer, startEmbeddingServer, type Trouble } from "../../test/embedding-server.ts";
import { createSecrets } from "../../test/fixtures/secrets.ts";
import { type App, playing } from "../../test/memory-session.ts";
import { openTestApp, type TestAppOptions } from "../daemon/test-app.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { forgettingIn } from "../store/forget/forget.ts";
import { recordsIn } from "../store/records/queries.ts";
import { SAMPLE_TEXTS } from "./rank/meaning.ts";
import { vectorsIn } from "./sql/index.ts";
import type { SearchHit } from "./types.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "pawl-embeddings-"));
  folders.push(made);
  return made;
}

/** No deadline is measured here: the machine may be busy. */
const open = (
  { url }: EmbeddingServer,
  more: TestAppOptions = {},
  set: { model?: string; timeoutMs?: number } = {},
) => openTestApp({ ...more, settings: { embeddings: { url, model: "m", timeoutMs: 1000, ...set } } });

const LOGIN = "The login page rejects passwords";
/** Not a word of it stands in what it is about. */
const SIGNIN = "authentication screen refuses credentials";
const RULE = "Invoices always rounded upwards";
const BILLS = "bills invariably truncated ceiling";

async function live(app: App): Promise<void> {
  const session = playing(app, "s1");
  await session.start();
  await session.ask(LOGIN);
  await session.edit("session.ts", "a", "b");
  await session.stop({ last_assistant_message: "The hash was compared before it was read" });
  await session.ask("Translate every menu entry into Korean");
  await session.stop({ last_assistant_message: "Korean menus are there" });
  await session.end();
  const draft = { uri: "project://money", project: app.dir, content: RULE, origin: "user" } as const;
  await memoriesIn(app.store).saveMemory({ ...draft, author: "ann", redaction: 1, at: Date.now() });
}

let asked = 0;
const ask = (app: App, prompt: string) => playing(app, `asking-${asked++}`).ask(prompt);

async function search(app: App, query: string, more: object = {}): Promise<SearchHit[]> {
  const response = await app.post("/api/search", { query, project: app.dir, ...more });
  return ((await response.json()) as { results: SearchHit[] }).results;
}

test("a prompt that shares no word with it finds the session and the memory by meaning, and not without", async () => {
  await using plain = await openTestApp();
  await live(plain);
  expect(await ask(plain, SIGNIN)).toBe("");
  expect(await ask(plain, BILLS)).toBe("");
  expect((await search(plain, SIGNIN)).filter(({ sessionId }) => sessionId === "s1")).toEqual([]);

  await using server = startEmbeddingServer();
  await using app = await lived(server);
  const injected = await ask(app, SIGNIN);
  expect(injected).toContain(LOGIN);
  // Of the session, the moment that it is about.
  expect(injected).not.toContain("Translate every menu");
  expect(await ask(app, BILLS)).toContain(RULE);
  const hit = (await search(app, SIGNIN)).find(({ sessionId }) => sessionId === "s1");
  expect(hit).toMatchObject({ type: "prompt", sessionId: "s1", title: LOGIN });
  expect(hit?.parts).toMatchObject({ words: 0, meaning: 1 });
  expect(hit?.score).toBeCloseTo(0.5);
  const [first] = await recordsIn(app.store).injections({ limit: 1 });
  expect(first?.sources[0]?.reason).toContain("near in meaning");
});

/** An app that has lived through it, every record embedded. */
async function lived(server: EmbeddingServer, more: TestAppOptions = {}, timeoutMs = 1000) {
  const app = await open(server, more, { timeoutMs });
  await live(app);
  await app.service.embeddings.work();
  return app;
}

test("what is only a little alike tells nothing, and what words find stays found", async () => {
  await using server = startEmbeddingServer();
  await using app = await lived(server);
  expect(await ask(app, "authentication tokens expire during nightly imports")).toBe("");
  expect(await ask(app, "zebra crossing")).toBe("");
  expect(await search(app, "giraffe enclosure")).toEqual([]);
  expect((await search(app, "hash compared"))[0]).toMatchObject({ type: "response", sessionId: "s1" });
  expect((await search(app, SIGNIN, { type: "observation" })).map(({ type }) => type)).not.toContain(
    "prompt",
  );
});

test("nothing comes from another project or from the session itself", async () => {
  await using server = startEmbeddingServer();
  await using app = await lived(server);
  const elsewhere = folder();
  const body = { hook_event_name: "UserPromptSubmit", session_id: "other", cwd: elsewhere, prompt: SIGNIN };
  expect(await (await app.post("/hook", body)).json()).toEqual({});
  expect(await playing(app, "s1").ask(SIGNIN)).toBe("");
});

test.each<[Trouble]>([["error"], ["garbage"], ["slow"]])(
  "with an endpoint in trouble (%s) prompts and searches go on without it",
  async (trouble) => {
    await using server = startEmbeddingServer();
    await using app = await lived(server, {}, 100);
    server.trouble = trouble;
    expect(await ask(app, SIGNIN)).toBe("");
    expect(await ask(app, "signin view denies secrets")).toBe("");
    expect((await search(app, "login rejects"))[0]).toMatchObject({ type: "prompt", title: LOGIN });
    expect(app.service.counts()).toEqual({});
  },
);

test("with nobody at the address everything is as without, and no error is counted", async () => {
  const server = startEmbeddingServer();
  await server.stop();
  await using app = await lived(server);
  expect(await ask(app, SIGNIN)).toBe("");
  expect((await search(app, "login rejects"))[0]).toMatchObject({ title: LOGIN });
  expect(await vectorsIn(app.store).vectorModel()).toBeUndefined();
  expect(app.service.counts()).toEqual({});
});

test("a model that answers with other dimensions than before is not mixed in, and search goes on without", async () => {
  await using server = startEmbeddingServer();
  await using app = await lived(server);
  const { embedded } = await vectorsIn(app.store).vectorCounts();
  server.dimensions = 100;
  expect(await ask(app, SIGNIN)).toBe("");
  await app.service.embeddings.work();
  expect(await vectorsIn(app.store).vectorCounts()).toMatchObject({ embedded });
  expect((await vectorsIn(app.store).vectorCounts()).waiting).toBeGreaterThan(0);
  expect((await search(app, "login rejects"))[0]).toMatchObject({ title: LOGIN });
  expect(app.service.counts()).toEqual({});
});

test("no secret reaches the endpoint: not of a prompt, not of a search, not of a record of older rules", async () => {
  await using server = startEmbeddingServer();
  await using app = await lived(server);
  const held = createSecrets().slice(0, 12);
  expect(held.length).toBe(12);
  for (const { text } of held) {
    await ask(app, `Use this for the login page: ${text} and nothing else`);
    await search(app, `passwords ${text}`);
  }
  await ask(app, "My login is <private>hunter2 the cat</private> on that page");
  // As if it had been stored before a rule was there.
  const { text: old, secret } = held[0] ?? { text: "", secret: "" };
  const common = { sessionId: "old", at: 1, redaction: 0 };
  await recordsIn(app.store).record({
    session: { id: "old", project: app.dir, cwd: app.dir, at: 1 },
    prompts: [{ ...common, key: "old", text: `Old one: ${old}` }],
  });
  await app.service.embeddings.work();
  const sent = server.texts.join("\n");
  expect(sent).toContain("Old one");
  expect(sent).toContain("nothing else");
  for (const one of held) expect(sent).not.toContain(one.secret);
  expect(sent).not.toContain(secret);
  expect(sent).not.toContain("hunter2");
});

test("tool calls, subagents' tasks, commands and what nobody typed are not sent; everything else once", async () => {
  await using server = startEmbeddingServer();
  await using app = await lived(server);
  const session = playing(app, "s2");
  await session.ask("/compact now");
  await session.ask("<task-notification>the background task has ended</task-notification>");
  await session.run("echo toolcalls");
  await app.service.embeddings.work();
  await app.service.embeddings.work();
  const sent = server.texts.filter((text) => !SAMPLE_TEXTS.includes(text));
  expect(sent.filter((text) => text === LOGIN)).toHaveLength(1);
  expect(sent.join("\n")).not.toMatch(/compact now|background task|toolcalls/);
  expect((await vectorsIn(app.store).vectorCounts()).waiting).toBe(0);
  expect(server.texts.filter((text) => text === SAMPLE_TEXTS[0])).toHaveLength(1);
});

test("a text that is too long for the model is sent shorter, and holds nobody up", async () => {
  await using server = startEmbeddingServer();
  server.trouble = "too long";
  await using app = await open(server);
  const session = playing(app, "s1");
  await session.ask(`${LOGIN} ${"and so on ".repeat(200)}`);
  await session.ask("Translate every menu entry");
  await app.service.embeddings.work();
  expect(await vectorsIn(app.store).vectorCounts()).toMatchObject({ waiting: 0 });
  expect((await search(app, SIGNIN, { type: "prompt" }))[0]?.title ?? "").not.toContain("Translate");
});

test("a new daemon goes on where the last one stopped, and asks for nothing twice", async () => {
  const dir = folder();
  await using server = startEmbeddingServer();
  {
    await using first = await lived(server, { dir });
    expect((await vectorsIn(first.store).vectorCounts()).waiting).toBe(0);
    server.trouble = "error";
    await playing(first, "s3").ask("Where are the invoices kept?");
    await first.service.embeddings.work();
    expect((await vectorsIn(first.store).vectorCounts()).waiting).toBe(1);
  }
  server.trouble = "none";
  server.texts.length = 0;
  await using second = await open(server, { dir });
  await second.service.embeddings.work();
  expect(server.texts).toEqual(["Where are the invoices kept?"]);
  expect(await ask(second, SIGNIN)).toContain(LOGIN);
});

test("another model makes all vectors anew; the old ones are gone", async () => {
  const dir = folder();
  await using server = startEmbeddingServer();
  const before = await (async () => {
    await using first = await lived(server, { dir });
    return vectorsIn(first.store).vectorCounts();
  })();
  server.texts.length = 0;
  server.models.length = 0;
  server.dimensions = 256;
  await using second = await open(server, { dir }, { model: "other" });
  // Until then nothing is compared, and nothing is sent for it.
  expect(await ask(second, SIGNIN)).toBe("");
  expect(server.texts).toEqual([]);
  await second.service.embeddings.work();
  expect(await vectorsIn(second.store).vectorModel()).toMatchObject({ name: "other", dimensions: 256 });
  expect((await vectorsIn(second.store).vectorCounts()).embedded).toBeGreaterThanOrEqual(before.embedded);
  expect(new Set(server.models)).toEqual(new Set(["other"]));
  expect(await ask(second, SIGNIN)).toContain(LOGIN);
});

test("what is forgotten is not found by meaning any more, and has no vector", async () => {
  await using server = startEmbeddingServer();
  await using app = await lived(server);
  expect(await ask(app, BILLS)).toContain(RULE);
  const before = await vectorsIn(app.store).vectorCounts();
  expect(await search(app, "signin view denies secrets")).not.toEqual([]);
  await forgettingIn(app.store).forget({ uri: "project://money" }, Date.now());
  await forgettingIn(app.store).forget({ match: LOGIN }, Date.now());
  expect((await vectorsIn(app.store).vectorCounts()).embedded).toBeLessThan(before.embedded - 1);
  expect(await ask(app, BILLS)).not.toContain(RULE);
  expect(await search(app, "signin view denies secrets")).toEqual([]);
});

test("what the page switches on and off counts from the next prompt on", async () => {
  await using server = startEmbeddingServer();
  await using app = await openTestApp();
  await live(app);
  await app.service.embeddings.work();
  expect(server.texts).toEqual([]);
  expect(app.service.embeddings.similar()).toBeUndefined();
  const change = (path: string, value: unknown) =>
    app.request("/api/page/settings", { method: "PATCH", body: JSON.stringify({ path, value }) });
  expect((await change("embeddings.model", "m")).status).toBe(200);
  expect((await change("embeddings.timeoutMs", 1000)).status).toBe(200);
  expect((await change("embeddings.url", server.url)).status).toBe(200);
  await app.service.embeddings.work();
  expect(await ask(app, SIGNIN)).toContain(LOGIN);
  expect((await change("embeddings.url", null)).status).toBe(200);
  const sent = server.texts.length;
  expect(await ask(app, "signin view denies secrets")).toBe("");
  await app.service.embeddings.work();
  expect(server.texts).toHaveLength(sent);
});
