/** One store, asked by the page's API and by the terminal: each fact has one answer. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTestApp } from "../../src/daemon/test-app.ts";
import { historyIn } from "../../src/history/sql/index.ts";
import { learnFrom } from "../../src/memory/learn/learn.ts";
import { recordsIn } from "../../src/store/records/queries.ts";

const MAIN = join(import.meta.dir, "../../src/cli/main.ts");

let app: Awaited<ReturnType<typeof openTestApp>>;
// biome-ignore lint/suspicious/noExplicitAny: every route has another shape, and the tests compare it whole
const page = async (path: string): Promise<any> => (await app.request(path)).json();

async function pawl(...args: string[]) {
  const env = { PATH: process.env.PATH ?? "", HOME: app.dir, PAWL_HOME: app.home.dir, NO_COLOR: "1" };
  const child = Bun.spawn([process.execPath, "--no-env-file", MAIN, ...args, "--json"], {
    cwd: app.dir,
    env: { ...env, CLAUDE_CONFIG_DIR: join(app.dir, "claude") },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  return JSON.parse(await new Response(child.stdout).text());
}

const hook = (session: string, event: string, more: object) =>
  app.post("/hook", { session_id: session, cwd: app.dir, hook_event_name: event, ...more });

beforeAll(async () => {
  app = await openTestApp();
  writeFileSync(join(app.dir, "package.json"), "{}");
  mkdirSync(join(app.dir, "src"));
  const bash = (session: string, id: string, command: string, failed?: string) =>
    hook(session, failed === undefined ? "PostToolUse" : "PostToolUseFailure", {
      tool_name: "Bash",
      tool_use_id: id,
      tool_input: { command },
      ...(failed === undefined ? { tool_response: "ok" } : { error: failed }),
    });
  await hook("s1", "SessionStart", { source: "startup" });
  await hook("s1", "UserPromptSubmit", {
    prompt: "Implement the following plan:\n\n# Plan: Round totals per line\n\n1. Do it",
  });
  await bash("s1", "a1", "npm test", "Error: Cannot find module 'x'");
  await bash("s1", "a2", "npm run lint", "src/a.ts:1 error: unused variable");
  await bash("s1", "a3", "npm test");
  await hook("s1", "PostToolUse", {
    tool_name: "Edit",
    tool_use_id: "a4",
    tool_input: { file_path: join(app.dir, "src/a.ts"), old_string: "1", new_string: "2" },
    tool_response: {},
  });
  await hook("s1", "Stop", { last_assistant_message: "Rounded." });
  await hook("s1", "SessionEnd", { reason: "exit" });
  await learnFrom(app.store, "s1", { at: Date.now(), redaction: 1 });
  await hook("s2", "SessionStart", { source: "startup" });
  await hook("s2", "UserPromptSubmit", { prompt: "yes" });
  const old = Date.now() - 24 * 3_600_000;
  await recordsIn(app.store).record({
    session: { id: "s3", project: app.dir, cwd: app.dir, at: old },
    prompts: [
      { key: "s3 p", sessionId: "s3", at: old, redaction: 1, text: "Rename the exporter and its tests" },
    ],
  });
});
afterAll(() => app[Symbol.asyncDispose]());

const project = () => encodeURIComponent(app.dir);

test("the next session's context", async () => {
  const shown = await page(`/api/context?project=${project()}`);
  const { text, tokens, sources } = await pawl("context");
  expect(text).toContain("src/a.ts");
  expect([shown.text, shown.tokens, shown.sources]).toEqual([text, tokens, sources]);
});

test("titles, state and counts of sessions", async () => {
  const { items } = await page("/api/page/sessions");
  const { sessions } = await pawl("sessions");
  const facts = (list: Record<string, unknown>[]) =>
    list.map(({ id, title, status, prompts, observations }) => ({
      id,
      title,
      status,
      prompts,
      observations,
    }));
  expect(facts(items)).toEqual(facts(sessions));
  expect(facts(sessions)).toEqual([
    { id: "s2", title: "yes", status: "active", prompts: 1, observations: 0 },
    { id: "s1", title: "Round totals per line", status: "ended", prompts: 1, observations: 4 },
    { id: "s3", title: "Rename the exporter and its tests", status: "ended", prompts: 1, observations: 0 },
  ]);
  const { session } = await page("/api/page/sessions/s3");
  expect([session.title, session.status]).toEqual([sessions[2].title, (await pawl("session", "s3")).status]);
  const { running } = await page("/api/page/now");
  expect(running.map(({ id }: { id: string }) => id)).toEqual(["s2"]);
  const { items: over } = await page("/api/page/sessions?outcome=ended");
  expect(over.map(({ id }: { id: string }) => id)).toEqual(["s1", "s3"]);
});

test("what failed, and what fixed it: a session's card, its rows, its summary and the day", async () => {
  const { failed: card } = await page("/api/page/sessions/s1/card");
  const day = await pawl("day");
  const shown = await page("/api/day");
  const byId = (list: Record<string, unknown>[]) => list.map(({ at: _, ...failure }) => failure);
  expect(byId(shown.projects[0].failed)).toEqual(byId(day.projects[0].failed));
  const facts = (list: Record<string, unknown>[]) =>
    list.map(({ what, error, isFixed }) => `${what}: ${error}: ${isFixed}`).sort();
  expect(facts(card)).toEqual(facts(day.projects[0].failed));
  expect(facts(card)).toEqual([
    "npm run lint: src/a.ts:1 error: unused variable: false",
    "npm test: Error: Cannot find module 'x': true",
  ]);
  const { summary } = await pawl("session", "s1");
  expect(summary).toMatch(/npm run lint.*\(no fix seen\)\n.*npm test.*\(fixed later\)/);
  const calls = await historyIn(app.store).sessionCalls("s1", 10);
  const { rows } = await page(`/api/page/rows?ids=${calls.map(({ id }) => id).join(",")}`);
  expect(rows.map(({ fixedBy }: { fixedBy?: string }) => fixedBy)).toEqual([
    calls[2]?.id,
    undefined,
    undefined,
    undefined,
  ]);
});

test("totals of the day, and what was injected and used", async () => {
  const { totals } = await pawl("day");
  expect((await page("/api/day")).totals).toEqual(totals);
  const { report } = await waitForUsed();
  const live = await pawl("replay", "--live");
  expect(report).toEqual(live);
});

/** The page answers at once, and has the report when it is made. */
async function waitForUsed(): Promise<{ report: unknown }> {
  for (;;) {
    const answer = await page("/api/page/used");
    if (answer.report !== null) return answer;
    await Bun.sleep(50);
  }
}

test("when a memory is injected", async () => {
  for (const [uri, disclosure] of [
    ["project://a", "src/pay/"],
    ["project://b", "When deploying"],
    ["project://c"],
  ]) {
    const more = disclosure === undefined ? {} : { disclosure };
    await app.post("/api/memories", { uri, project: app.dir, content: `About ${uri}`, priority: 5, ...more });
  }
  const whens = ({ memories }: { memories: { uri: string; whenInjected: object }[] }) =>
    Object.fromEntries(memories.map(({ uri, whenInjected }) => [uri, whenInjected]));
  const shown = whens(await page(`/api/memories?project=${project()}`));
  expect(shown).toMatchObject({
    "project://a": { at: "files", condition: "src/pay/", isSentence: false },
    "project://b": { at: "prompts", condition: "When deploying", isSentence: true },
    "project://c": { at: "relevant" },
  });
  expect(shown).toEqual(whens(await pawl("memory", "list")));
});
