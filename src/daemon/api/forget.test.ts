/** What is forgotten is named in exactly one way. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { memory } from "../../../test/temp-store.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { openTestApp } from "../test-app.ts";

let app: Awaited<ReturnType<typeof openTestApp>>;
beforeEach(async () => {
  app = await openTestApp({ now: () => 1000 });
  const prompt = (session: string, cwd: string, text: string) =>
    app.post("/hook", {
      hook_event_name: "UserPromptSubmit",
      session_id: session,
      cwd,
      transcript_path: "/t",
      prompt: text,
    });
  await prompt("s1", app.dir, "the zebra plan");
  await prompt("s2", "/elsewhere", "the lion plan");
  await memoriesIn(app.store).saveMemory(memory("project://m", "a fact", { project: app.dir }));
  await memoriesIn(app.store).saveMemory(memory("project://m", "a fact", { project: "/elsewhere" }));
  await app.service.idle();
});
afterEach(() => app[Symbol.asyncDispose]());

const left = async () => {
  const { prompts, memories } = await recordsIn(app.store).stats();
  return { prompts, memories };
};
const forget = async (selector: object) => {
  const answer = await app.post("/api/forget", { selector, preview: false });
  return [answer.status, ...Object.values(await left())];
};

test.each<[string, object, number, number]>([
  ["a session", { session: "s1" }, 1, 2],
  ["a text", { match: "zebra" }, 1, 2],
  ["a time before which nothing is", { before: 1 }, 2, 2],
  ["a time after everything: memories have none", { before: 2000 }, 0, 2],
])("%s", async (_, selector, prompts, memories) => {
  expect(await forget(selector)).toEqual([200, prompts, memories]);
});

test("a project, from any of its folders", async () => {
  expect(await forget({ project: app.dir })).toEqual([200, 1, 1]);
});

test("a memory, in a project", async () => {
  expect(await forget({ uri: "project://m", project: app.dir })).toEqual([200, 2, 1]);
  expect(await memoriesIn(app.store).memory({ uri: "project://m", project: app.dir })).toBeUndefined();
});

test.each<[object]>([
  [{}],
  [{ session: "s1", match: "zebra" }],
  [{ session: "s1", project: "/elsewhere" }],
  [{ uri: "project://m", project: "/elsewhere", match: "zebra" }],
])("%j names no one thing, and nothing is forgotten", async (selector) => {
  const answer = await app.post("/api/forget", { selector, preview: false });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { error: "selector: exactly one of session, project, uri, match, before" },
  ]);
  expect(await left()).toEqual({ prompts: 2, memories: 2 });
});
