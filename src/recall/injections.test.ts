import { expect, test } from "bun:test";
import { occasion } from "../../test/hook-call.ts";
import type { App } from "../../test/memory-session.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { recordsIn } from "../store/records/queries.ts";
import { alreadyInjected, inject, injectionsOf } from "./injections.ts";
import type { RecallContext } from "./recall-context.ts";

const told = (app: App, sessionId: string, event: string, at: number, uri: string) =>
  recordsIn(app.store).addInjection({
    sessionId,
    event,
    at,
    text: `<pawl>\n- the fact of ${uri}\n</pawl>`,
    tokens: 1,
    sources: [{ uri, type: "session", reason: "r", tokens: 1 }],
  });
const forked =
  (forkedAt: number): RecallContext["own"] =>
  async () => ({
    sessions: new Set(["s", "origin"]),
    forkedAt,
  });

test("what a session was told, newest first; what its subagents were told it was not", async () => {
  await using app = await openTestApp();
  await told(app, "s", "SessionStart", 1, "session://a");
  await told(app, "s", "UserPromptSubmit", 2, "session://b");
  await told(app, "s", "SubagentStart", 3, "session://c");
  await told(app, "other", "SessionStart", 4, "session://d");
  const { ctx } = await occasion(app, "Stop");
  expect((await injectionsOf("s", ctx)).map(({ at }) => at)).toEqual([2, 1]);
  const already = await alreadyInjected("s", ctx);
  expect(already.uris).toEqual(new Set(["session://a", "session://b"]));
  expect(already.sessions).toEqual(new Set(["s"]));
  expect(already.texts.size).toBe(2);
});

test("a fork was told what its origin was told before the fork, not what came later", async () => {
  await using app = await openTestApp();
  await told(app, "origin", "SessionStart", 10, "session://before");
  await told(app, "origin", "UserPromptSubmit", 20, "session://at");
  await told(app, "origin", "UserPromptSubmit", 21, "session://later");
  await told(app, "s", "UserPromptSubmit", 30, "session://own");
  const { store } = app;
  const uris = async (own: RecallContext["own"]) =>
    (await injectionsOf("s", { store, own })).flatMap(({ sources }) => sources.map(({ uri }) => uri));
  expect(await uris(forked(20))).toEqual(["session://own", "session://at", "session://before"]);
});

test("what is injected is recorded with its sources; nothing is nothing", async () => {
  await using app = await openTestApp();
  const { ctx } = await occasion(app, "UserPromptSubmit", { prompt: "x" });
  const source = (uri: string) => ({ uri, type: "session", reason: "r", tokens: 1 });
  const sources = [{ ...source("session://a"), score: 3 }, source("system://b")];
  expect(await inject("UserPromptSubmit", { text: "told", tokens: 2, sources }, ctx)).toBe("told");
  const [line] = await recordsIn(app.store).injections({ limit: 1 });
  expect(line?.sources).toEqual(sources);
  expect(await inject("UserPromptSubmit", undefined, ctx)).toBeUndefined();
  expect((await recordsIn(app.store).stats()).injections).toBe(1);
});
